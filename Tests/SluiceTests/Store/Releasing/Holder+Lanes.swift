import Sluice
import SluiceTesting
import Testing

extension Holder {
  /// What the record of a commit holds.
  fileprivate enum Load: String, CaseIterable {
    case action = "an action"
    case followUp = "the follow-up of an action"
    case oldState = "the state before an action"
    case newState = "the state after an action"
  }

  /// An effect behind which actions wait, and what ends the wait.
  fileprivate struct Lane: Sendable {
    let name: String
    /// Whether another action came before.
    let isSecond: Bool
    let effect: @Sendable (ActionEffect<Void, Enter>) -> ActionEffect<Void, Enter>
    let end: [ReleasingScene.Move]

    init(
      _ name: String,
      isSecond: Bool = false,
      _ end: [ReleasingScene.Move] = [],
      effect: @escaping @Sendable (ActionEffect<Void, Enter>) -> ActionEffect<Void, Enter>
    ) {
      (self.name, self.isSecond, self.effect, self.end) = (name, isSecond, effect, end)
    }
  }

  /// Where a commit is held that waits to start a run.
  static let lanes: [Holder] = Lane.all.flatMap { lane in
    Load.allCases.map { load in
      Holder("\(load.rawValue) that \(lane.name)") { scene in
        try await wait(in: lane, with: load, scene)
      }
    }
  }

  fileprivate static func wait(
    in lane: Lane,
    with load: Load,
    _ scene: ReleasingScene
  ) async throws {
    let store = scene.store
    let isKeeping = Shared(false)
    let kept = Shared<Commit<Room>?>(nil)
    store.register(
      interceptor: CommitProbe<Room> { commit in
        // Who keeps a commit keeps its states with it.
        if isKeeping.value { kept.value = commit }
      }
    )
    scene.registration.value = store.register(
      // Without the run's context: runs that may ask for actions have them kept.
      effect: lane.effect(
        .on(Enter.self) { [clock = scene.clock] _, _ in try await clock.sleep(for: .seconds(1)) }
      ),
      id: "waiting"
    )
    if lane.isSecond { scene.leave() }
    if load == .oldState { scene.invite() }
    isKeeping.value = load == .oldState || load == .newState
    switch load {
    case .action: scene.enter()
    case .followUp:
      store.dispatch(
        action: Enter(makeFollowUps: { [scene] in [.fireAndForget(scene.holding())] })
      )
    case .oldState: scene.leave()
    case .newState: store.dispatch(action: Enter(makeGuest: { [scene] in scene.witness() }))
    }
    isKeeping.value = false
    kept.value = nil
    if load == .newState { scene.dismiss() }
    for move in lane.end { await move.play(scene) }
    // Runs end, and release what they were set off by.
    await scene.clock.run()
  }
}

extension Holder.Lane {
  fileprivate static let all: [Holder.Lane] = [
    Holder.Lane("starts a run at once") { $0 },
    Holder.Lane("starts a run in a lane at once") { $0.overlap(.first) },
    Holder.Lane("starts a run after a debounce", [.advance(1)]) { $0.debounce(for: .seconds(1)) },
    Holder.Lane("another one takes the place of in a debounce", [.leave]) {
      $0.debounce(for: .seconds(1))
    },
    Holder.Lane("is cancelled in a debounce", [.step()]) {
      $0.debounce(for: .seconds(1)).cancelled(by: Step.self)
    },
    Holder.Lane("is cancelled in a debounce by a closure", [.step()]) {
      $0.debounce(for: .seconds(1)).cancelled(by: Step.self) { _, _ in true }
    },
    Holder.Lane("waits in a debounce of an effect that is unregistered", [.unregister]) {
      $0.debounce(for: .seconds(1))
    },
    Holder.Lane("waits in a debounce of an effect that is replaced", [.replace]) {
      $0.debounce(for: .seconds(1))
    },
    Holder.Lane("a throttle drops", isSecond: true) { $0.throttle(for: .seconds(5)) },
    Holder.Lane("a throttle lets through at its end", [.advance(5)]) {
      $0.throttle(for: .seconds(5), edges: .trailing)
    },
    Holder.Lane("starts a run when the one before has ended", isSecond: true, [.advance(1)]) {
      $0.overlap(.serial)
    },
    Holder.Lane("is cancelled before its turn", isSecond: true, [.step()]) {
      $0.overlap(.serial).cancelled(by: Step.self)
    },
    Holder.Lane("is passed over while a run is alive", isSecond: true) { $0.overlap(.first) },
    Holder.Lane("the next one cancels", [.advance(), .leave]) { $0.overlap(.latest) },
    Holder.Lane("the next one with its key cancels", [.advance(), .leave]) {
      $0.overlap(.latest, by: { _ in 1 })
    },
  ]
}

extension ReleasingScene.Move {
  fileprivate static let replace = Self { $0.store.register(effects: [], id: "waiting") }
}
