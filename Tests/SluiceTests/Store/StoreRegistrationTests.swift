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

  private func middleware(_ name: String) -> MiddlewareFunction<Counting> {
    MiddlewareFunction { [log] action, _, next in
      log.append(name)
      next(action)
    }
  }

  private func effect(_ name: String) -> Effect<Void> {
    .seeing(Touch.self) { [log] _ in log.append(name) }
  }

  private func reducer(_ name: String) -> Reducer<Counting> {
    Reducer(ReduceOn(Touch.self) { [log] _, _ in log.append(name) })
  }

  enum Kind: CaseIterable { case interceptor, middleware, effect, reducer, part }

  @Test(arguments: Kind.allCases, [0, 1])
  func `one of two of a type can be unregistered`(kind: Kind, removed: Int) {
    let names = ["first", "second"]
    let registrations = names.map { name in
      switch kind {
      case .interceptor: store.register(interceptor: probe(name))
      case .middleware: store.register(middleware: middleware(name))
      case .effect: store.register(effect: effect(name))
      case .reducer: store.register(reducer: reducer(name))
      case .part:
        store.register(
          reducer: Reducer<Int>(ReduceOn(Touch.self) { [log] _, _ in log.append(name) }),
          for: .state(\.count)
        )
      }
    }
    store.dispatch(action: Touch())
    #expect(log.events == names)
    registrations[removed].unregister()
    store.dispatch(action: Touch())
    #expect(log.events == names + [names[1 - removed]])
    #expect(store.state.other == 2)
  }

  @Test func `of a reducer that is registered twice, one can be unregistered`() {
    let reducer = Reducer<Counting>(ReduceOn(Touch.self) { state, _ in state.count += 10 })
    let first = store.register(reducer: reducer)
    store.register(reducer: reducer)
    let counts = [{}, first.unregister, { store.unregister(reducer: reducer) }].map { unregister in
      unregister()
      store.dispatch(action: Touch())
      return store.count
    }
    #expect(counts == [20, 30, 30])
  }

  @Test func `what was replaced under its id does not take back what replaced it`() {
    let first = store.register(effect: effect("first"), id: "noting")
    let second = store.register(effects: [effect("second"), effect("third")], id: "noting")
    first.unregister()
    store.dispatch(action: Touch())
    #expect(log.events == ["second", "third"])
    second.unregister()
    store.dispatch(action: Touch())
    #expect(log.events == ["second", "third"])
  }

  @Test func `a feedback and a sequence of actions can be unregistered`() async throws {
    let feedback = store.register(
      feedback: Feedback(for: \.count) { [log] count, _, _ in log.append("count \(count)") }
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
    let features = ["a", "b"].map { name in
      store.register(
        feature: Feature<Counting, Void>(id: name)
          .reducer(reducer("\(name) reduces"))
          .interceptor(probe("\(name) observes"))
          .middleware(middleware("\(name) passes on"))
          .effect(effect("\(name) answers"))
      )
    }
    features[0].unregister()
    features[0].unregister()
    store.dispatch(action: Touch())
    #expect(log.events == ["b passes on", "b reduces", "b observes", "b answers"])
    features[1].unregister()
    store.dispatch(action: Touch())
    #expect(log.events.count == 4)
  }

  @Test func `a registration doesn't keep its store`() {
    var store: Store<Counting, Void>? = .counting()
    weak let released = store
    let registration = store?.register(interceptor: probe("never"))
    store = nil
    #expect(released == nil)
    registration?.unregister()
  }
}
