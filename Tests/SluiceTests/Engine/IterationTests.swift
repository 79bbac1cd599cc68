import Sluice
import TestSupport
import Testing

@testable import SluiceCore
@testable import SluiceEffects
@testable import SluiceFeatures

/// When the dispatches of a task are examined that answers the values it iterates over.
@Suite(.inTurn) struct IterationTests {
  private let store = Store<Counting, Void>.counting()

  /// The number of tasks whose dispatches are examined.
  private var examined: Int { store.core.locked("select") { _ in store.core.iterations.count } }

  /// Answers each of the next values.
  private func answer(_ count: Int, of values: inout Selection<Int>.Iterator) async {
    for _ in 0..<count {
      _ = await values.next()
      store.dispatch(action: Increment())
    }
  }

  @Test func `a task is examined after it has answered some values in a row`() async {
    var values = store.select(\.count).makeAsyncIterator()
    await answer(16, of: &values)
    #expect(examined == 0)
    await answer(1, of: &values)
    #expect(examined == 1)
    await answer(100, of: &values)
    #expect(examined == 1)
  }

  @Test func `a task that requests a value without an answer is no longer examined`() async {
    var values = store.select(\.count).makeAsyncIterator()
    await answer(20, of: &values)
    _ = await values.next()
    let writer = Task {
      let latest = ContinuousClock.now + .seconds(10)
      while examined > 0, .now < latest { await Task.yield() }
      defer { store.dispatch(action: Increment()) }
      return examined
    }
    _ = await values.next()
    #expect(await writer.value == 0)
    #expect(examined == 0)
  }

  @Test func `a task that has ended its iteration is no longer examined`() async {
    for await count in store.select(\.count) {
      if count == 20 { break }
      store.dispatch(action: Increment())
    }
    #expect(examined == 0)
  }
}
