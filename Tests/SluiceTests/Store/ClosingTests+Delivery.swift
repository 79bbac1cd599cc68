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

  /// A closure that holds an object, whose release is noted.
  private func holding(_ name: String, _ released: Log<String>) -> @Sendable () -> Void {
    { [witness = Witness { released.append(name) }] in witness.stay() }
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
    let call = HeldCall()
    let closer = Closer()
    store.register(interceptor: closer)
    store.register(
      interceptor: CommitProbe { [hold = holding("interceptor", released)] _ in hold() }
    )
    store.register(
      reducer: Reducer(
        ReduceOn(Unhandled.self) { [hold = holding("reducer", released)] _, _ in hold() }
      )
    )
    let token = store.select(\.count).sink { count in
      log.append("sink \(count)")
      if count == 1 { call.hold() }
    }
    let values = store.select(\.count)
    let reader = Task {
      for await value in values { log.append("value \(value)") }
    }
    try await log.wait(for: "value 0")
    let closing = Shared<Task<Void, Never>?>(nil)
    await call.run { [store] in
      store.dispatch(action: Increment())
    } meanwhile: { [store] in
      // Enqueued: the first one is being delivered.
      store.dispatch(action: Increment())
      closing.value = Self.close(store, within: .zero)
      store.dispatch(action: Increment())
    }
    await closing.value?.value
    #expect(Set(released.events) == ["interceptor", "reducer"])
    #expect(closer.closed.events == [2])
    #expect(log.events.filter { $0.hasPrefix("sink") } == ["sink 0", "sink 1", "sink 2"])
    await reader.value
    #expect(log.events.last == "value 2")
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
    var store: Store<Counting, Void>? = .counting()
    weak let weakStore = store
    store?.onEffectFailure = { [hold = holding("handler", released)] _ in hold() }
    store?.onDiagnostic = { [hold = holding("diagnostics", released)] _ in hold() }
    store?.register(
      effect: .seeing(Touch.self) { [hold = holding("effect", released)] _ in hold() }
    )
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
