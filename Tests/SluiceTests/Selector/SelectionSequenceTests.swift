import Sluice
import SluiceTesting
import TestSupport
import Testing

/// Selections as asynchronous sequences.
@Suite(.inTurn) struct SelectionSequenceTests {
  @Test func `the first value is that of the moment, and others follow`() async {
    let store = Store.counting(from: 5)
    var iterator = store.select(\.count).makeAsyncIterator()
    #expect(await iterator.next() == 5)
    store.dispatch(action: Increment())
    #expect(await iterator.next() == 6)
    store.send(Touch(), Increment())
    #expect(await iterator.next() == 7)
  }

  @Test func `a slow reader finds what the buffering kept`() async {
    typealias Adapt = (Selection<Int>) -> Selection<Int>
    let all = Array(0...5)
    let rows: [(name: String, adapt: Adapt, read: [Int])] = [
      ("by default the newest", { $0 }, [5]),
      ("the newest two", { $0.buffering(.newest(2)) }, [4, 5]),
      ("the oldest two", { $0.buffering(.oldest(2)) }, [0, 1]),
      ("all", { $0.buffering(.all) }, all),
      ("all, with repeats", { $0.includingRepeats().buffering(.all) }, all + [5, 5]),
      ("all, mapped", { $0.buffering(.all).map { -$0 } }, all.map { -$0 }),
    ]
    for row in rows {
      var store: Store<Counting, Void>? = .counting()
      var iterator = store.map { row.adapt($0.select(\.count)) }?.makeAsyncIterator()
      for _ in 1...5 { store?.dispatch(action: Increment()) }
      store?.send(Unhandled(), Touch())
      store = nil
      #expect(await iterator?.rest() == row.read, "\(row.name)")
    }
  }

  @Test(arguments: [false, true])
  func `a sequence ends when the store is freed, or when its task is cancelled`(
    isCancelled: Bool
  ) async throws {
    var store: Store<Counting, Void>? = .counting()
    let received = Log<Int>()
    guard let selection = store?.select(\.count) else { return }
    let reader = Task {
      for await count in selection { received.append(count) }
    }
    try await received.wait(for: 0)
    if isCancelled { reader.cancel() } else { store = nil }
    await reader.value
    store?.dispatch(action: Increment())
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

  @Test(arguments: [false, true], [false, true])
  func `what was committed while the first value is computed comes before the store's end`(
    isSink: Bool,
    isOtherThread: Bool
  ) async {
    let store = Shared<Store<Counting, Void>?>(.counting())
    weak let freed = store.value
    let computing = HeldCall()
    let commitAndFree = { @Sendable in
      for _ in 1...3 { store.value?.dispatch(action: Increment()) }
      store.value = nil
    }
    let isFirst = Shared(true)
    let selector = Selector { (state: Counting) in
      if isFirst.exchange(false) { if isOtherThread { computing.hold() } else { commitAndFree() } }
      return state.count
    }
    let selection = store.value?.select(selector).buffering(.all)
    let received = Log<Int>()
    let reading = Task.detached {
      guard let selection else { return }
      if isSink { return selection.sink { received.append($0) }.cancel() }
      for await count in selection { received.append(count) }
    }
    if isOtherThread {
      await computing.run {
      } meanwhile: {
        commitAndFree()
        #expect(freed == nil)
      }
    }
    await reading.value
    #expect(received.events == [0, 1, 2, 3])
  }
}
