import Sluice
import SluiceTesting
import TestSupport
import Testing

@Suite(.inTurn) struct SelectionMappingTests {
  /// A value that cannot be compared.
  private struct Incomparable: Sendable {
    let value: Int
  }

  @Test func `a closure selects what it makes of the state, without repeats`() {
    let store = Store.counting()
    let log = Log<Bool>()
    let token = store.select { $0.count > 1 }.sink { log.append($0) }

    for _ in 0..<3 { store.dispatch(action: Increment()) }

    #expect(log.events == [false, true])
    #expect(store.select { $0.count * 2 }.value == 6)
    token.cancel()
  }

  @Test func `what a closure selects is repeated where it cannot be compared`() {
    let store = Store.counting()
    let log = Log<Int>()
    let token = store.select { Incomparable(value: $0.count) }.sink { log.append($0.value) }

    store.dispatch(action: Touch())

    #expect(log.events == [0, 0])
    token.cancel()
  }

  @Test func `a projection selects by closures, too`() {
    let store = Store.counting(from: 4)
    let projection = store.projection(state: \.count)
    #expect(projection.select { $0 * 2 }.value == 8)
  }

  @Test func `a mapped selection delivers transformed values, without repeats`() {
    let store = Store.counting()
    let log = Log<Int>()
    let selection = store.select(countSelector).map { $0 / 2 }
    let token = selection.sink { log.append($0) }

    for _ in 0..<5 { store.dispatch(action: Increment()) }

    #expect(log.events == [0, 1, 2])
    #expect(selection.value == 2)
    token.cancel()
  }

  @Test func `a mapped selection repeats values that cannot be compared`() {
    let store = Store.counting()
    let log = Log<Int>()
    let token = store.select(countSelector).map { Incomparable(value: $0 / 2) }
      .sink { log.append($0.value) }

    for _ in 0..<3 { store.dispatch(action: Increment()) }

    #expect(log.events == [0, 0, 1, 1])
    token.cancel()
  }

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

  @Test func `a mapped selection includes repeats if asked to`() {
    let store = Store.counting()
    let log = Log<Int>()
    let token = store.select(countSelector).map { $0 / 2 }.includingRepeats()
      .sink { log.append($0) }

    for _ in 0..<3 { store.dispatch(action: Increment()) }

    #expect(log.events == [0, 0, 1, 1])
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

  @Test func `repeats are found by a predicate, which takes the place of equality`() {
    let store = Store.counting()
    let log = Log<Int>()
    let token = store.select(countSelector).skippingRepeats { abs($0 - $1) < 3 }
      .sink { log.append($0) }

    for _ in 0..<7 { store.dispatch(action: Increment()) }

    #expect(log.events == [0, 3, 6])
    token.cancel()
  }

  @Test func `repeats of values that cannot be compared are found by a predicate`() {
    let store = Store.counting()
    let log = Log<Int>()
    let token = store.select { Incomparable(value: $0.count) }
      .skippingRepeats { $0.value == $1.value }
      .sink { log.append($0.value) }

    store.dispatch(action: Touch())
    store.dispatch(action: Increment())

    #expect(log.events == [0, 1])
    token.cancel()
  }
}
