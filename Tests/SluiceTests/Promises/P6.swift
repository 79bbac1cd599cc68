import Sluice
import SluiceHistory
import SluiceLocks
import TestSupport
import Testing

extension Promises {
  /// A reducer that uses the store, or what lifts it, is stopped, with a message that helps.
  @Suite struct P6 {
    /// What a reducer, and what is called with the lock held as it is, must not do, and parts of the
    /// message.
    typealias Misuse = (name: String, message: [String], execute: @Sendable () -> Void)

    static let misuses = direct + lifted

    private static let direct: [Misuse] = [
      (
        "dispatching",
        [
          "the reducer “naughty reducer” called dispatch(action:) while it was reducing Naughty",
          "To fix, dispatch from an effect (`Effect.on(Naughty.self).map",
        ],
        { reduce { $0.dispatch(action: Tidy()) } }
      ),
      (
        "reading",
        ["the reducer “naughty reducer” called state while it was reducing Naughty"],
        { reduce { _ = $0.state.count } }
      ),
      (
        "subscribing", ["the reducer “naughty reducer” called"],
        { reduce(isWatched: true) { _ = $0.select(\.count).sink { _ in } } }
      ),
      (
        "registering", ["the reducer “naughty reducer” called"],
        { reduce { $0.register(reducer: .counting) } }
      ),
      (
        "closing", ["called close(within:) while it was reducing Naughty"],
        { reduce { store in _ = Task.immediate { await store.close() } } }
      ),
      ("reducing again", ["“curious” called state while it was reducing Tidy"], { replay() }),
      ("releasing", ["the reducer “dropper” called dispatch(action:)"], { release() }),
      (
        "the id of a reducer's elements",
        [
          "the reducer “number” called state while it was reducing Tidy",
          "A reducer, and what lifts it, must be pure",
        ],
        { reduceElements() }
      ),
    ]

    private static let lifted: [Misuse] = Lifted.allCases.map { lifted in
      let message = [
        "a closure or key path of a lift of “impure.1” called state",
        "must be pure, as reducers are",
      ]
      return (lifted.rawValue, message, { lifted.run() })
    }

    @Test(arguments: misuses.map(\.name))
    func `what uses the store under its lock is stopped, and named`(misuse: String) async {
      let result = await #expect(
        processExitsWith: .failure,
        observing: [\.standardErrorContent]
      ) { [misuse] in
        P6.misuses.first { $0.name == misuse }?.execute()
      }
      let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
      for part in P6.misuses.first(where: { $0.name == misuse })?.message ?? [] {
        #expect(message.contains(part))
      }
    }

    /// Closures and key paths of a lifted effect or feedback.
    enum Lifted: String, CaseIterable {
      case idOfEffect, property, cancelling, removing, idOfFeedback
    }
  }
}

private struct Naughty: Action {}
private struct Tidy: Action {}
private struct Start: Action {}

extension Promises.P6 {
  /// Has a reducer do what it must not.
  private static func reduce(
    isWatched: Bool = false,
    _ misuse: @escaping @Sendable (Store<Counting, Void>) -> Void
  ) {
    let store = Store.counting()
    store.register(reducer: Reducer(id: "innocent", ReduceOn(Naughty.self) { _, _ in }))
    store.register(
      reducer: Reducer(
        id: "naughty reducer",
        ReduceOn(Tidy.self) { _, _ in },
        ReduceOn(Naughty.self) { [unowned store] _, _ in misuse(store) }
      )
    )
    if !isWatched { return store.dispatch(action: Naughty()) }
    let token = store.select(\.count).sink { _ in }
    store.send(Naughty())
    token.cancel()
  }

