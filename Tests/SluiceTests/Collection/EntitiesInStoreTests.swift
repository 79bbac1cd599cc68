import Sluice
import SluiceTesting
import TestSupport
import Testing

/// `Entities` in the state of a store.
@Suite(.inTurn) struct EntitiesInStoreTests {
  @Test func `entities are printed like an array`() {
    struct Plain: Identifiable, Sendable { let id: Int }
    struct Holding: Sendable { var all: Entities<Plain> = [] }
    let printed = Log<String>()
    let holding = Holding(all: [Plain(id: 5)])
    PrintInterceptor { printed.append($0) }
      .committed(Commit(action: Touch(), oldState: Holding(), newState: holding))
    #expect(printed.events == ["#1 Touch\n  + all[0]: {id: 5}"])
  }

  // MARK: - P9

  private struct Large: Identifiable, Sendable {
    let id: Int
    var numbers = [Int](repeating: 0, count: 1_000)

    var address: Int {
      unsafe numbers.withUnsafeBufferPointer { Int(bitPattern: $0.baseAddress) }
    }
  }

  @Test func `changing an element in place does not copy it, in a store neither`() {
    let reducer = Reducer<Entities<Large>>(
      ReduceOn(Increment.self) { all, action in
        all[id: 3]?.numbers[0] += action.by
        all.update(id: 3) { $0.numbers[1] += action.by }
      }
    )
    let store = Store(initialState: Entities((0..<10).map { Large(id: $0) }), reducers: [reducer])
    store.dispatch(action: Increment())
    let before = store.state[3].address
    for _ in 0..<10 { store.dispatch(action: Increment()) }
    #expect(store.state[3].address == before)
    #expect(store.state[3].numbers.prefix(3) == [11, 11, 0])
  }
}
