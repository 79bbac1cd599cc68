import Sluice
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
        if holder.isAtOnce { try scene.expectAllInState() }
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
  /// Whether everything was released when `release` returns.
  let isAtOnce: Bool
  let release: @Sendable (ReleasingScene) async throws -> Void

  typealias Register = @Sendable (Store<Room, Void>) -> StoreRegistration

  /// Registers an effect, plays moves, and does what else there is to do.
  init(
    _ name: String,
    atOnce isAtOnce: Bool = false,
    with effect: Effect<Void>? = nil,
    _ moves: [ReleasingScene.Move] = [],
    _ rest: @escaping @Sendable (ReleasingScene) async throws -> Void = { _ in }
  ) {
    self.name = name
    self.isAtOnce = isAtOnce
    release = { scene in
      scene.registration.value = effect.map { scene.store.register(effect: $0) }
      for move in moves { await move.play(scene) }
      try await rest(scene)
    }
  }

  static let groups: [String: [Holder]] = [
    "actions": actions, "states": states, "lanes": lanes, "runs": runs, "feedbacks": feedbacks,
    "observers": observers, "registrations": registrations, "selectors": selectors,
    "endings": endings,
  ]
}
