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
    let effect: @Sendable (ActionEffect<Void, Enter>) -> ActionEffect<Void, Enter>
    /// Comes before the action that waits.
    var prepare: @Sendable (ReleasingScene) async -> Void = { _ in }
    let end: @Sendable (ReleasingScene) async -> Void
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
    store.register(
      // Without the run's context: runs that may ask for actions have them kept.
      effect: lane.effect(
        .on(Enter.self) { [clock = scene.clock] _, _ in try await clock.sleep(for: .seconds(1)) }
      ),
      id: "waiting"
    )
    await lane.prepare(scene)
    if load == .oldState { scene.invite() }
    isKeeping.value = load == .oldState || load == .newState
    dispatch(load, scene)
    isKeeping.value = false
    kept.value = nil
    if load == .newState { store.restore(nil, at: \.guest) }
    await lane.end(scene)
    // Runs end, and release what they were set off by.
    await scene.clock.run()
    try await scene.finish()
  }

  private static func dispatch(_ load: Load, _ scene: ReleasingScene) {
    let store = scene.store
    switch load {
    case .action:
      store.dispatch(action: Enter(witness: scene.witness()))
    case .followUp:
      store.dispatch(
        action: Enter(makeFollowUps: { [scene] in [.fireAndForget(scene.holding())] })
      )
    case .oldState:
      store.dispatch(action: Enter())
    case .newState:
      store.dispatch(action: Enter(makeGuest: { [scene] in scene.witness() }))
    }
  }
}

extension Holder.Lane {
  fileprivate static let all: [Holder.Lane] = [
    Holder.Lane(name: "starts a run at once", effect: { $0 }, end: { _ in }),
    Holder.Lane(
      name: "starts a run in a lane at once",
      effect: { $0.overlap(.first) },
      end: { _ in }
    ),
    Holder.Lane(
      name: "starts a run after a debounce",
      effect: { $0.debounce(for: .seconds(1)) },
      end: { await $0.clock.advance(by: .seconds(1)) }
    ),
    Holder.Lane(
      name: "another one takes the place of in a debounce",
      effect: { $0.debounce(for: .seconds(1)) },
      end: { $0.store.dispatch(action: Enter()) }
    ),
    Holder.Lane(
      name: "is cancelled in a debounce",
      effect: { $0.debounce(for: .seconds(1)).cancelled(by: Step.self) },
      end: { $0.step() }
    ),
    Holder.Lane(
      name: "is cancelled in a debounce by a closure",
      effect: { $0.debounce(for: .seconds(1)).cancelled(by: Step.self) { _, _ in true } },
      end: { $0.step() }
    ),
    Holder.Lane(
      name: "waits in a debounce of an effect that is unregistered",
      effect: { $0.debounce(for: .seconds(1)) },
      end: { $0.store.unregisterEffects(withID: "waiting") }
    ),
    Holder.Lane(
      name: "waits in a debounce of an effect that is replaced",
      effect: { $0.debounce(for: .seconds(1)) },
      end: { $0.store.register(effects: [], id: "waiting") }
    ),
    Holder.Lane(
      name: "a throttle drops",
      effect: { $0.throttle(for: .seconds(5)) },
      prepare: { $0.store.dispatch(action: Enter()) },
      end: { _ in }
    ),
    Holder.Lane(
      name: "a throttle lets through at its end",
      effect: { $0.throttle(for: .seconds(5), edges: .trailing) },
      end: { await $0.clock.advance(by: .seconds(5)) }
    ),
    Holder.Lane(
      name: "starts a run when the one before has ended",
      effect: { $0.overlap(.serial) },
      prepare: { $0.store.dispatch(action: Enter()) },
      end: { await $0.clock.advance(by: .seconds(1)) }
    ),
    Holder.Lane(
      name: "is cancelled before its turn",
      effect: { $0.overlap(.serial).cancelled(by: Step.self) },
      prepare: { $0.store.dispatch(action: Enter()) },
      end: { $0.step() }
    ),
    Holder.Lane(
      name: "is passed over while a run is alive",
      effect: { $0.overlap(.first) },
      prepare: { $0.store.dispatch(action: Enter()) },
      end: { _ in }
    ),
    Holder.Lane(
      name: "the next one cancels",
      effect: { $0.overlap(.latest) },
      end: { scene in
        await scene.clock.advance()
        scene.store.dispatch(action: Enter())
      }
    ),
    Holder.Lane(
      name: "the next one with its key cancels",
      effect: { $0.overlap(.latest, by: { _ in 1 }) },
      end: { scene in
        await scene.clock.advance()
        scene.store.dispatch(action: Enter())
      }
    ),
  ]
}
