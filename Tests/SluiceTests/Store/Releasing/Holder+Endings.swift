import Sluice
import SluiceTesting
import Testing

extension Holder {
  /// What a store holds when it is freed, although it is used later.
  static let endings: [Holder] = [
    Holder("an environment, when the store is freed") { scene in
      do {
        let store = Store<Room, Witness>(initialState: Room(), environment: scene.witness())
        store.register(
          effect: .on(Step.self) { _, environment in
            withExtendedLifetime(environment) {}
          }
        )
        store.register(effect: .nonDispatching { actions, _ in for await _ in actions {} })
        store.dispatch(action: Step())
      }
    },
    Holder("an environment, when the store is freed and a selection is not") { scene in
      let selection: Selection<Int>
      do {
        let store = Store<Room, Witness>(initialState: Room(), environment: scene.witness())
        store.register(
          effect: .on(Step.self) { _, environment in withExtendedLifetime(environment) {} }
            .cancelled(by: Carry.self)
        )
        store.dispatch(action: Step())
        selection = store.select(\.count)
      }
      try await scene.finish()
      #expect(selection.value == 0)
    },
    ending("the closure of an interceptor") { store, hold in
      store.register(interceptor: CommitProbe<Room> { _ in hold() })
    },
    ending("the closure of a middleware") { store, hold in
      store.register(
        middleware: Relay { action, next in
          hold()
          next(action)
        }
      )
    },
    ending("the closure of a reducer") { store, hold in
      store.register(reducer: Reducer(ReduceOn(Step.self) { _, _ in hold() }))
    },
    ending("the closure of a synchronous effect") { store, hold in
      store.register(
        effect: .map(Step.self) { _ in
          hold()
          return nil
        }
      )
    },
    ending("the closure of an effect") { store, hold in
      store.register(effect: .on(Step.self) { _, _ in hold() })
    },
    ending("the closure of an effect that an action cancels") { store, hold in
      store.register(effect: .on(Step.self) { _, _ in hold() }.cancelled(by: Carry.self))
    },
    ending("the closure of an effect whose run waits") { store, hold in
      store.register(
        effect: .on(Step.self) { _, _, context in
          hold()
          _ = try await context.next(Stop.self)
        }
      )
    },
    ending("the closure of a stream") { store, hold in
      store.register(
        effect: .nonDispatching { actions, _ in
          for await _ in actions { hold() }
        }
      )
    },
    ending("the closures of a feedback") { store, hold in
      store.register(
        feedback: Feedback(
          whenChanged: { (room: Room) in
            hold()
            return room.count
          },
          { _, _, _ in hold() }
        )
      )
    },
    ending("handlers") { store, hold in
      store.onEffectFailure = { _ in hold() }
      store.onDiagnostic = { _ in hold() }
    },
    ending("an action that waits") { store, hold in
      struct Wait: Action { let hold: @Sendable () -> Void }
      store.register(
        effect: .on(Wait.self) { _, _ in }.debounce(for: .seconds(1_000))
      )
      store.register(
        effect: .on(Wait.self) { _, _, context in _ = try await context.next(Stop.self) }
      )
      store.dispatch(action: Wait(hold: hold))
    },
    ending("a follow-up in a task") { store, hold in
      store.dispatch(
        action: Enter(makeFollowUps: {
          [
            .fireAndForget {
              await Task.yield()
              hold()
            }
          ]
        })
      )
    },
    ending("the step of a history") { store, hold in
      store.register(history: StateHistory(of: \Room.self))
      store.dispatch(action: Thunk<Room> { _ in hold() })
    },
  ]

  /// - Parameter register: Lets a store hold a closure.
  private static func ending(
    _ name: String,
    _ register:
      @escaping @Sendable (_ store: Store<Room, Void>, _ hold: @escaping @Sendable () -> Void) ->
      Void
  ) -> Holder {
    Holder("\(name), when the store is freed") { scene in
      let selection: Selection<Int>
      do {
        let store = Store<Room, Void>(initialState: Room(), reducers: [ReleasingScene.reducer])
        selection = store.select(\.count)
        register(store, scene.holding(scene.witness(of: store, selection)))
        store.dispatch(action: Step())
      }
      try await scene.finish()
      try #require(selection.value == 1)
    }
  }
}
