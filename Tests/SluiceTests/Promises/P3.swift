import Sluice
import SluiceTesting
import TestSupport
import Testing

extension Promises {
  /// No lost update.
  @Suite struct P3 {
    /// Ways to dispatch.
    enum Way: CaseIterable { case concrete, erased, throughMiddleware }

    @Test(arguments: Way.allCases)
    func `what eight threads dispatch is counted in full`(way: Way) async {
      let store = Store.counting()
      if way == .throughMiddleware { store.pass { action, _, next in next(action) } }
      store.onDiagnostic = { _ in }
      await Threads.run(Promises.threads) { _ in
        for _ in 0..<Promises.dispatches {
          if way == .erased {
            store.dispatch(action: Increment() as any Action)
          } else {
            store.dispatch(action: Increment())
          }
        }
      }
      #expect(store.state.count == Promises.threads * Promises.dispatches)
    }

    @Test func `numbers have no gap and no repeat, handled or not, of threads and of effects`()
      async throws
    {
      let store = Store.counting()
      store.onDiagnostic = { _ in }
      let numbers = store.noting([]) { $0.number }
      store.register(effect: .on(Touch.self) { _, _ in Increment() })
      store.register(effect: .on(Touch.self).map { _, _ in Increment() })
      await Threads.run(Promises.threads) { _ in
        for _ in 0..<500 { store.send(Increment(), Unhandled(), Touch()) }
      }
      let count = Promises.threads * 500
      try await numbers.wait(forCount: 5 * count)
      #expect(numbers.events == Array(1...5 * count))
      #expect(store.state == Counting(count: 3 * count, other: count))
    }
  }
}
