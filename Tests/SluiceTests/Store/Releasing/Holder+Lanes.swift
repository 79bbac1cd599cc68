import Sluice
import SluiceTesting
import TestSupport
import Testing

extension Holder {
  /// What the record of a commit holds.
  fileprivate enum Load: String, CaseIterable {
    case action = "an action"
    case followUp = "the follow-up of an action"
    case oldState = "the state before an action"
    case newState = "the state after an action"
  }

  fileprivate typealias Waiting = @Sendable (ActionEffect<Void, Enter>) -> ActionEffect<Void, Enter>

  /// Where a commit is held that waits to start a run, and how the wait ends.
  static let lanes: [Holder] = [
    lane("starts a run at once") { $0 },
    lane("starts a run in a lane at once") { $0.overlap(.first) },
    lane("starts a run after a debounce", [.advance(1)]) { $0.debounce(for: .seconds(1)) },
    lane("another one takes the place of in a debounce", [.leave]) {
      $0.debounce(for: .seconds(1))
    },
    lane("is cancelled in a debounce", [.step()]) {
      $0.debounce(for: .seconds(1)).cancelled(by: Step.self)
    },
    lane("is cancelled in a debounce by a closure", [.step()]) {
      $0.debounce(for: .seconds(1)).cancelled(by: Step.self) { _, _ in true }
    },
    lane("waits in a debounce of an effect that is unregistered", [.unregister]) {
      $0.debounce(for: .seconds(1))
    },
    lane("waits in a debounce of an effect that is replaced", [.replace]) {
      $0.debounce(for: .seconds(1))
    },
    lane("a throttle drops", isSecond: true) { $0.throttle(for: .seconds(5)) },
    lane("a throttle lets through at its end", [.advance(5)]) {
      $0.throttle(for: .seconds(5), edges: .trailing)
    },
    lane("starts a run when the one before has ended", isSecond: true, [.advance(1)]) {
      $0.overlap(.serial)
    },
    lane("is cancelled before its turn", isSecond: true, [.step()]) {
      $0.overlap(.serial).cancelled(by: Step.self)
    },
    lane("is passed over while a run is alive", isSecond: true) { $0.overlap(.first) },
    lane("the next one cancels", [.advance(), .leave]) { $0.overlap(.latest) },
    lane("the next one with its key cancels", [.advance(), .leave]) {
      $0.overlap(.latest, by: { _ in 1 })
    },
  ].flatMap(\.self)

  /// - Parameters:
  ///   - isSecond: Whether another action came before.
  ///   - end: What ends the wait.
  ///   - effect: Has actions wait.
  fileprivate static func lane(
    _ name: String,
    isSecond: Bool = false,
    _ end: [ReleasingScene.Move] = [],
    effect: @escaping Waiting
  ) -> [Holder] {
    Load.allCases.map { load in
      Holder("\(load.rawValue) that \(name)") { scene in
        wait(for: effect, with: load, isSecond: isSecond, scene)
        for move in end { await move.play(scene) }
        // Runs end, and release what they were set off by.
        await scene.clock.run()
      }
    }
  }

  fileprivate static func wait(
    for effect: Waiting,
    with load: Load,
    isSecond: Bool,
    _ scene: ReleasingScene
  ) {
    let store = scene.store
    // Who keeps a commit keeps its states with it.
    let isKeeping = Shared(false)
    let kept = scene.keepingCommits { _ in isKeeping.value }
    scene.registration.value = store.register(
      // Without the run's context: runs that may ask for actions have them kept.
      effect: effect(
        .on(Enter.self).run { [clock = scene.clock] _, _ in try await clock.sleep(for: .seconds(1))
        }
      ),
      id: "waiting"
    )
    if isSecond { scene.leave() }
    if load == .oldState { scene.invite() }
    isKeeping.value = load == .oldState || load == .newState
    switch load {
    case .action: scene.enter()
    case .followUp: scene.followUp { .fireAndForget($0) }
    case .oldState: scene.leave()
    case .newState: store.dispatch(action: Enter(makeGuest: { [scene] in scene.witness() }))
    }
    isKeeping.value = false
    kept.value = nil
    if load == .newState { scene.dismiss() }
  }
}

extension ReleasingScene.Move {
  fileprivate static let replace = Self { $0.store.register(effects: [], id: "waiting") }
}
