import Sluice
import SluiceHistory
import SluiceTesting
import TestSupport
import Testing

extension Holder {
  /// Has a store hold a closure; returns what ends that.
  typealias Hold =
    @Sendable (Store<Room, Void>, @escaping @Sendable () -> Void) -> @Sendable () -> Void

  /// Where what is registered holds something, until it is unregistered or its store is freed.
  static let registrations: [Holder] = registered.flatMap(\.self) + replaced

  private static let registered: [[Holder]] = [
    of(
      "an interceptor",
      [.atOnce, .itself],
      byType: { $0.unregisterInterceptors(ofType: CommitProbe<Room>.self) },
      hold: { store, hold in store.register(interceptor: CommitProbe { _ in hold() }).unregister }
    ),
    of(
      "a middleware",
      [.atOnce, .itself],
      byType: { $0.unregisterMiddleware(ofType: MiddlewareFunction<Room>.self) },
      hold: { $0.register(middleware: middleware($1)).unregister }
    ),
    of(
      "the closure of a reducer",
      [.atOnce],
      byType: { $0.unregister(reducer: Reducer<Room>(id: "holding")) },
      hold: { $0.register(reducer: reducer($1)).unregister }
    ),
    of(
      "effects that an object brings",
      [.itself],
      byType: { $0.unregisterEffects(ofType: Work.self) },
      hold: { $0.register(effects: Work($1)).unregister }
    ),
    of(
      "a feature",
      byType: { $0.unregister(feature: Feature<Room, Void>(id: "feature")) },
      hold: { $0.register(feature: feature($1)).unregister }
    ),
    of(effect: "the closure of an effect") { hold in .on(Step.self).run { _, _ in hold() } },
    of(effect: "the closure of an effect that an action cancels") { hold in
      .on(Step.self).run { _, _ in hold() }.cancelled(by: Carry.self)
    },
    of(effect: "the closure of an effect whose run sleeps", run),
    of(effect: "the closure of an effect whose run waits") { hold in
      .on(Step.self).run { _, _, context in
        hold()
        _ = try await context.next(Stop.self)
      }
    },
    of(effect: "the closure of a stream", stream),
    of("the closures of a feedback") { $0.register(feedback: feedback($1)).unregister },
    of("the closure of a sink", [.itself]) { store, hold in
      store.select(\.count).sink { _ in hold() }.cancel
    },
    of("the closure of a sink on an actor") { store, hold in
      store.select(\.count).sink { @MainActor _ in hold() }.cancel
    },
  ]

  /// What else holds for what is registered.
  private enum Property {
    /// It is released when it is unregistered.
    case atOnce
    /// It may unregister itself: it isn't called within a run, nor under a lock.
    case itself
  }

  /// The ways in which something registered is released.
  private static func of(
    _ name: String,
    _ properties: [Property] = [],
    byType: (@Sendable (Store<Room, Void>) -> Void)? = nil,
    hold: @escaping Hold
  ) -> [Holder] {
    func way(
      _ way: String,
      atOnce isAtOnce: Bool = false,
      _ play:
        @escaping @Sendable (ReleasingScene, _ end: @escaping @Sendable () -> Void) async -> Void
    ) -> Holder {
      Holder("\(name), when it is unregistered\(way)", atOnce: isAtOnce) { scene in
        await play(scene, hold(scene.store, scene.holding()))
        if isAtOnce { return }
        await scene.clock.advance()
        scene.askManySelectors()
      }
    }
    let isAtOnce = properties.contains(.atOnce)
    var holders = [
      ending(name) { store, closure in _ = hold(store, closure) },
      way("", atOnce: isAtOnce) { scene, end in
        scene.step()
        await scene.clock.advance()
        end()
      },
      way(" in a delivery") { scene, end in scene.step(2) { _ in end() } },
      way(" while another thread delivers") { scene, end in
        let call = HeldCall()
        await call.run({ scene.step { _ in call.hold() } }, meanwhile: end)
      },
    ]
    if let byType {
      holders.append(
        way(" by type", atOnce: isAtOnce) { scene, _ in
          scene.step()
          await scene.clock.advance()
          byType(scene.store)
        }
      )
    }
    if properties.contains(.itself) {
      holders.append(
        Holder("\(name), when it unregisters itself", atOnce: isAtOnce) { scene in
          let end = Shared<(@Sendable () -> Void)?>(nil)
          end.value = hold(scene.store) { [closure = scene.holding()] in
            closure()
            end.exchange(nil)?()
          }
          scene.step()
        }
      )
    }
    return holders
  }

  private static func of(
    effect name: String,
    _ make: @escaping @Sendable (@escaping @Sendable () -> Void) -> Effect<Void>
  ) -> [Holder] {
    of(name) { $0.register(effect: make($1)).unregister }
  }

