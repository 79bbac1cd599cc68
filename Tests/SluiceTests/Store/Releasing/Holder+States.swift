import Sluice
import SluiceTesting
import Testing

extension Holder {
  /// Where a state is held that is no longer the store's.
  static let states: [Holder] = [
    Holder("a state that another one is put in the place of") { scene in
      scene.invite()
      scene.store.restore(Room())
      try await scene.finish()
    },
    Holder("a part of a state that another one is put in the place of") { scene in
      scene.invite()
      scene.store.restore(nil, at: \.guest)
      try scene.expectAllInState()
    },
    Holder("a state that an earlier one is put in the place of") { scene in
      let kept = Shared<Commit<Room>?>(nil)
      scene.store.register(
        interceptor: CommitProbe<Room> { commit in if commit.number == 1 { kept.value = commit } }
      )
      scene.step()
      scene.invite()
      if let commit = kept.value { scene.store.restore(commit) }
      kept.value = nil
    },
    Holder("the state before a commit, once that is delivered") { scene in
      scene.watch()
      scene.invite()
      scene.store.dispatch(action: Enter())
      try scene.expectAllInState()
    },
    Holder("the state before a commit that was queued") { scene in
      scene.watch()
      scene.invite()
      let token = scene.store.select(\.count).sink { [unowned scene] count in
        if count == 1 { scene.store.dispatch(action: Enter()) }
      }
      scene.step()
      token.cancel()
      try scene.expectAllInState()
    },
    Holder("the state that only selections are notified of") { scene in
      let token = scene.store.select(\.count).sink { [unowned scene] count in
        // The box of the state that is delivered is shared: the reducer changes a copy.
        if count == 1 { scene.store.dispatch(action: Enter()) }
      }
      scene.invite()
      scene.step()
      token.cancel()
      try scene.expectAllInState()
    },
    Holder("a state that was read") { scene in
      scene.invite()
      do {
        let state = scene.store.state
        scene.store.dispatch(action: Enter())
        withExtendedLifetime(state) {}
      }
      try scene.expectAllInState()
    },
    Holder("a commit that an interceptor keeps until the next one") { scene in
      let kept = Shared<Commit<Room>?>(nil)
      scene.store.register(interceptor: CommitProbe<Room> { kept.value = $0 })
      scene.invite()
      scene.carry()
      scene.store.dispatch(action: Enter())
      scene.step(2)
      kept.value = nil
      try scene.expectAllInState()
    },
    Holder("a step that falls out of a history") { scene in
      let history = StateHistory(of: \Room.self, limit: 2)
      scene.store.register(history: history)
      scene.invite()
      scene.carry()
      scene.store.dispatch(action: Enter(witness: scene.witness()))
      scene.step(10)
      try scene.expectAllInState()
    },
    Holder("steps that a history forgets") { scene in
      let history = StateHistory(of: \Room.self, recording: { !($0 is Released) })
      let registration = scene.store.register(history: history)
      scene.invite()
      scene.store.dispatch(action: Enter(witness: scene.witness()))
      scene.step()
      history.clear()
      registration.unregister()
      try scene.expectAllInState()
    },
    Holder("undone steps that a new one takes the place of") { scene in
      // Of one step: the store records the actions of the last ones beside.
      let history = StateHistory(of: \Room.self, limit: 1, recording: { !($0 is Released) })
      scene.store.register(history: history)
      scene.step()
      scene.store.dispatch(
        action: Enter(
          witness: scene.witness(),
          makeGuest: { [scene] in scene.witness() }
        )
      )
      history.undo()
      scene.step()
      try await scene.finish()
    },
    Holder("a group of steps that falls out of a history") { scene in
      let history = StateHistory(of: \Room.self, limit: 1, recording: { !($0 is Released) })
      scene.store.register(history: history)
      history.group {
        for _ in 0..<3 { scene.store.dispatch(action: Enter(witness: scene.witness())) }
      }
      scene.step(2)
      try scene.expectAllInState()
    },
  ]
}
