import Sluice
import SluiceTesting
import TestSupport
import Testing

/// What is delivered and released before a store is closed.
extension ClosingTests {
  /// Notes the number of its last commit when the store is closed.
  final class Closer: Interceptor {
    typealias State = Counting
    let closed = Log<Int>()
    private let last = Shared(0)
    private let witness: Witness?

    init(_ witness: Witness? = nil) { self.witness = witness }

    func committed(_ commit: Commit<Counting>) { last.value = commit.number }

    func storeClosed() async {
      // Another thread continues, as with a file that is written.
      await Task.detached {}.value
      closed.append(last.value)
    }
  }

  @Test func `interceptors are notified once, after the last commit, wrapped or not`() async {
    let store = Store.counting()
    let closers = [Closer(), Closer(), Closer()]
    store.register(interceptor: closers[0])
    store.register(interceptor: closers[1].filtered(to: Increment.self))
    store.register(interceptor: closers[2].gated(by: GateSwitch(isOn: false)))
    store.dispatch(action: Increment())
    store.dispatch(action: Touch())
    await store.close()
    await store.close()
    #expect(closers.map(\.closed.events) == [[2], [1], [0]])
  }

  @Test func `what is queued is delivered before sequences and close end`() async throws {
    let store = Store.counting()
    let log = Log<String>()
    let (isDelivering, isClosing) = (Gate(), Gate())
    let released = Log<String>()
    let closer = Closer()
    store.register(interceptor: closer)
    store.register(
      interceptor: CommitProbe<Counting> {
        [witness = Witness { released.append("interceptor") }] _ in
        withExtendedLifetime(witness) {}
      }
    )
    store.register(
      reducer: Reducer(
        ReduceOn(Unhandled.self) { [witness = Witness { released.append("reducer") }] _, _ in
          withExtendedLifetime(witness) {}
        }
      )
    )
    let token = store.select(\.count).sink { count in
      log.append("sink \(count)")
      if count == 1 {
        isDelivering.open()
        isClosing.wait()
      }
    }
    let values = store.select(\.count)
    let reader = Task {
      for await value in values { log.append("value \(value)") }
    }
    try await log.wait(for: "value 0")
    async let delivering: Void = Threads.run { _ in store.dispatch(action: Increment()) }
    await Threads.run { _ in isDelivering.wait() }
    // Enqueued: the first one is being delivered.
    await Threads.run { _ in store.dispatch(action: Increment()) }
    let closing = Self.close(store, within: .zero)
    store.dispatch(action: Increment())
    isClosing.open()
    await closing.value
    #expect(Set(released.events) == ["interceptor", "reducer"])
    #expect(closer.closed.events == [2])
    #expect(log.events.filter { $0.hasPrefix("sink") } == ["sink 0", "sink 1", "sink 2"])
    await reader.value
    #expect(log.events.last == "value 2")
    await delivering
    token.cancel()
  }

  @Test func `a subscriber and an interceptor may close the store`() async {
    for isInterceptor in [false, true] {
      let store = Store.counting()
      let closing = Shared<Task<Void, Never>?>(nil)
      @Sendable func close(_ count: Int) {
        if count == 1 { closing.value = Task.immediate { [weak store] in await store?.close() } }
      }
      var token: SelectionToken?
      if isInterceptor {
        store.register(interceptor: CommitProbe<Counting> { close($0.newState.count) })
      } else {
        token = store.select(\.count).sink { close($0) }
      }
      store.dispatch(action: Increment())
      store.dispatch(action: Increment())
      await closing.value?.value
      #expect(store.count == 1)
      token?.cancel()
    }
  }

  @Test func `everything is released when it returns, and the store afterwards`() async throws {
    let released = Log<String>()
    func witness(_ name: String) -> Witness { Witness { released.append(name) } }
    var store: Store<Counting, Void>? = .counting()
    weak let weakStore = store
    store?.onEffectFailure = { [witness = witness("handler")] _ in
      withExtendedLifetime(witness) {}
    }
    store?.onDiagnostic = { [witness = witness("diagnostics")] _ in
      withExtendedLifetime(witness) {}
    }
    store?.register(
      effect: .map(Touch.self) { [witness = witness("effect")] _ in
        withExtendedLifetime(witness) {}
        return nil
      }
    )
    store?.register(interceptor: Closer(witness("interceptor")))
    // It uses the store, which is freed nevertheless.
    store?.register(
      interceptor: CommitProbe<Counting> { [store] _ in withExtendedLifetime(store) {} }
    )
    // Retains the store's memory.
    let token = store?.select(\.count).sink { _ in }
    store?.dispatch(action: Touch())
    await store?.close()
    #expect(Set(released.events) == ["handler", "effect", "interceptor"])
    store = nil
    #expect(weakStore == nil)
    #expect(released.events.last == "diagnostics")
    withExtendedLifetime(token) {}
  }

  @Test func `each dispatch of many threads is committed and delivered, or refused`() async {
    for observers in [false, true] {
      let store = Store.counting()
      let refused = Shared(0)
      store.onDiagnostic = { if case .closed = $0 { refused.change { $0 += 1 } } }
      let order = OrderProbe()
      let closer = Closer()
      if observers {
        store.register(interceptor: order)
        store.register(interceptor: closer)
      }
      let final = Shared<Int?>(nil)
      await withTaskGroup { group in
        group.addTask {
          await Threads.run(8) { _ in
            while final.value == nil { store.dispatch(action: Increment()) }
            for _ in 0..<100 { store.dispatch(action: Increment()) }
          }
        }
        group.addTask {
          while store.count < 500 { await Task.yield() }
          await store.close()
          final.value = store.count
        }
      }
      #expect(store.count == final.value)
      #expect(refused.value == 1)
      if observers {
        #expect(order.faults.isEmpty)
        #expect(order.count == store.count)
        #expect(closer.closed.events == [store.count])
      }
    }
  }
}
