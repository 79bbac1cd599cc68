import Sluice
import SluiceTesting
import TestSupport
import Testing

/// Measured in a process of its own, because other tests allocate memory too.
@Suite(.inTurn, .unsanitized)
struct TestStoreMemoryTests {
  @Test func `a test of many steps keeps no trees of the states that it has judged`() async {
    await #expect(processExitsWith: .success) {
      let reducer = Reducer<EveryShape>(
        ReduceOn(CountUp.self) { state, _ in state.count += 1 }
      )
      try await withTestStore(initialState: EveryShape(), reducers: [reducer]) { store in
        for _ in 0..<100 { try await store.send(CountUp()) { $0.count += 1 } }
        let before = residentBytes()
        for _ in 0..<400 { try await store.send(CountUp()) { $0.count += 1 } }
        let growth = residentBytes() - before
        // It keeps actions and states, for its messages: less than 10 KB for each commit.
        if growth > 4 << 20 { throw MemoryGrowth(name: "TestStore", bytes: growth, count: 400) }
      }
    }
  }
}

private struct CountUp: EncodableAction {}
