import Sluice
import SluiceTesting
import TestSupport
import Testing

private struct Shopping: Sendable {
  struct Item: Sendable, Equatable, Identifiable {
    let id: Int
    var name: String
  }

  var names = ["milk", "bread"]
  var items = Entities([Item(id: 1, name: "milk"), Item(id: 2, name: "bread")])
}

private struct Edit: Action {
  let edit: @Sendable (inout Shopping) -> Void
}

extension Store where State == Shopping, Environment == Void {
  fileprivate static func shopping() -> Store<Shopping, Void> {
    Store(
      initialState: Shopping(),
      reducers: [Reducer(ReduceOn(Edit.self) { state, action in action.edit(&state) })]
    )
  }

  fileprivate func edit(_ edit: @escaping @Sendable (inout Shopping) -> Void) {
    dispatch(action: Edit(edit: edit))
  }
}

@Suite(.inTurn)
struct SelectionChangesTests {
  private typealias Change = SelectionChange<Int>

  @Test func `only values that a predicate accepts after the one before are delivered`() {
    let store = Store.counting()
    let log = Log<String>()
    var tokens: Set<SelectionToken> = []
    let rising = store.select(\.count).only { old, new in new > old }
    rising.sink { log.append("rising \($0)") }.store(in: &tokens)
    rising.map { -$0 }.sink { log.append("negated \($0)") }.store(in: &tokens)
    // Compares with the last value delivered.
    store.select(\.count).skippingRepeats { $0 >= $1 }.sink { log.append("highest \($0)") }
      .store(in: &tokens)
    store.select(\.count).includingRepeats().only { old, new in new == old }
      .sink { log.append("same \($0)") }.store(in: &tokens)
    #expect(rising.value == 0)
    #expect(log.events == ["rising 0", "negated 0", "highest 0", "same 0"])
    func events(after action: any Action) -> [String] {
      let count = log.events.count
      store.dispatch(action: action)
      return Array(log.events.dropFirst(count))
    }
    #expect(events(after: Increment(by: 2)) == ["rising 2", "negated -2", "highest 2"])
    #expect(events(after: Increment(by: -1)) == [])
    // Equal to the last one delivered, and greater than the one before.
    #expect(events(after: Increment()) == ["rising 2"])
    #expect(events(after: Touch()) == ["same 2"])
    #expect(events(after: Unhandled()) == ["same 2"])
    tokens.removeAll()
  }

  @Test func `a sink receives the old and the new value, from the first change on`() {
    let store = Store.counting(from: 3)
    let received = Log<Change>()
    let token = store.select(\.count).changes.sink { received.append($0) }
    #expect(received.events == [])
    store.dispatch(action: Increment(by: 2))
    store.dispatch(action: Touch())
    store.dispatch(action: Increment(by: 4))
    #expect(received.events == [Change(old: 3, new: 5), Change(old: 5, new: 9)])
    token.cancel()
    store.dispatch(action: Increment())
    #expect(received.events.count == 2)
  }

  @Test func `with repeats a step may change nothing`() {
    let store = Store.counting()
    let received = Log<Change>()
    let token = store.select(\.count).includingRepeats().changes.sink { received.append($0) }
    store.dispatch(action: Touch())
    store.dispatch(action: Increment())
    #expect(received.events == [Change(old: 0, new: 0), Change(old: 0, new: 1)])
    token.cancel()
  }

  @Test func `steps follow each other without a gap, whichever thread dispatches`() async {
    let store = Store.counting()
    let received = Log<Change>()
    let token = store.select(\.count).changes.sink { received.append($0) }
    await Threads.run(4) { _ in
      for _ in 0..<500 { store.dispatch(action: Increment()) }
    }
    await store.idle()
    #expect(received.events == (0..<2_000).map { Change(old: $0, new: $0 + 1) })
    token.cancel()
  }

  @MainActor
  @Test func `a sink that was written on the main actor runs there`() async throws {
    let store = Store.counting()
    let received = Log<Change>()
    let token = store.select(\.count).changes.sink { change in
      MainActor.preconditionIsolated()
      received.append(change)
    }
    await Threads.run { _ in store.dispatch(action: Increment()) }
    try await received.wait(for: Change(old: 0, new: 1))
    store.dispatch(action: Increment())
    #expect(received.events.last == Change(old: 1, new: 2))
    token.cancel()
  }

  @Test func `a sequence begins at the value of the moment, read or not`() async {
    let store = Store.counting(from: 5)
    var changes = store.select(\.count).changes.makeAsyncIterator()
    store.dispatch(action: Increment())
    #expect(await changes.next() == Change(old: 5, new: 6))
    store.dispatch(action: Increment())
    #expect(await changes.next() == Change(old: 6, new: 7))
  }

