import Sluice
import SluiceTesting
import TestSupport
import Testing

/// An iterator yields everything that was committed before its store was freed.
@Suite(.inTurn)
struct IteratorEndTests {
  private let store = Shared<Store<Counting, Void>?>(.counting())
  private let isComputing = Gate()
  private let goOn = Gate()

  /// Selects the count, the first time as soon as the gate is open.
  private func select() -> Selection<Int>? {
    let isFirst = Shared(true)
    let count = Selector { [isComputing, goOn] (state: Counting) in
      if isFirst.exchange(false) {
        isComputing.open()
        goOn.wait()
      }
      return state.count
    }
    return store.value?.select(count)
  }

  /// Commits while the first value is computed, and frees the store.
  private func commitAndFree() {
    weak let freed = store.value
    isComputing.wait()
    for _ in 0..<3 { store.value?.dispatch(action: Increment()) }
    store.value = nil
    #expect(freed == nil)
    goOn.open()
  }

  @Test func `an iterator whose first value takes time yields all although the store is freed`()
    async
  {
    let selection = select()?.buffering(.all)
    let reading = Task.detached {
      var values: [Int] = []
      guard let selection else { return values }
      for await value in selection { values.append(value) }
      return values
    }
    await Threads.run { _ in commitAndFree() }
    #expect(await reading.value == [0, 1, 2, 3])
  }

  @Test func `a sink whose first value takes time receives all although the store is freed`() async
  {
    let selection = select()
    let seen = Log<Int>()
    await Threads.run(2) { index in
      if index == 0 { selection?.sink { seen.append($0) }.cancel() } else { commitAndFree() }
    }
    #expect(seen.events == [0, 1, 2, 3])
  }
}
