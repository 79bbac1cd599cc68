import Sluice
import SluiceTesting
import TestSupport
import Testing

@Suite(.inTurn) struct StoreRegistrationTests {
  private let store = Store.counting()
  private let log = Log<String>()

  private func probe(_ name: String) -> CommitProbe<Counting> {
    CommitProbe { [log] _ in log.append(name) }
  }

  @Test func `one of two interceptors of a type can be unregistered`() {
    let first = store.register(interceptor: probe("first"))
    store.register(interceptor: probe("second"))
    store.dispatch(action: Increment())
    first.unregister()
    store.dispatch(action: Increment())
    #expect(log.events == ["first", "second", "second"])
  }

  @Test func `one of two middleware of a type can be unregistered`() {
    let names = ["first", "second"]
    let registrations = names.map { [log] name in
      store.register(
        middleware: MiddlewareFunction<Counting> { action, _, next in
          log.append(name)
          next(action)
        }
      )
    }
    registrations[1].unregister()
    store.dispatch(action: Increment())
    #expect(log.events == ["first"])
    #expect(store.state.count == 1)
  }

  @Test func `of a reducer that is registered twice, one can be unregistered`() {
    let reducer = Reducer<Counting>(ReduceOn(Touch.self) { state, _ in state.count += 10 })
    let first = store.register(reducer: reducer)
    store.register(reducer: reducer)
    store.dispatch(action: Touch())
    #expect(store.state.count == 20)
    first.unregister()
    store.dispatch(action: Touch())
    #expect(store.state.count == 30)
    store.unregister(reducer: reducer)
    store.dispatch(action: Touch())
    #expect(store.state.count == 30)
  }

  @Test func `a reducer of a part of the state can be unregistered`() {
    let part = Reducer<Int>(ReduceOn(Touch.self) { count, _ in count += 1 })
    let registration = store.register(reducer: part, for: \.count)
    registration.unregister()
    store.dispatch(action: Touch())
    #expect(store.state.count == 0)
  }

  @Test func `what was replaced under its id does not take back what replaced it`() {
    func noting(_ name: String) -> Effect<Void> {
      .map(Touch.self) { [log] _ in
        log.append(name)
        return nil
      }
    }
    let first = store.register(effect: noting("first"), id: "noting")
    let second = store.register(effects: [noting("second"), noting("third")], id: "noting")
    first.unregister()
    store.dispatch(action: Touch())
    #expect(log.events == ["second", "third"])
    second.unregister()
    store.dispatch(action: Touch())
    #expect(log.events == ["second", "third"])
  }

  @Test func `a feedback and a sequence of actions can be unregistered`() async throws {
    let feedback = store.register(
      feedback: Feedback(whenChanged: \.count) { [log] count, _, _ in log.append("count \(count)") }
    )
    try await log.wait(for: "count 0")
    feedback.unregister()
    let (actions, continuation) = AsyncStream.makeStream(of: Increment.self)
    let source = store.dispatch(actionsFrom: actions)
    let token = store.select(\.count).sink { [log] in log.append("is \($0)") }
    continuation.yield(Increment())
    try await log.wait(for: "is 1")
    let ended = Gate()
    continuation.onTermination = { _ in ended.open() }
    source.unregister()
    #expect(ended.wait())
    continuation.yield(Increment())
    #expect(log.events == ["count 0", "is 0", "is 1"])
    #expect(store.state.count == 1)
    token.cancel()
  }

  @Test func `unregistering a feature removes all of it, and nothing else`() {
    func feature(_ name: String) -> Feature<Counting, Void> {
      Feature(id: name)
        .reducer(Reducer(ReduceOn(Touch.self) { [log] _, _ in log.append("\(name) reduces") }))
        .interceptor(probe("\(name) observes"))
        .middleware(
          MiddlewareFunction { [log] action, _, next in
            log.append("\(name) passes on")
            next(action)
          }
        )
        .effect(
          .map(Touch.self) { [log] _ in
            log.append("\(name) answers")
            return nil
          }
        )
    }
    let first = store.register(feature: feature("a"))
    let replacing = store.register(feature: feature("a"))
    let other = store.register(feature: feature("b"))
    #expect(Set([first, replacing, other]).count == 3)
    first.unregister()
    replacing.unregister()
    replacing.unregister()
    store.dispatch(action: Touch())
    #expect(log.events == ["b passes on", "b reduces", "b observes", "b answers"])
    other.unregister()
    store.dispatch(action: Touch())
    #expect(log.events.count == 4)
  }

  @Test func `a registration keeps neither its store nor what was registered`() {
    final class Guest: Sendable {}
    weak var guest: Guest?
    weak var storeLeft: Store<Counting, Void>?
    var registration: StoreRegistration?
    do {
      let store = Store.counting()
      storeLeft = store
      let held = Guest()
      guest = held
      registration = store.register(
        interceptor: CommitProbe<Counting> { _ in withExtendedLifetime(held) {} }
      )
    }
    #expect(storeLeft == nil)
    #expect(guest == nil)
    registration?.unregister()
  }

  @Test func `what was registered can unregister itself`() {
    let registration = Locked<StoreRegistration?>(nil)
    let own = store.register(
      interceptor: CommitProbe<Counting> { [log] _ in
        log.append("once")
        registration.withLock { $0 }?.unregister()
      }
    )
    registration.withLock { $0 = own }
    store.dispatch(action: Increment())
    store.dispatch(action: Increment())
    #expect(log.events == ["once"])
  }
}
