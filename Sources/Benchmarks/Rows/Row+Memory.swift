import AllocationCounter
import Sluice
import SluiceMonitor

extension Row {
  /// The memory that dispatches leave behind, and their allocations.
  static var memory: [Row] {
    [
      allocations("nobody watching", goal: .amount(atMost: 0, unit: "a dispatch")) { _ in },
      allocations("one selection that changes") { store in
        store.select(\.count).sink { _ in }
      },
      allocations("an interceptor of the new state") { store in
        store.register(interceptor: Onlooker<Counter>([]))
      },
      allocations("an interceptor of both states") { store in
        store.register(interceptor: Onlooker<Counter>(.oldState))
      },
      Row("heap allocations, a store made and freed", unit: "a store") {
        guard allocationsCanBeCounted() else { return nil }
        startCountingAllocations()
        for _ in 0..<1_000 { consume(Store(initialState: Counter())) }
        return Double(stopCountingAllocations()) / 1_000
      },
      growth("nobody watching") { _ in },
      growth("one selection and one interceptor") { store in
        store.register(interceptor: Onlooker<Counter>(.oldState))
        return store.select(\.count).sink { _ in }
      },
      watchedGrowth,
    ]
  }

  private typealias Watch = (Store<Counter, Void>) -> Any

  private static func allocations(_ name: String, goal: Goal? = nil, _ watch: @escaping Watch)
    -> Row
  {
    Row("heap allocations, \(name)", unit: "a dispatch", goal: goal) {
      guard allocationsCanBeCounted() else { return nil }
      let store = Store.counting()
      let watcher = watch(store)
      let count = 10_000
      store.dispatch(action: Increment(by: 1))
      startCountingAllocations()
      for _ in 0..<count { store.dispatch(action: Increment(by: 1)) }
      let allocations = stopCountingAllocations()
      withExtendedLifetime(watcher) {}
      try expect("count", store.count, is: count + 1)
      return Double(allocations) / Double(count)
    }
  }

  /// The C library may use some pages; a byte for each dispatch would be ten million.
  private static func growth(_ name: String, _ watch: @escaping Watch) -> Row {
    let goal = Goal.amount(atMost: 256, unit: "KiB")
    return Row("growth over ten million dispatches, \(name)", unit: "KiB", goal: goal) {
      let store = Store.counting()
      let watcher = watch(store)
      let count = 10_000_000
      for _ in 0..<count / 10 { store.dispatch(action: Increment(by: 1)) }
      let before = ResidentMemory.bytes
      for _ in 0..<count { store.dispatch(action: Increment(by: 1)) }
      let after = ResidentMemory.bytes
      withExtendedLifetime(watcher) {}
      try expect("count", store.count, is: count + count / 10)
      guard let before, let after else { return nil }
      return Double(after - before) / 1_024
    }
  }

  /// What a connected Explorer makes a program keep, whatever its state is encoded from.
  private static var watchedGrowth: Row {
    Row(
      "growth for 1,000 commits sent, every shape of Codable",
      unit: "KiB",
      goal: .amount(atMost: 16, unit: "KiB")
    ) {
      let hub = try DrainingHub()
      let explorer = ExplorerInterceptor<Shapes>(endpoint: hub.address) {
        $0.isEnabled = true
        $0.overflow = .wait(upTo: .seconds(60))
      }
      let store = Store(
        initialState: Shapes(),
        reducers: [Reducer(ReduceOn(Increment.self) { $0.count += $1.by })]
      )
      store.register(interceptor: explorer)
      try explorer.waitForConnection()
      let count = 10_000
      func commit() throws {
        for _ in 0..<count { store.dispatch(action: Increment(by: 1)) }
        guard explorer.flush(timeout: .seconds(60)) == 0 else {
          throw CheckFailure(description: "The Explorer did not take all commits.")
        }
      }
      try commit()
      let before = ResidentMemory.bytes
      try commit()
      let after = ResidentMemory.bytes
      try expect("count", store.state.count, is: 2 * count)
      guard let before, let after else { return nil }
      return Double(max(0, after - before)) / 1_024 / Double(count / 1_000)
    }
  }
}