  private static let replaced: [Holder] = [
    Holder("effects that others take the place of") { scene in
      for _ in 0..<3 {
        let hold = scene.holding()
        scene.store.register(effects: [Work(hold).map, run(hold), stream(hold)], id: "replaced")
        scene.step()
      }
      scene.store.unregisterEffects(withID: "replaced")
      await scene.clock.advance()
    },
    Holder("handlers for failures and diagnostics that are replaced", atOnce: true) { scene in
      for _ in 0..<3 {
        scene.store.onEffectFailure = { [hold = scene.holding()] _ in hold() }
        scene.store.onDiagnostic = { [hold = scene.holding()] _ in hold() }
      }
      scene.store.onEffectFailure = nil
      scene.store.onDiagnostic = { _ in }
    },
  ]

  private final class Work: Effects<Void> {
    let map: Effect<Void>

    init(_ hold: @escaping @Sendable () -> Void) { map = .seeing(Step.self) { _ in hold() } }
  }

  private static func middleware(
    _ hold: @escaping @Sendable () -> Void
  ) -> MiddlewareFunction<Room> {
    MiddlewareFunction { action, _, next in
      hold()
      next(action)
    }
  }

  private static func reducer(_ hold: @escaping @Sendable () -> Void) -> Reducer<Room> {
    Reducer(id: "holding", ReduceOn(Step.self) { _, _ in hold() })
  }

  private static func run(_ hold: @escaping @Sendable () -> Void) -> Effect<Void> {
    .on(Step.self).run { _, _, context in
      hold()
      try await context.sleep(for: .seconds(1))
    }
  }

  private static func stream(_ hold: @escaping @Sendable () -> Void) -> Effect<Void> {
    .nonDispatching { actions, _ in for await _ in actions { hold() } }
  }

  private static func feedback(_ hold: @escaping @Sendable () -> Void) -> Feedback<Room, Void> {
    Feedback(
      for: { (room: Room) in
        hold()
        return room.count
      },
      { _, _, _ in hold() }
    )
  }

  private static func feature(_ hold: @escaping @Sendable () -> Void) -> Feature<Room, Void> {
    Feature(id: "feature").reducer(reducer(hold)).effect(run(hold)).feedback(feedback(hold))
      .middleware(middleware(hold)).interceptor(CommitProbe { _ in hold() })
  }

  /// What a store holds when it is freed, although it is used later.
  static let endings: [Holder] = [
    Holder("an environment, when the store is freed and a selection is not") { scene in
      let selection: Selection<Int>
      do {
        let store = Store<Room, Witness>(initialState: Room(), environment: scene.witness())
        store.register(
          effect: .on(Step.self).run { _, environment in environment.stay() }.cancelled(
            by: Carry.self
          )
        )
        store.register(effect: .nonDispatching { actions, _ in for await _ in actions {} })
        store.dispatch(action: Step())
        selection = store.select(\.count)
      }
      try await scene.finish()
      #expect(selection.value == 0)
    },
    ending("handlers") { store, hold in
      store.onEffectFailure = { _ in hold() }
      store.onDiagnostic = { _ in hold() }
    },
    ending("an action that waits") { store, hold in
      struct Wait: Action { let hold: @Sendable () -> Void }
      store.register(effect: .on(Wait.self).run { _, _ in }.debounce(for: .seconds(1_000)))
      store.register(
        effect: .on(Wait.self).run { _, _, context in _ = try await context.next(Stop.self) }
      )
      store.dispatch(action: Wait(hold: hold))
    },
    ending("a follow-up in a task") { store, hold in
      let followUp = FollowUp.fireAndForget {
        await Task.yield()
        hold()
      }
      store.dispatch(action: Enter(makeFollowUps: { [followUp] }))
    },
    ending("the step of a history") { store, hold in
      store.register(history: StateHistory(of: .state(\Room.self)))
      store.dispatch(action: Thunk<Room> { _ in hold() })
    },
  ]

  /// - Parameter register: Lets a store hold a closure.
  static func ending(
    _ name: String,
    _ register: @escaping @Sendable (Store<Room, Void>, @escaping @Sendable () -> Void) -> Void
  ) -> Holder {
    Holder("\(name), when the store is freed") { scene in
      let selection: Selection<Int>
      do {
        let store = Store<Room, Void>(initialState: Room(), reducers: [ReleasingScene.reducer])
        selection = store.select(\.count)
        register(store) { [witness = scene.witness(of: store, selection)] in witness.stay() }
        store.dispatch(action: Step())
      }
      try await scene.finish()
      try #require(selection.value == 1)
    }
  }
}
