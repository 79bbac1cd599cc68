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

    @Test func `a dispatch inside a reducer names action, reducer and the cure`() async {
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

    @Test func `reading the state inside a reducer names action, reducer and the cure`() async {
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

    @Test func `an id of a lifted reducer that reads the store names the reducer`() async {
      let result = await #expect(
        processExitsWith: .failure,
        observing: [\.standardErrorContent]
      ) {
        let store = Store<[Int], Void>(initialState: [1, 2])
        let reducer = Reducer<Int>(id: "number", ReduceOn(Tidy.self) { number, _ in number += 1 })
        store.register(
          reducer: reducer.lift(
            elements: \[Int].self,
            id: { [unowned store] number in store.state[0] + number },
            action: { (action: Tidy) in (1, action) }
          )
        )
        store.dispatch(action: Tidy())
      }
      let message = Self.message(result?.standardErrorContent ?? [])
      #expect(message.contains("the reducer “number” called state while it was reducing Tidy"))
      #expect(message.contains("A reducer, and what lifts it, must be pure"))
    }

    /// Of several closures and key paths that are used under the lock, the one that uses the store.
    enum Lifted: String, Codable, CaseIterable, CustomStringConvertible {
      case id, property, cancelling, removing, feedback

      var description: String { rawValue }
    }

    private struct Table: Sendable {
      /// Where a property that isn't stored finds the store.
      static let reads = Locked<(@Sendable () -> Void)?>(nil)
      var rows = [1, 2]
      var computed: [Int: Int] {
        Self.reads.withLock { $0 }?()
        return [1: 1]
      }
    }

    private struct Start: Action, Equatable {}

    @Test(arguments: Lifted.allCases)
    func `what a lift calls with the lock held is named by its effect`(lifted: Lifted) async {
      let result = await #expect(
        processExitsWith: .failure,
        observing: [\.standardErrorContent]
      ) { [lifted] in
        let store = Store<Table, Void>(
          initialState: Table(),
          reducers: [Reducer(id: "clear", ReduceOn(Tidy.self) { table, _ in table.rows = [2] })]
        )
        let isImpure = Shared(false)
        let read = { @Sendable [unowned store] in if isImpure.value { _ = store.state } }
        let effect = Effect<Void>.on(Start.self) { _, _, context in
          try await context.sleep(for: .seconds(1_000))
        }
        .cancelled(by: Start.self)
        let byNumber = { @Sendable (action: Start) in (1, action) }
        switch lifted {
        case .id, .removing:
          store.register(
            effect: effect.lift(
              elements: \Table.rows,
              id: { number in
                read()
                return number
              },
              action: byNumber,
              embed: { (_: Int, action: Start) in action }
            ),
            id: "impure effect"
          )
        case .property:
          Table.reads.withLock { $0 = read }
          store.register(
            effect: effect.lift(
              elements: \Table.computed,
              action: byNumber,
              embed: { (_: Int, action: Start) in action }
            ),
            id: "impure effect"
          )
        case .cancelling:
          store.register(
            effect: effect.lift(
              action: { (action: Start) in
                read()
                return action
              },
              embed: { (action: Start) in action }
            ),
            id: "impure effect"
          )
        case .feedback:
          let feedback = Feedback<Int, Void>(
            while: { _ in true },
            name: "impure effect",
            { try await $1.sleep(for: .seconds(1_000)) }
          )
          store.register(
            feedback: feedback.lift(
              elements: \Table.rows,
              id: { number in
                read()
                return number
              },
              action: byNumber,
              embed: { (_: Int, action: Start) in action }
            )
          )
        }
        if lifted == .removing || lifted == .feedback {
          store.dispatch(action: Start())
          isImpure.value = true
          store.dispatch(action: Tidy())
        } else {
          isImpure.value = true
          store.dispatch(action: Start())
        }
      }
      let message = Self.message(result?.standardErrorContent ?? [])
      #expect(message.contains("a closure or key path of a lift of “impure effect” called state"))
      #expect(message.contains("must be pure, as reducers are"))
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
