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
    let (log, released) = (Log<String>(), Log<String>())
    let (isDelivering, isClosing) = (Gate(), Gate())
    let closer = Closer()
    store.register(interceptor: closer)
    store.register(
      interceptor: CommitProbe<Counting> {
        [witness = Witness { released.append("interceptor") }] _ in witness.stay()
      }
    )
    store.register(
      reducer: Reducer(
        ReduceOn(Unhandled.self) {
          [witness = Witness { released.append("reducer") }] _, _ in witness.stay()
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

  @Test(arguments: [ObserverKind.subscriber, .interceptor])
  func `an observer may close the store`(kind: ObserverKind) async {
    let closing = Shared<Task<Void, Never>?>(nil)
    let end = kind.observe(store) { [weak store] count in
      if count == 1 { closing.value = Task.immediate { await store?.close() } }
    }
    store.dispatch(action: Increment())
    store.dispatch(action: Increment())
    await closing.value?.value
    #expect(store.count == 1)
    end()
  }

  @Test func `everything is released when it returns, and the store afterwards`() async throws {
    let released = Log<String>()
    func holding(_ name: String) -> @Sendable () -> Void {
      { [witness = Witness { released.append(name) }] in witness.stay() }
    }
    var store: Store<Counting, Void>? = .counting()
    weak let weakStore = store
    store?.onEffectFailure = { [hold = holding("handler")] _ in hold() }
    store?.onDiagnostic = { [hold = holding("diagnostics")] _ in hold() }
    store?.register(effect: .seeing(Touch.self) { [hold = holding("effect")] _ in hold() })
    store?.register(interceptor: Closer(Witness { released.append("interceptor") }))
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

  @Test(arguments: [false, true])
  func `each dispatch of many threads is committed and delivered, or refused`(
    isObserved: Bool
  ) async {
    let order = OrderProbe()
    let closer = Closer()
    if isObserved {
      store.register(interceptor: order.interceptor())
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
    #expect(diagnostics.events == ["Increment refused"])
    if isObserved {
      #expect(order.faults.isEmpty)
      #expect([order.count] + closer.closed.events == [store.count, store.count])
    }
  }
}
