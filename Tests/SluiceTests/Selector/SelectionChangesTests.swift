import Sluice
import SluiceTesting
import TestSupport
import Testing

/// The step from one number to another.
private func step(_ old: Int, _ new: Int) -> SelectionChange<Int> {
  SelectionChange(old: old, new: new)
}

@Suite(.inTurn) struct SelectionChangesTests {
  private let store = Store.counting()

  @Test func `only values that a predicate accepts after the one before are delivered`() {
    let log = Log<String>()
    let count = store.select(\.count)
    let rising = count.only { old, new in new > old }
    let tokens = [
      rising.sink { log.append("rising \($0)") },
      rising.map { -$0 }.sink { log.append("negated \($0)") },
      // Compares with the last value delivered.
      count.skippingRepeats { $0 >= $1 }.sink { log.append("highest \($0)") },
      count.includingRepeats().only { $0 == $1 }.sink { log.append("same \($0)") },
    ]
    #expect(rising.value == 0)
    #expect(log.events == ["rising 0", "negated 0", "highest 0", "same 0"])
    let steps: [(any Action, [String])] = [
      (Increment(by: 2), ["rising 2", "negated -2", "highest 2"]),
      (Increment(by: -1), []),
      // Equal to the last one delivered, and greater than the one before.
      (Increment(), ["rising 2"]), (Touch(), ["same 2"]), (Unhandled(), ["same 2"]),
    ]
    for (action, expected) in steps {
      let before = log.events.count
      store.dispatch(action: action)
      #expect(log.events.dropFirst(before) == expected[...], "\(action)")
    }
    withExtendedLifetime(tokens) {}
  }

  @Test func `a sink receives the old and the new value, from the first change on`() {
    let store = Store.counting(from: 3)
    let steps = store.select(\.count).changes.received { $0 }
    let all = store.select(\.count).includingRepeats().changes.received { $0 }
    #expect(steps.values == [])
    store.send(Increment(by: 2), Touch(), Increment(by: 4))
    #expect(steps.values == [step(3, 5), step(5, 9)])
    #expect(all.values == [step(3, 5), step(5, 5), step(5, 9)])
    steps.cancel()
    store.dispatch(action: Increment())
    #expect(steps.values.count == 2)
  }

  @Test func `steps follow each other without a gap, whichever thread dispatches`() async {
    let steps = store.select(\.count).changes.received { $0 }
    await Threads.run(4) { [store] _ in
      for _ in 0..<500 { store.dispatch(action: Increment()) }
    }
    await store.idle()
    #expect(steps.values == (0..<2_000).map { step($0, $0 + 1) })
  }

  @MainActor
  @Test func `a sink that was written on the main actor runs there`() async throws {
    let received = Log<SelectionChange<Int>>()
    let token = store.select(\.count).changes.sink { change in
      MainActor.preconditionIsolated()
      received.append(change)
    }
    await Threads.run { [store] _ in store.dispatch(action: Increment()) }
    try await received.wait(for: step(0, 1))
    store.dispatch(action: Increment())
    #expect(received.events.last == step(1, 2))
    token.cancel()
  }

  @Test func `a sequence begins at the value of the moment, and several steps are read as one`()
    async
  {
    let store = Store.counting(from: 5)
    var changes = store.select(\.count).changes.makeAsyncIterator()
    store.dispatch(action: Increment())
    #expect(await changes.next() == step(5, 6))
    store.send(Increment(by: 3), Increment())
    #expect(await changes.next() == step(6, 10))
  }

  @Test func `a reader that buffers all is given every step, to the store's end`() async {
    var store: Store<Counting, Void>? = .counting()
    var changes = store?.select(\.count).buffering(.all).changes.makeAsyncIterator()
    store?.send(Increment(), Increment(), Increment())
    store = nil
    #expect(await changes?.rest() == [step(0, 1), step(1, 2), step(2, 3)])
  }

  @Test func `a sequence holds neither the first value nor what cannot be compared`() async {
    let alive = Shared(0)
    let selector = Selector(comparing: .always) { (state: Counting) in
      alive.change { $0 += 1 }
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
    #expect(selector.recomputations == 3)
  }

  @Test func `a slow reader receives no step for a value that changed and changed back`() async {
    let selection = store.select(\.count).buffering(.newest(2))
    var changes = selection.changes.makeAsyncIterator()
    var values = selection.makeAsyncIterator()
    #expect(await values.next() == 0)
    // Of the last two values, which are kept, the first equals what was read last.
    store.send(Increment(by: 1), Increment(by: -1), Increment(by: 7))
    #expect(await values.next() == 7)
    #expect(await changes.next() == step(0, 7))
  }
}

/// Differences between collections, for lists on a screen.
@Suite(.inTurn) struct CollectionDifferenceTests {
  private struct Item: Sendable, Equatable, Identifiable {
    let id: Int
    var name: String
  }

  @Test func `a list that applies each difference shows what the store holds`() async {
    let store = Store(initialState: ["milk", "bread"])
    let shown = Shared(store.state)
    let sizes = store.select(\.self).changes.received { change in
      shown.change { $0 = $0.applying(change.difference) ?? [] }
      return change.difference.count
    }
    var slow = store.select(\.self).changes.makeAsyncIterator()
    for list in [
      ["milk", "bread", "eggs"], ["bread", "eggs"], ["eggs", "bread"], ["tea", "bread", "eggs"],
    ] {
      store.restore(list)
      #expect(shown.value == list)
    }
    #expect(sizes.values == [1, 1, 2, 3])
    // A slow reader's difference applies to what it shows.
    let change = await slow.next()
    #expect(change.flatMap { ["milk", "bread"].applying($0.difference) } == shown.value)
  }

  @Test func `what is the same element may go by its id`() {
    let items: Entities = [Item(id: 1, name: "milk"), Item(id: 2, name: "bread")]
    let store = Store(initialState: items)
    let sizes = store.select(\.self).changes.received { change in
      [change.difference.count, change.difference { $0.id == $1.id }.count]
    }
    var changed = items
    changed[id: 2]?.name = "toast"
    store.restore(changed)
    changed.append(Item(id: 3, name: "eggs"))
    store.restore(changed)
    #expect(sizes.values == [[2, 0], [1, 1]])
  }
}
