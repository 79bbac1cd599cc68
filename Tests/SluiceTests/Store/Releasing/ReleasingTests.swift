import TestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// What a store no longer needs may use the store when it is released.
///
/// In processes of their own: what is released under a lock stops the program, or waits for itself.
@Suite(.inTurn, .serialized)
struct ReleasingTests {
  @Test(.unsanitized, arguments: Holder.groups.keys.sorted())
  func `what is released may dispatch`(_ group: String) async {
    let progress = ChildProgress()
    let result = await #expect(processExitsWith: .success) {
      [group, progress = progress as ChildProgress] in
      for holder in Holder.groups[group] ?? [] {
        progress.begin(holder.name)
        // Ends a process that waits for itself.
        alarm(120)
        let scene = ReleasingScene()
        try await holder.release(scene)
        try await scene.finish()
      }
    }
    let last = progress.end()
    if result == nil { Issue.record("It ended at “\(last)”.") }
  }

  @Test func `each holder has a name of its own`() {
    let all = Holder.groups.values.joined()
    #expect(Set(all.map(\.name)).count == all.count)
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

  static let groups: [String: [Holder]] = [
    "actions": actions, "states": states, "lanes": lanes, "runs": runs, "feedbacks": feedbacks,
    "observers": observers, "registrations": registrations, "selectors": selectors,
    "endings": endings,
  ]
}
