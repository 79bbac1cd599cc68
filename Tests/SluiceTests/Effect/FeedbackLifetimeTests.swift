import Foundation
import Sluice
import SluiceTesting
import TestSupport
import Testing

/// Feedbacks read the state for as long as it may request runs, and no longer.
///
/// In processes of their own: who looks at a store that is freed stops the program.
@Suite(.inTurn) struct FeedbackLifetimeTests {
  /// Calls a closure whenever it is compared.
  private struct Compared: Equatable, Sendable {
    let count: Int
    let onCompare: @Sendable (Int) -> Void

    static func == (one: Self, other: Self) -> Bool {
      one.onCompare(max(one.count, other.count))
      return one.count == other.count
    }
  }

  @Test func `values that wait for a feedback's first one may outlive the store`() async {
    await #expect(processExitsWith: .success) {
      let many = 1_500
      let subscriber = Shared<ObjectIdentifier?>(nil)
      struct Held: Sendable {
        var count = 0
        let witness: Witness
      }
      let isStateFreed = Shared(false)
      let store = Shared<Store<Held, Void>?>(
        Store(
          initialState: Held(witness: Witness { isStateFreed.value = true }),
          reducers: [Reducer(ReduceOn(Increment.self) { state, _ in state.count += 1 })]
        )
      )
      weak let freed = store.value
      let isFreed = Gate()
      store.value?.onDiagnostic = { _ in }
      await Threads.run { _ in
        subscriber.value = ObjectIdentifier(Thread.current)
        let isFirst = Shared(true)
        let mustGoOn = Shared(false)
        let isDispatching = Shared(false)
        let isTelling = Gate()
        store.value?.register(
          feedback: Feedback(
            for: { state in
              // Asked for the first value: those of the commits that follow wait behind it.
              if isFirst.exchange(false) {
                for _ in 0..<many { store.value?.dispatch(action: Increment()) }
                mustGoOn.value = true
              }
              return Compared(count: state.count) { count in
                if subscriber.value != ObjectIdentifier(Thread.current) {
                  isTelling.open()
                  isFreed.wait()
                } else if count == many, mustGoOn.exchange(false) {
                  // More than the thread that registers delivers by itself.
                  isDispatching.value = true
                  for _ in 0..<10 { store.value?.dispatch(action: Increment()) }
                  isDispatching.value = false
                } else if count > many, !isDispatching.value {
                  isTelling.open()
                }
              }
            },
            { _, _, _ in }
          )
        )
        isTelling.wait()
        store.value = nil
      }
      // Runs that were cancelled may hold what is left of the store for a while. So may, rightly, who
      // is yet to be delivered: then there is nothing to wait for.
      for _ in 0..<100_000 where !isStateFreed.value { await Task.yield() }
      isFreed.open()
      try await Self.waitUntilFreed { freed == nil && isStateFreed.value }
    }
  }

  @Test func `stores are freed while feedbacks are registered and two threads dispatch`() async {
    await #expect(processExitsWith: .success) {
      for _ in 0..<40 {
        let store = Shared<Store<Counting, Void>?>(.counting())
        weak let freed = store.value
        store.value?.onDiagnostic = { _ in }
        let isOver = Shared(false)
        await Threads.run(3) { index in
          if index > 0 {
            while !isOver.value { store.value?.dispatch(action: Increment()) }
          } else {
            for _ in 0..<20 {
              store.value?.register(feedback: Feedback(for: { $0.count }, { _, _, _ in }))
            }
            store.value = nil
            isOver.value = true
          }
        }
        try await Self.waitUntilFreed { freed == nil }
      }
    }
  }

  /// Waits while tasks hold on to a store.
  private static func waitUntilFreed(_ isFreed: () -> Bool) async throws {
    for _ in 0..<10_000_000 {
      if isFreed() { return }
      await Task.yield()
    }
    try #require(isFreed())
  }
}