  /// Has a reducer read the store when it reduces an action once more.
  private static func replay() {
    let store = Store.counting()
    let history = store.keeping(StateHistory(of: .state(\.self), recordsActions: true))
    let isAgain = Shared(false)
    let curious = ReduceOn<Counting>(Tidy.self) { [unowned store] _, _ in
      if isAgain.value { _ = store.state }
    }
    store.register(reducer: Reducer(id: "curious", curious))
    store.dispatch(action: Tidy())
    isAgain.value = true
    try? history.replay(without: [])
  }

  /// Has a reducer release a value of the state that uses the store then.
  private static func release() {
    struct Holding: Sendable { var witness: Witness? }
    struct Hold: Action { let witness: Witness }
    let dropper = Reducer<Holding>(
      id: "dropper",
      ReduceOn(Naughty.self) { state, _ in state.witness = nil },
      ReduceOn(Tidy.self) { _, _ in },
      ReduceOn(Hold.self) { state, action in state.witness = action.witness }
    )
    let store = Store(initialState: Holding(), reducers: [dropper])
    store.dispatch(
      action: Hold(witness: Witness { [unowned store] in store.dispatch(action: Tidy()) })
    )
    store.dispatch(action: Naughty())
  }

  /// Has the id of a lifted reducer's elements read the store.
  private static func reduceElements() {
    let store = Store<[Int], Void>(initialState: [1, 2])
    let reducer = Reducer<Int>(id: "number", ReduceOn(Tidy.self) { number, _ in number += 1 })
    store.register(
      reducer: reducer.lift(
        .each(\[Int].self, id: { [unowned store] number in store.state[0] + number }),
        action: .element({ (action: Tidy) in (1, action) }, { $1 })
      )
    )
    store.dispatch(action: Tidy())
  }
}

private struct Table: Sendable {
  /// Where a property that isn't stored finds the store.
  static let reads = Locked<(@Sendable () -> Void)?>(nil)
  var rows = [1, 2]
  var computed: [Int: Int] {
    get {
      Self.reads.withLock { $0 }?()
      return [1: 1]
    }
    set {}
  }
}

extension Promises.P6.Lifted {
  /// Has one of the closures and key paths read the store.
  fileprivate func run() {
    let store = Store<Table, Void>(
      initialState: Table(),
      reducers: [Reducer(id: "clear", ReduceOn(Tidy.self) { table, _ in table.rows = [2] })]
    )
    let isImpure = Shared(false)
    let read = { @Sendable [unowned store] in if isImpure.value { _ = store.state } }
    let id = { @Sendable (number: Int) in
      read()
      return number
    }
    let starts = Wrapping<Start, Int, Start>.element({ (1, $0) }, { $1 })
    let rows = Place<Table, Int, Int>.each(\.rows, id: id)
    let effect = Effect<Void>.on(Start.self).run { _, _, context in
      try await context.sleep(for: .seconds(1_000))
    }
    .cancelled(by: Start.self)
    let feature = Feature<Int, Void>(id: "impure").effect(effect)
    let lifted: Feature<Table, Void>
    switch self {
    case .property:
      Table.reads.withLock { $0 = read }
      lifted = feature.lift(.each(\Table.computed), action: starts)
    case .cancelling:
      let reading = Wrapping<Start, Only, Start>.case(
        { action in
          read()
          return action
        },
        { $0 }
      )
      lifted = Feature<Table, Void>(id: "impure").effect(effect)
        .lift(.state(\.self), action: reading)
    case .idOfFeedback:
      let feedback = Feedback<Int, Void>(
        while: { _ in true },
        name: "1",
        { try await $1.sleep(for: .seconds(1_000)) }
      )
      lifted = Feature<Int, Void>(id: "impure").feedback(feedback).lift(rows, action: starts)
    default:
      lifted = feature.lift(rows, action: starts)
    }
    store.register(feature: lifted)
    let isLate = self == .removing || self == .idOfFeedback
    if isLate { store.dispatch(action: Start()) }
    isImpure.value = true
    store.dispatch(action: isLate ? Tidy() : Start() as any Action)
  }
}
