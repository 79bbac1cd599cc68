import Sluice
import SluiceTesting
import TestSupport
import Testing

/// Selections as asynchronous sequences.
@Suite(.inTurn)
struct SelectionSequenceTests {
  @Test func `the first value is that of the moment, and others follow`() async {
    let store = Store.counting(from: 5)
    var iterator = store.select(\.count).makeAsyncIterator()
    #expect(await iterator.next() == 5)
    store.dispatch(action: Increment())
    #expect(await iterator.next() == 6)
    store.dispatch(action: Touch())
    store.dispatch(action: Increment())
    #expect(await iterator.next() == 7)
  }

  struct Case: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let buffering: Selection<Int>.Buffering?
    let read: [Int]
  }

  @Test(arguments: [
    Case(testDescription: "by default the newest", buffering: nil, read: [5]),
    Case(testDescription: "the newest two", buffering: .newest(2), read: [4, 5]),
    Case(testDescription: "the oldest two", buffering: .oldest(2), read: [0, 1]),
    Case(testDescription: "all", buffering: .all, read: [0, 1, 2, 3, 4, 5]),
  ])
  func `a slow reader finds what the buffering kept`(example: Case) async {
    var store: Store<Counting, Void>? = .counting()
    guard var selection = store?.select(\.count) else { return }
    if let buffering = example.buffering { selection = selection.buffering(buffering) }
    var iterator = selection.makeAsyncIterator()
    for _ in 1...5 { store?.dispatch(action: Increment()) }
    store = nil
    var read: [Int] = []
    while let count = await iterator.next() { read.append(count) }
    #expect(read == example.read)
  }

  @Test func `two iterators each get all values`() async {
    var store: Store<Counting, Void>? = .counting()
    guard let selection = store?.select(\.count).buffering(.all) else { return }
    var one = selection.makeAsyncIterator()
    store?.dispatch(action: Increment())
    var two = selection.makeAsyncIterator()
    store?.dispatch(action: Increment())
    store = nil
    var read: [[Int]] = [[], []]
    while let count = await one.next() { read[0].append(count) }
    while let count = await two.next() { read[1].append(count) }
    #expect(read == [[0, 1, 2], [1, 2]])
  }

  @Test func `a sequence ends when the store is freed`() async throws {
    var store: Store<Counting, Void>? = .counting()
    let received = Log<Int>()
    guard let selection = store?.select(\.count) else { return }
    let reader = Task {
      for await count in selection { received.append(count) }
    }
    try await received.wait(for: 0)
    store = nil
    await reader.value
  }

  @Test func `a sequence ends when its task is cancelled, and observes no more`() async throws {
    let store = Store.counting()
    let received = Log<Int>()
    let selection = store.select(\.count)
    let reader = Task {
      for await count in selection { received.append(count) }
    }
    try await received.wait(for: 0)
    reader.cancel()
    await reader.value
    store.dispatch(action: Increment())
    #expect(received.events == [0])
  }

  @Test func `an iterator that is dropped observes no more`() async {
    let store = Store.counting()
    let projected = Selector { (state: Counting) in state.count }
    do {
      var iterator = store.select(projected).makeAsyncIterator()
      #expect(await iterator.next() == 0)
    }
    store.dispatch(action: Increment())
    #expect(projected.recomputations == 1)
  }

  @MainActor
  @Test func `a sequence is read on the main actor`() async {
    let store = Store.counting()
    var read: [Int] = []
    for await count in store.select(\.count) {
      MainActor.assertIsolated()
      read.append(count)
      if count == 3 { break }
      store.dispatch(action: Increment())
    }
    #expect(read == [0, 1, 2, 3])
  }

  @Test func `values that wait for the first one come before the end`() async {
    let holder = Shared<Store<Counting, Void>?>(.counting())
    let slow = Selector { (state: Counting) in
      // As another thread would, while the first value is computed.
      if let store = holder.exchange(nil) {
        for _ in 1...3 { store.dispatch(action: Increment()) }
      }
      return state.count
    }
    guard let selection = holder.value?.select(slow).buffering(.all) else { return }
    var iterator = selection.makeAsyncIterator()
    var read: [Int] = []
    while let count = await iterator.next() { read.append(count) }
    #expect(read == [0, 1, 2, 3])
  }
}
