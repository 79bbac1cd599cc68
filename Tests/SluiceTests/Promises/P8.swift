import Sluice
import SluiceTesting
import TestSupport
import Testing

extension Promises {
  /// Lifetime: a store that nobody holds is freed, and what it ran is cancelled.
  @Suite struct P8 {
    private struct Start: Action {}

    /// An effect that runs until it is cancelled, and says so.
    private static func endless(
      _ isRunning: Log<Bool>,
      _ isOver: Log<Bool>
    ) -> Effect<Void> {
      .on(Start.self) { (_, _, context: RunContext<Void>) in
        isRunning.append(true)
        _ = try? await isOver.wait(timeout: .seconds(60)) { _, _ in false }
        isOver.append(Task.isCancelled)
        context.send(Increment())
      }
    }

    @Test func `a store is freed while effects, sinks and streams exist`() async throws {
      let isRunning = Log<Bool>()
      let isOver = Log<Bool>()
      let streamed = Log<Int>()
      var store: Store<Counting, Void>? = .counting()
      weak let released = store
      let interceptor = store?.watched()
      store?.register(effect: Self.endless(isRunning, isOver))
      store?.register(effect: .nonDispatching { actions, _ in for await _ in actions {} })
      let tokens = [
        store?.select(\.count).sink { _ in },
        store?.select(\.count).sink { @MainActor _ in },
      ]
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
      for token in tokens { token?.cancel() }
    }

    @Test func `a store released by its own subscriber is freed after the delivery`() async {
      let seen = Log<String>()
      let store = Shared<Store<Counting, Void>?>(.counting())
      weak let released = store.value
      let tokens = [
        store.value?.select(\.count).sink { count in
          seen.append("first \(count)")
          if count == 1 { store.value = nil }
        },
        store.value?.select(\.count).sink { seen.append("second \($0)") },
      ]
      store.value?.dispatch(action: Increment())
      #expect(released == nil)
      #expect(seen.events == ["first 0", "second 0", "first 1", "second 1"])
      for token in tokens { token?.cancel() }
    }

    @Test func `a store released by another thread while one delivers is freed`() async {
      let seen = Log<Int>()
      let isDelivering = Gate()
      let isReleased = Gate()
      let store = Shared<Store<Counting, Void>?>(.counting())
      weak let released = store.value
      let token = store.value?.select(\.count).sink { count in
        seen.append(count)
        if count == 1 {
          isDelivering.open()
          isReleased.wait()
        }
      }
      await Threads.run(2) { index in
        if index == 0 {
          store.value?.dispatch(action: Increment())
        } else {
          isDelivering.wait()
          store.value?.dispatch(action: Increment())
          store.value = nil
          isReleased.open()
        }
      }
      #expect(released == nil)
      #expect(seen.events == [0, 1, 2])
      token?.cancel()
    }

    @Test func `tokens, selections and streams may outlive their store`() async {
      let seen = Log<Int>()
      var store: Store<Counting, Void>? = .counting()
      let selection = store?.select(\.count)
      store?.dispatch(action: Increment())
      store = nil
      #expect(selection?.value == 1)
      let token = selection?.sink { seen.append($0) }
      #expect(seen.events == [1])
      if let selection {
        for await count in selection { seen.append(count) }
      }
      #expect(seen.events == [1, 1])
      token?.cancel()
      token?.cancel()
    }

    @Test func `stores are freed while observers, effects and streams are active`() async throws {
      let freed = Log<Int>()
      struct Holding: Sendable {
        var count = 0
        let witness: Witness
      }
      for round in 0..<70 {
        let holder = Shared<Store<Holding, Void>?>(
          Store(
            initialState: Holding(witness: Witness { freed.append(round) }),
            reducers: [Reducer(ReduceOn(Increment.self) { state, _ in state.count += 1 })]
          )
        )
        holder.value?.onDiagnostic = { _ in }
        holder.value?.register(effect: .on(Start.self) { _, _ in Increment() })
        holder.value?.register(effect: .map(Increment.self) { _ in Unhandled() })
        holder.value?.register(effect: .nonDispatching { actions, _ in for await _ in actions {} })
        let selection = holder.value?.select(\.count)
        async let stream: Void = {
          guard let selection else { return }
          for await _ in selection {}
        }()
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
      try await freed.wait(forCount: 70)
    }
  }
}
