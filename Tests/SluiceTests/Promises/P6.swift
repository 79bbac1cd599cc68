import Sluice
import Testing

extension Promises {
  /// A reducer that uses the store, or what lifts it, is stopped, with a message that helps.
  @Suite struct P6 {
    @Test(arguments: Misuse.allCases)
    func `what uses the store under its lock is stopped, and named`(misuse: Misuse) async {
      let result = await #expect(
        processExitsWith: .failure,
        observing: [\.standardErrorContent]
      ) { [misuse] in
        misuse.execute()
      }
      let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
      for part in misuse.message { #expect(message.contains(part)) }
    }
  }

  /// What a reducer, and what is called with the lock held as it is, must not do.
  enum Misuse: String, Codable, CaseIterable {
    case dispatching, reading, subscribing, registering, releasing
    case idOfReducer
    case idOfEffect, property, cancelling, removing, idOfFeedback

    /// Parts of the message.
    var message: [String] {
      switch self {
      case .dispatching:
        [
          "the reducer “naughty reducer” called dispatch(action:) while it was reducing Naughty",
          "To fix, dispatch from an effect (`Effect.map(Naughty.self)",
        ]
      case .reading: ["the reducer “naughty reducer” called state while it was reducing Naughty"]
      case .subscribing, .registering: ["the reducer “naughty reducer” called"]
      case .releasing: ["the reducer “dropper” called dispatch(action:)"]
      case .idOfReducer:
        [
          "the reducer “number” called state while it was reducing Tidy",
          "A reducer, and what lifts it, must be pure",
        ]
      case .idOfEffect, .property, .cancelling, .removing, .idOfFeedback:
        [
          "a closure or key path of a lift of “impure effect” called state",
          "must be pure, as reducers are",
        ]
      }
    }

    func execute() {
      switch self {
      case .dispatching: Self.reduce { $0.dispatch(action: Tidy()) }
      case .reading: Self.reduce { _ = $0.state.count }
      case .subscribing: Self.reduce(isWatched: true) { _ = $0.select(\.count).sink { _ in } }
      case .registering: Self.reduce { $0.register(reducer: .counting) }
      case .releasing: Self.release()
      case .idOfReducer: Self.reduceElements()
      case .idOfEffect, .property, .cancelling, .removing, .idOfFeedback: runLifted()
      }
    }
  }
}

private struct Naughty: Action {}
private struct Tidy: Action {}
private struct Start: Action {}

extension Promises.Misuse {
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
    store.dispatch(action: Naughty() as any Action)
    token.cancel()
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
        elements: \[Int].self,
        id: { [unowned store] number in store.state[0] + number },
        action: { (action: Tidy) in (1, action) }
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
    Self.reads.withLock { $0 }?()
    return [1: 1]
  }
}

extension Promises.Misuse {
  /// Has one of the closures and key paths of a lifted effect or feedback read the store.
  private func runLifted() {
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
    let action = { @Sendable (action: Start) in (1, action) }
    let embed = { @Sendable (_: Int, action: Start) in action }
    let effect = Effect<Void>.on(Start.self) { _, _, context in
      try await context.sleep(for: .seconds(1_000))
    }
    .cancelled(by: Start.self)
    let lifted: Effect<Void>
    switch self {
    case .property:
      Table.reads.withLock { $0 = read }
      lifted = effect.lift(elements: \Table.computed, action: action, embed: embed)
    case .cancelling:
      lifted = effect.lift(
        action: { (action: Start) in
          read()
          return action
        },
        embed: { (action: Start) in action }
      )
    default:
      lifted = effect.lift(elements: \Table.rows, id: id, action: action, embed: embed)
    }
    if self == .idOfFeedback {
      let feedback = Feedback<Int, Void>(
        while: { _ in true },
        name: "impure effect",
        { try await $1.sleep(for: .seconds(1_000)) }
      )
      store.register(
        feedback: feedback.lift(elements: \Table.rows, id: id, action: action, embed: embed)
      )
    } else {
      store.register(effect: lifted, id: "impure effect")
    }
    let isLate = self == .removing || self == .idOfFeedback
    if isLate { store.dispatch(action: Start()) }
    isImpure.value = true
    if isLate {
      store.dispatch(action: Tidy())
    } else {
      store.dispatch(action: Start())
    }
  }
}
