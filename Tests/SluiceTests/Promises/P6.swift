import Sluice
import Testing

extension Promises {
  /// A reducer that uses the store is stopped, with a message that helps.
  @Suite struct P6 {
    private struct Naughty: Action {}
    private struct Tidy: Action {}

    private static func message(_ bytes: [UInt8]) -> String {
      String(decoding: bytes, as: UTF8.self)
    }

    /// A store whose reducer does what it must not.
    private static func store(
      _ misuse: @escaping @Sendable (Store<Counting, Void>) -> Void
    ) -> Store<Counting, Void> {
      let store = Store.counting()
      let reducer = Reducer<Counting>(
        id: "naughty reducer",
        ReduceOn(Tidy.self) { _, _ in },
        ReduceOn(Naughty.self) { [unowned store] _, _ in misuse(store) }
      )
      store.register(reducer: Reducer(id: "innocent", ReduceOn(Naughty.self) { _, _ in }))
      store.register(reducer: reducer)
      return store
    }

    @Test func `a dispatch inside a reducer names action, reducer and the way out`() async {
      let result = await #expect(
        processExitsWith: .failure,
        observing: [\.standardErrorContent]
      ) {
        Self.store { $0.dispatch(action: Tidy()) }.dispatch(action: Naughty())
      }
      let message = Self.message(result?.standardErrorContent ?? [])
      #expect(message.contains("the reducer “naughty reducer” called dispatch(action:)"))
      #expect(message.contains("while it was reducing Naughty"))
      #expect(message.contains("To fix, dispatch from an effect (`Effect.map(Naughty.self)"))
    }

    @Test func `reading the state inside a reducer names action, reducer and the way out`() async {
      let result = await #expect(
        processExitsWith: .failure,
        observing: [\.standardErrorContent]
      ) {
        Self.store { _ = $0.state.count }.dispatch(action: Naughty())
      }
      let message = Self.message(result?.standardErrorContent ?? [])
      #expect(message.contains("the reducer “naughty reducer” called state"))
      #expect(message.contains("while it was reducing Naughty"))
    }

    @Test func `subscribing inside a reducer is stopped while others watch`() async {
      let result = await #expect(
        processExitsWith: .failure,
        observing: [\.standardErrorContent]
      ) {
        let store = Self.store { _ = $0.select(\.count).sink { _ in } }
        let token = store.select(\.count).sink { _ in }
        let action: any Action = Naughty()
        store.dispatch(action: action)
        token.cancel()
      }
      let message = Self.message(result?.standardErrorContent ?? [])
      #expect(message.contains("the reducer “naughty reducer” called"))
    }

    @Test func `registering inside a reducer is stopped`() async {
      await #expect(processExitsWith: .failure) {
        Self.store { $0.register(reducer: .counting) }.dispatch(action: Naughty())
      }
    }

    @Test func `a value of the state that uses the store when it is released is stopped`() async {
      let result = await #expect(
        processExitsWith: .failure,
        observing: [\.standardErrorContent]
      ) {
        struct Holding: Sendable { var witness: Witness? }
        let store = Store(
          initialState: Holding(),
          reducers: [
            Reducer<Holding>(
              id: "dropper",
              ReduceOn(Naughty.self) { state, _ in state.witness = nil },
              ReduceOn(Tidy.self) { _, _ in }
            )
          ]
        )
        struct Hold: Action { let witness: Witness }
        store.register(
          reducer: Reducer(ReduceOn(Hold.self) { state, action in state.witness = action.witness })
        )
        store.dispatch(
          action: Hold(witness: Witness { [unowned store] in store.dispatch(action: Tidy()) })
        )
        store.dispatch(action: Naughty())
      }
      let message = Self.message(result?.standardErrorContent ?? [])
      #expect(message.contains("the reducer “dropper” called dispatch(action:)"))
    }
  }
}