  @Test func `a slow reader is given several steps as one`() async {
    let store = Store.counting()
    var changes = store.select(\.count).changes.makeAsyncIterator()
    for _ in 1...5 { store.dispatch(action: Increment()) }
    #expect(await changes.next() == Change(old: 0, new: 5))
    store.dispatch(action: Increment(by: 3))
    store.dispatch(action: Increment(by: 1))
    #expect(await changes.next() == Change(old: 5, new: 9))
  }

  @Test func `a reader that buffers all is given every step`() async {
    let store = Store.counting()
    var changes = store.select(\.count).buffering(.all).changes.makeAsyncIterator()
    for _ in 1...3 { store.dispatch(action: Increment()) }
    var read: [Change] = []
    for _ in 1...3 { await read.append(changes.next() ?? Change(old: -1, new: -1)) }
    #expect(read == (0..<3).map { Change(old: $0, new: $0 + 1) })
  }

  @Test func `a sequence holds neither the first value nor what cannot be compared`() async {
    let store = Store.counting()
    let made = Log<Int>()
    let alive = Shared(0)
    let selector = Selector { (state: Counting) in
      alive.change { $0 += 1 }
      made.append(state.count)
      return Witness { alive.change { $0 -= 1 } }
    }
    var changes = store.select(selector).changes.makeAsyncIterator()
    store.dispatch(action: Increment())
    _ = await changes.next()
    // The memo and the changes hold the same, the second.
    #expect(alive.value == 1)

    var values = store.select(selector).makeAsyncIterator()
    _ = await values.next()
    store.dispatch(action: Increment())
    _ = await changes.next()
    // Now the third, and the reader of values nothing.
    #expect(alive.value == 1)
    #expect(made.events == [0, 1, 2])
  }

  @Test func `a sequence of changes ends with the store`() async {
    let store = Shared<Store<Counting, Void>?>(.counting())
    var changes = store.value?.select(\.count).changes.makeAsyncIterator()
    store.value?.dispatch(action: Increment())
    store.value = nil
    #expect(await changes?.next() == Change(old: 0, new: 1))
    #expect(await changes?.next() == nil)
  }

  @Test func `a slow reader receives no step for a value that changed and changed back`() async {
    let store = Store.counting()
    let selection = store.select(\.count).buffering(.newest(2))
    var changes = selection.changes.makeAsyncIterator()
    var values = selection.makeAsyncIterator()
    #expect(await values.next() == 0)
    store.dispatch(action: Increment(by: 1))
    // Of these two values, which are kept, the first equals what was read last.
    store.dispatch(action: Increment(by: -1))
    store.dispatch(action: Increment(by: 7))
    #expect(await values.next() == 7)
    #expect(await changes.next() == Change(old: 0, new: 7))
  }
}

/// Differences between collections, for lists on a screen.
@Suite(.inTurn)
struct CollectionDifferenceTests {
  @Test func `a list that applies each difference shows what the store holds`() {
    let store = Store.shopping()
    let shown = Shared(store.names)
    let sizes = Log<Int>()
    let token = store.select(\.names).changes.sink { change in
      sizes.append(change.difference.count)
      shown.change { $0 = $0.applying(change.difference) ?? [] }
    }
    store.edit { $0.names.append("eggs") }
    store.edit { $0.names.remove(at: 0) }
    store.edit { $0.names.swapAt(0, 1) }
    store.edit { $0.names = ["tea"] + $0.names.reversed() }
    #expect(shown.value == store.names)
    #expect(shown.value == ["tea", "bread", "eggs"])
    #expect(sizes.events == [1, 1, 2, 3])
    token.cancel()
  }

  @Test func `a slow reader's differences apply to what it shows`() async {
    let store = Store.shopping()
    var shown = store.names
    var changes = store.select(\.names).changes.makeAsyncIterator()
    store.edit { $0.names.append("eggs") }
    store.edit { $0.names.remove(at: 0) }
    if let change = await changes.next() { shown = shown.applying(change.difference) ?? [] }
    #expect(shown == ["bread", "eggs"])
  }

  @Test func `what is the same element may go by its id`() {
    let store = Store.shopping()
    let received = Log<String>()
    let token = store.select(\.items).changes.sink { change in
      let byID = change.difference { $0.id == $1.id }
      received.append("\(change.difference.count) \(byID.count)")
    }
    store.edit { $0.items[id: 2]?.name = "toast" }
    store.edit { $0.items.append(Shopping.Item(id: 3, name: "eggs")) }
    #expect(received.events == ["2 0", "1 1"])
    token.cancel()
  }
}
