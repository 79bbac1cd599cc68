import Sluice
import SluiceTesting
import TestSupport
import Testing

/// An iterator yields everything that was committed before its store was freed.
@Suite(.inTurn)
struct IteratorEndTests {
  @Test func `an iterator whose first value takes time yields all although the store is freed`()
    async
  {
    let store = Shared<Store<Counting, Void>?>(.counting())
    weak let freed = store.value
    let isAsking = Gate()
    let goOn = Gate()
    let isFirst = Shared(true)
    let count = Selector { (state: Counting) in
      if isFirst.exchange(false) {
        isAsking.open()
        goOn.wait()
      }
      return state.count
    }
    let selection = store.value?.select(count).buffering(.all)
    let reading = Task.detached {
      var values: [Int] = []
      guard let selection else { return values }
      for await value in selection { values.append(value) }
      return values
    }
    await Threads.run { _ in
      isAsking.wait()
      for _ in 0..<3 { store.value?.dispatch(action: Increment()) }
      store.value = nil
      #expect(freed == nil)
      goOn.open()
    }
    let values = await reading.value
    #expect(values == [0, 1, 2, 3])
  }

  @Test func `a sink whose first value takes time receives all although the store is freed`() async
  {
    let store = Shared<Store<Counting, Void>?>(.counting())
    let isAsking = Gate()
    let goOn = Gate()
    let isFirst = Shared(true)
    let count = Selector { (state: Counting) in
      if isFirst.exchange(false) {
        isAsking.open()
        goOn.wait()
      }
      return state.count
    }
    let selection = store.value?.select(count)
    let seen = Log<Int>()
    await Threads.run(2) { index in
      if index == 0 {
        let token = selection?.sink { seen.append($0) }
        token?.cancel()
      } else {
        isAsking.wait()
        for _ in 0..<3 { store.value?.dispatch(action: Increment()) }
        store.value = nil
        goOn.open()
      }
    }
    #expect(seen.events == [0, 1, 2, 3])
  }
}
