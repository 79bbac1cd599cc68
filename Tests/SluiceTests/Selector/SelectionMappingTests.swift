import Sluice
import SluiceTesting
import TestSupport
import Testing

@Suite(.inTurn) struct SelectionMappingTests {
  @Test func `a mapped selection transforms only values that changed`() {
    let store = Store.counting()
    let log = Log<Int>()
    let token = store.select(countSelector)
      .map { count in
        log.append(count)
        return count
      }
      .sink { _ in }

    store.dispatch(action: Touch())
    store.dispatch(action: Increment())

    #expect(log.events == [0, 1])
    token.cancel()
  }

  @Test func `each subscriber of a mapped selection has its own repeats`() {
    let store = Store.counting()
    let logs = [Log<Int>(), Log<Int>()]
    let selection = store.select(countSelector).map { $0 / 2 }
    let first = selection.sink { logs[0].append($0) }
    store.dispatch(action: Increment(by: 2))
    let second = selection.sink { logs[1].append($0) }
    store.dispatch(action: Increment(by: 2))

    #expect(logs.map(\.events) == [[0, 1, 2], [1, 2]])
    withExtendedLifetime((first, second)) {}
  }

  @Test func `a mapped selection is a sequence that keeps what it was asked to keep`() async {
    var store: Store<Counting, Void>? = .counting()
    let selection = store?.select(countSelector).buffering(.all).map { "\($0)" }
    var iterator = selection?.makeAsyncIterator()
    for _ in 0..<3 { store?.dispatch(action: Increment()) }
    store = nil

    var values: [String] = []
    while let value = await iterator?.next() { values.append(value) }
    #expect(values == ["0", "1", "2", "3"])
  }
}
