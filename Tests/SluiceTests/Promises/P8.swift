import Sluice
import SluiceTesting
import TestSupport
import Testing

extension Promises {
  /// Lifetime: a store that nobody holds is freed, and what it ran is cancelled.
  @Suite struct P8 {
    private struct Start: Action {}

    @Test func `a store is freed while a run and a sequence of values exist, which end`()
      async throws
    {
      let (isRunning, isOver) = (Log<Bool>(), Log<Bool>())
      let streamed = Log<Int>()
      var store: Store<Counting, Void>? = .counting()
      weak let released = store
      let interceptor = store?.watched()
      // Runs until it is cancelled, and says so.
      store?.register(
        effect: .on(Start.self).run { (_, _, context: RunContext<Void>) in
          isRunning.append(true)
          _ = try? await isOver.wait(timeout: .seconds(60)) { _, _ in false }
          isOver.append(Task.isCancelled)
          context.send(Increment())
        }
      )
      let selection = store?.select(\.count)
      let reader = Task {
        guard let selection else { return }
        for await count in selection { streamed.append(count) }
      }
      store?.dispatch(action: Start())
      try await isRunning.wait(for: true)
      try await streamed.wait(for: 0)

      store = nil
      #expect(released == nil)
      try await isOver.wait(for: true)
      await reader.value
      try interceptor?.expectDispatched(Start.self)
      try interceptor?.expectNothingElse()
    }

    @Test(arguments: [false, true])
    func `a store released while it delivers, by whomever, is freed after that`(
      byAnotherThread: Bool
    ) async {
      let seen = Log<String>()
      let call = HeldCall()
      let store = Shared<Store<Counting, Void>?>(.counting())
      weak let released = store.value
      let tokens = [
        store.value?.select(\.count).sink { count in
          seen.append("first \(count)")
          guard count == 1 else { return }
          if byAnotherThread { call.hold() } else { store.value = nil }
        },
        store.value?.select(\.count).sink { seen.append("second \($0)") },
      ]
      let first = ["first 0", "second 0", "first 1", "second 1"]
      if byAnotherThread {
        await call.run {
          store.value?.dispatch(action: Increment())
        } meanwhile: {
          store.value?.dispatch(action: Increment())
          store.value = nil
        }
        #expect(seen.events == first + ["first 2", "second 2"])
      } else {
        store.value?.dispatch(action: Increment())
        #expect(seen.events == first)
      }
      #expect(released == nil)
      for token in tokens { token?.cancel() }
    }

    @Test func `tokens, selections and streams may outlive their store`() async {
      var store: Store<Counting, Void>? = .counting(from: 1)
      let selection = store?.select(\.count)
      store = nil
      #expect(selection?.value == 1)
      let seen = selection?.received()
      #expect(seen?.values == [1])
      var iterator = selection?.makeAsyncIterator()
      #expect(await iterator?.rest() == [1])
      seen?.cancel()
      seen?.cancel()
    }

    @Test func `stores are freed while observers, effects and streams are active`() async throws {
      let freed = Log<Int>()
      let rounds = volume(20, nightly: 70)
      for round in 0..<rounds {
        let store = Store.counting()
        store.onDiagnostic = { [witness = Witness { freed.append(round) }] _ in witness.stay() }
        store.register(effect: .on(Start.self) { _, _ in Increment() })
        store.register(effect: .on(Increment.self).map { _, _ in Unhandled() })
        store.register(effect: .nonDispatching { actions, _ in for await _ in actions {} })
        let selection = store.select(\.count)
        let holder = Shared<Store<Counting, Void>?>(consume store)
        async let stream: Void = { for await _ in selection {} }()
        await Threads.run(4) { index in
          guard let store = holder.value else { return }
          let token = store.select(\.count).sink { _ in }
          let hopping = store.select(\.count).sink { @MainActor _ in }
          for _ in 0..<20 {
            store.dispatch(action: Start())
            store.dispatch(action: Increment())
          }
          if index == 0 { holder.value = nil }
          token.cancel()
          hopping.cancel()
        }
        holder.value = nil
        await stream
      }
      try await freed.wait(forCount: rounds)
    }
  }
}
