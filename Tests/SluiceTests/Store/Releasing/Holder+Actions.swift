import Sluice
import SluiceTesting
import Testing

extension Holder {
  /// Where an action is held until its dispatch is over.
  static let actions: [Holder] = [
    Holder("an action that no observer sees") { scene in
      scene.carry()
      try scene.expectAllInState()
    },
    Holder("an action that is handled and not watched") { scene in
      scene.store.dispatch(action: Enter(witness: scene.witness()))
      try scene.expectAllInState()
    },
    Holder("an action that an interceptor sees") { scene in
      scene.watch()
      scene.carry()
      scene.store.dispatch(action: Enter(witness: scene.witness()))
      try scene.expectAllInState()
    },
    Holder("an action that a sink follows") { scene in
      let token = scene.store.select(\.count).sink { _ in }
      scene.store.dispatch(action: Enter(witness: scene.witness()))
      token.cancel()
      try scene.expectAllInState()
    },
    Holder("an action of a type that is known only at run time") { scene in
      scene.watch()
      do {
        let action: any Action = Carry(witness: scene.witness())
        scene.store.dispatch(action: action)
      }
      try scene.expectAllInState()
    },
    Holder("an action that is an object") { scene in
      final class Parcel: Action {
        let witness: Witness

        init(_ witness: Witness) { self.witness = witness }
      }
      scene.store.dispatch(action: Parcel(scene.witness()))
      scene.watch()
      scene.store.dispatch(action: Parcel(scene.witness()))
      try scene.expectAllInState()
    },
    Holder("the payload of an action made from a template") { scene in
      let parcel = ActionTemplate(id: "parcel", payloadType: Witness.self)
      scene.store.register(reducer: Reducer(ReduceOn(parcel) { state, _ in state.count += 1 }))
      scene.store.dispatch(action: parcel(payload: scene.witness()))
      scene.watch()
      scene.store.register(effect: .map(AnonymousAction<Witness>.self) { _ in nil })
      scene.store.dispatch(action: parcel(payload: scene.witness()))
      try scene.expectAllInState()
    },
    Holder("an action that waits for its delivery") { scene in
      let token = scene.store.select(\.count).sink { [unowned scene] count in
        if count == 1 { for _ in 0..<10 { scene.carry() } }
      }
      scene.watch()
      scene.step()
      token.cancel()
      try scene.expectAllInState()
    },
    Holder("an action that a middleware drops") { scene in
      scene.store.register(
        middleware: Relay { action, next in if !(action is Carry) { next(action) } }
      )
      scene.carry()
      try scene.expectAllInState()
    },
    Holder("an action that a middleware passes on later") { scene in
      let later = Shared<(@Sendable () -> Void)?>(nil)
      scene.store.register(
        middleware: Relay { action, next in
          if action is Carry { later.value = { next(action) } } else { next(action) }
        }
      )
      scene.carry()
      later.value?()
      later.value = nil
      try scene.expectAllInState()
    },
    Holder("an action that a cancelled run sends") { scene in
      let isOver = Log<Bool>()
      scene.store.register(
        effect: .on(Enter.self) { [unowned scene] (_, _, context: RunContext<Void>) in
          try? await context.sleep(for: .seconds(1))
          context.send(Carry(witness: scene.witness()))
          isOver.append(true)
        }
        .cancelled(by: Step.self)
      )
      scene.store.dispatch(action: Enter())
      await scene.clock.advance()
      scene.step()
      try await isOver.wait(for: true)
      try scene.expectAllInState()
    },
    Holder("an action that is a closure") { scene in
      scene.store.register(middleware: ThunkMiddleware<Room>())
      scene.store.dispatch(
        action: Thunk<Room> { [hold = scene.holding()] context in
          hold()
          context.dispatch(action: Step())
        }
      )
      try scene.expectAllInState()
    },
    Holder("an action from a sequence") { scene in
      let (actions, continuation) = AsyncStream<Carry>.makeStream()
      scene.store.dispatch(actionsFrom: actions)
      continuation.yield(Carry(witness: scene.witness()))
      continuation.finish()
    },
  ]
}

/// Does with an action what a closure says.
struct Relay: Middleware {
  let pass: @Sendable (any Action, @escaping @Sendable (any Action) -> Void) -> Void

  func process(
    _ action: any Action,
    context: MiddlewareContext<Room>,
    next: @escaping @Sendable (any Action) -> Void
  ) {
    if action is Released { next(action) } else { pass(action, next) }
  }
}
