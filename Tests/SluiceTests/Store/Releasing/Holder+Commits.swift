import Sluice
import SluiceHistory
import SluiceTesting
import TestSupport
import Testing

extension Holder {
  /// Where an action is held until its dispatch is over.
  static let actions: [Holder] = [
    Holder("an action that no observer sees", atOnce: true, [.carry()]),
    Holder("an action that is handled and not watched", atOnce: true, [.enter]),
    Holder("an action that an interceptor sees", atOnce: true, [.watch, .carry(), .enter]),
    Holder("an action that a sink follows", atOnce: true, [.sinkGuests, .enter]),
    Holder("an action of a type that is known only at run time", atOnce: true) { scene in
      scene.watch()
      scene.store.send(Carry(witness: scene.witness()))
    },
    Holder("the payload of an action made from a template", atOnce: true) { scene in
      let parcel = ActionTemplate(id: "parcel", payloadType: Witness.self)
      scene.store.register(reducer: Reducer(ReduceOn(parcel) { state, _ in state.count += 1 }))
      scene.store.dispatch(action: parcel(payload: scene.witness()))
      scene.watch()
      scene.store.register(effect: .on(AnonymousAction<Witness>.self).map { _, _ in nil })
      scene.store.dispatch(action: parcel(payload: scene.witness()))
    },
    Holder("an action that waits for its delivery", atOnce: true, [.watch]) { scene in
      scene.step { $0.carry(10) }
    },
    Holder("an action that a middleware drops", atOnce: true) { scene in
      scene.store.pass { action, _, next in if !(action is Carry) { next(action) } }
      scene.carry()
    },
    Holder("an action that a middleware passes on later", atOnce: true) { scene in
      let later = Shared<(@Sendable () -> Void)?>(nil)
      scene.store.pass { action, _, next in
        if action is Carry { later.value = { next(action) } } else { next(action) }
      }
      scene.carry()
      later.value?()
      later.value = nil
    },
    Holder("an action that a cancelled run sends", atOnce: true) { scene in
      let isOver = Log<Bool>()
      scene.store.register(
        effect: .on(Enter.self).run { [unowned scene] (_, _, context: RunContext<Void>) in
          try? await context.sleep(for: .seconds(1))
          context.send(Carry(witness: scene.witness()))
          isOver.append(true)
        }
        .cancelled(by: Step.self)
      )
      scene.leave()
      await scene.clock.advance()
      scene.step()
      try await isOver.wait(for: true)
    },
    Holder("an action that is a closure", atOnce: true) { scene in
      scene.store.register(middleware: ThunkMiddleware<Room>())
      scene.store.dispatch(
        action: Thunk<Room> { [hold = scene.holding()] context in
          hold()
          context.dispatch(action: Step())
        }
      )
    },
    Holder("an action from a sequence") { scene in
      let (actions, continuation) = AsyncStream<Carry>.makeStream()
      scene.store.dispatch(actionsFrom: actions)
      continuation.yield(Carry(witness: scene.witness()))
      continuation.finish()
    },
  ]

  /// Where a state is held that is no longer the store's.
  static let states: [Holder] = [
    Holder("a state that another one is put in the place of", [.invite, .restore]),
    Holder("a part of a state that another one replaces", atOnce: true, [.invite, .dismiss]),
    Holder("a state that an earlier one is put in the place of") { scene in
      let kept = scene.keepingCommits { $0.number == 1 }
      scene.step()
      scene.invite()
      if let commit = kept.value { scene.store.restore(commit) }
      kept.value = nil
    },
    Holder("the state before a delivered commit", atOnce: true, [.watch, .invite, .leave]),
    Holder("the state before a commit that was queued", atOnce: true, [.watch, .invite]) { scene in
      scene.step { $0.leave() }
    },
    // The box of the state that is delivered is shared: the reducer changes a copy.
    Holder("the state that only selections are notified of", atOnce: true, [.invite]) { scene in
      scene.step { $0.leave() }
    },
    Holder("a state that was read", atOnce: true) { scene in
      scene.invite()
      let state = scene.store.state
      scene.leave()
      withExtendedLifetime(consume state) {}
    },
    Holder("a commit that an interceptor keeps until the next one", atOnce: true) { scene in
      let kept = scene.keepingCommits()
      scene.invite()
      scene.carry()
      scene.leave()
      scene.step(2)
      kept.value = nil
    },
    Holder("a step that falls out of a history", atOnce: true) { scene in
      scene.store.register(history: StateHistory(of: .state(\Room.self), limit: 2))
      scene.invite()
      scene.carry()
      scene.enter()
      scene.step(10)
    },
    Holder("steps that a history forgets", atOnce: true) { scene in
      let history = history(limit: 100)
      let registration = scene.store.register(history: history)
      scene.invite()
      scene.enter()
      scene.step()
      history.clear()
      registration.unregister()
    },
    Holder("undone steps that a new one takes the place of") { scene in
      // Of one step: the store records the actions of the last ones beside.
      let history = scene.store.keeping(history(limit: 1))
      scene.step()
      scene.store.dispatch(
        action: Enter(witness: scene.witness(), makeGuest: { [scene] in scene.witness() })
      )
      history.undo()
      scene.step()
      try await scene.finish()
    },
    Holder("a state that an undo has left behind", atOnce: true) { scene in
      // Only the state holds it.
      let undoing = scene.store.keeping(
        StateHistory(of: .state(\Room.self), recording: { $0 is Enter })
      )
      let recording = scene.store.keeping(
        StateHistory(
          of: .state(\Room.self),
          limit: 2,
          recordsActions: true,
          recording: { _ in false }
        )
      )
      scene.step()
      scene.store.dispatch(action: Enter(makeGuest: { [scene] in scene.witness() }))
      undoing.undo()
      // The other has the undo as a step.
      try #require(recording.past.count == 1)
      for history in [undoing, recording] { history.clear() }
      scene.step(8)
    },
  ]

  /// A history without the steps of releasing.
  private static func history(limit: Int) -> StateHistory<Room, Room> {
    StateHistory(of: .state(\Room.self), limit: limit, recording: { !($0 is Released) })
  }
}
