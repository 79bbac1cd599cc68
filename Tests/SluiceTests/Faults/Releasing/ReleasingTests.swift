import TestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// What a store no longer needs may use the store when it is released.
///
/// Each case runs in a process of its own: what is released under a lock stops the program, or waits
/// for itself.
@Suite(.inTurn, .serialized, .timeLimit(.minutes(5)))
struct ReleasingTests {
  @Test(arguments: Holder.all.map(\.name))
  func `what is released may dispatch`(_ name: String) async {
    await #expect(processExitsWith: .success) { [name] in
      // Ends a process that waits for itself.
      alarm(60)
      let holder = try #require(Holder.all.first { $0.name == name })
      let scene = ReleasingScene()
      try await holder.release(scene)
      try await scene.finish()
    }
  }

  @Test func `each holder has a name of its own`() {
    #expect(Set(Holder.all.map(\.name)).count == Holder.all.count)
  }
}

/// A place that holds an object of the program's, and how it comes to release it.
struct Holder: Sendable {
  let name: String
  let release: @Sendable (ReleasingScene) async throws -> Void

  init(_ name: String, _ release: @escaping @Sendable (ReleasingScene) async throws -> Void) {
    self.name = name
    self.release = release
  }

  static let all =
    actions + states + lanes + runs + feedbacks + observers + registrations + selectors + endings
}
