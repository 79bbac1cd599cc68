import Sluice
import SluiceTesting
import TestSupport
import Testing

extension Holder {
  /// Where what is registered holds something.
  static let registrations: [Holder] = [
    Holder("an interceptor that is unregistered") { scene in
      scene.store.register(interceptor: holdingInterceptor(scene))
      scene.step()
      scene.store.unregisterInterceptors(ofType: CommitProbe<Room>.self)
      try scene.expectAllInState()
    },
    Holder("an interceptor that is unregistered in a delivery") { scene in
      scene.store.register(interceptor: holdingInterceptor(scene))
      let token = scene.store.select(\.count).sink { [unowned scene] count in
        if count == 1 { scene.store.unregisterInterceptors(ofType: CommitProbe<Room>.self) }
      }
      scene.step()
      token.cancel()
    },
    Holder("an interceptor that is unregistered while another thread delivers") { scene in
      scene.store.register(interceptor: holdingInterceptor(scene))
      let isDelivering = Gate()
      let goOn = Gate()
      let token = scene.store.select(\.count).sink { count in
        if count == 1 {
          isDelivering.open()
          goOn.wait()
        }
      }
      await Threads.run(2) { index in
        if index == 0 { return scene.step() }
        isDelivering.wait()
        scene.store.unregisterInterceptors(ofType: CommitProbe<Room>.self)
        goOn.open()
      }
      token.cancel()
    },
    Holder("a middleware that is unregistered") { scene in
      scene.store.register(middleware: holdingMiddleware(scene))
      scene.step()
      scene.store.unregisterMiddleware(ofType: Relay.self)
      try scene.expectAllInState()
    },
    Holder("a middleware that unregisters itself") { scene in
      scene.store.register(
        middleware: Relay { [unowned scene, hold = scene.holding()] action, next in
          hold()
          scene.store.unregisterMiddleware(ofType: Relay.self)
          next(action)
        }
      )
      scene.step()
      try scene.expectAllInState()
    },
    Holder("the closure of an effect that is unregistered") { scene in
      let registrations = [
        scene.store.register(effect: holdingMap(scene)),
        scene.store.register(effect: holdingRun(scene)),
        scene.store.register(effect: holdingStream(scene)),
      ]
      scene.step()
      await scene.clock.advance()
      for registration in registrations { registration.unregister() }
    },
    Holder("the closure of an effect that another one takes the place of") { scene in
      for _ in 0..<3 {
        scene.store.register(
          effects: [holdingMap(scene), holdingRun(scene), holdingStream(scene)],
          id: "replaced"
        )
        scene.step()
      }
      scene.store.unregisterEffects(withID: "replaced")
      await scene.clock.advance()
    },
    Holder("the closure of an effect that unregisters itself") { scene in
      scene.store.register(
        effect: .map(Step.self) { [unowned scene, hold = scene.holding()] _ in
          hold()
          scene.store.unregisterEffects(withID: "itself")
          return nil
        },
        id: "itself"
      )
      scene.step()
    },
    Holder("effects that an object brings") { scene in
      final class Work: Effects<Void> {
        let witness: Witness
        let map: Effect<Void>

        init(_ witness: Witness) {
          self.witness = witness
          map = .map(Step.self) { _ in
            withExtendedLifetime(witness) {}
            return nil
          }
        }
      }
      scene.store.register(effects: Work(scene.witness()))
      scene.step()
      scene.store.unregisterEffects(ofType: Work.self)
    },
    Holder("the closure of a reducer that is unregistered") { scene in
      do {
        let reducer = holdingReducer(scene)
        scene.store.register(reducer: reducer)
        scene.step()
        scene.store.unregister(reducer: reducer)
      }
      try scene.expectAllInState()
    },
    Holder("the closure of a reducer that is unregistered in a delivery") { scene in
      let reducer = Shared<Reducer<Room>?>(holdingReducer(scene))
      if let reducer = reducer.value { scene.store.register(reducer: reducer) }
      let token = scene.store.select(\.count).sink { [unowned scene] count in
        guard count == 1, let reducer = reducer.exchange(nil) else { return }
        scene.store.unregister(reducer: reducer)
      }
      scene.step(2)
      token.cancel()
    },
    Holder("handlers for failures and diagnostics that are replaced") { scene in
      for _ in 0..<3 {
        scene.store.onEffectFailure = { [hold = scene.holding()] _ in hold() }
        scene.store.onDiagnostic = { [hold = scene.holding()] _ in hold() }
      }
      scene.store.onEffectFailure = nil
      scene.store.onDiagnostic = { _ in }
      try scene.expectAllInState()
    },
    Holder("a feature that is unregistered") { scene in
      scene.store.register(feature: holdingFeature(scene))
      scene.step()
      await scene.clock.advance()
      scene.store.unregister(feature: Feature<Room, Void>(id: "feature"))
    },
  ]

  static func holdingInterceptor(_ scene: ReleasingScene) -> CommitProbe<Room> {
    CommitProbe { [hold = scene.holding()] _ in hold() }
  }

  static func holdingMiddleware(_ scene: ReleasingScene) -> Relay {
    Relay { [hold = scene.holding()] action, next in
      hold()
      next(action)
    }
  }

  static func holdingMap(_ scene: ReleasingScene) -> Effect<Void> {
    .map(Step.self) { [hold = scene.holding()] _ in
      hold()
      return nil
    }
  }

  static func holdingRun(_ scene: ReleasingScene) -> Effect<Void> {
    .on(Step.self) { [hold = scene.holding()] _, _, context in
      hold()
      try await context.sleep(for: .seconds(1))
    }
  }

  static func holdingStream(_ scene: ReleasingScene) -> Effect<Void> {
    .nonDispatching { [hold = scene.holding()] actions, _ in
      for await _ in actions { hold() }
    }
  }

  static func holdingReducer(_ scene: ReleasingScene) -> Reducer<Room> {
    Reducer(ReduceOn(Step.self) { [hold = scene.holding()] _, _ in hold() })
  }

  private static func holdingFeature(_ scene: ReleasingScene) -> Feature<Room, Void> {
    Feature(id: "feature")
      .reducer(holdingReducer(scene))
      .effect(holdingMap(scene))
      .effect(holdingRun(scene))
      .feedback(
        Feedback(whenChanged: { $0.count }, { [hold = scene.holding()] _, _, _ in hold() })
      )
      .middleware(holdingMiddleware(scene))
      .interceptor(holdingInterceptor(scene))
  }
}
