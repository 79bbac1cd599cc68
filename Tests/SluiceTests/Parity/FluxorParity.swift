import Foundation
import Sluice
import SluiceTesting
import TestSupport
import Testing

/// What users of Fluxor do, in their words.
@Suite(.inTurn)
struct FluxorParity {
  private struct AddTodo: EncodableAction, Equatable { let title: String }

  private let rename = ActionTemplate(id: "Rename", payloadType: String.self)
  private let clear = ActionTemplate(id: "Clear")

  @Test func `a Fluxor user makes a store with an environment, and one without`() {
    let plain = Store(initialState: Counting(), reducers: [.counting])
    let equipped = Store(initialState: Counting(), environment: "here", reducers: [.counting])
    plain.dispatch(action: Increment())
    equipped.dispatch(action: Increment(by: 2))
    #expect(plain.state.count == 1)
    #expect(equipped.state.count == 2)
    #expect(equipped.environment == "here")
  }

  @Test func `a Fluxor user dispatches from any thread, and nothing is lost`() async {
    let store = Store.counting()
    await Threads.run(4) { _ in
      for _ in 0..<250 { store.dispatch(action: Increment()) }
    }
    #expect(store.state.count == 1_000)
  }

  @Test func `a Fluxor user makes actions from templates, and asks what they were created from`() {
    let action = rename(payload: "Bread")
    #expect(action.wasCreated(from: rename))
    #expect(clear().wasCreated(from: clear))
    #expect(action.id == "Rename")
    #expect(action == rename(payload: "Bread"))
    #expect(action != rename(payload: "Milk"))
  }

  @Test func `a Fluxor user encodes an action`() throws {
    let data = try JSONEncoder().encode(AddTodo(title: "Milk"))
    #expect(String(decoding: data, as: UTF8.self) == #"{"title":"Milk"}"#)
  }

  @Test
  func `a Fluxor user reduces by type and by template, registers for a part, and unregisters`() {
    let store = Store(initialState: ["Milk"])
    let reducer = Reducer<[String]>(
      ReduceOn(AddTodo.self) { todos, action in todos.append(action.title) },
      ReduceOn(rename) { todos, action in todos[0] = action.payload },
      ReduceOn(clear) { todos, _ in todos = [] }
    )
    store.register(reducer: reducer)
    store.dispatch(action: AddTodo(title: "Tea"))
    store.dispatch(action: rename(payload: "Bread"))
    #expect(store.state == ["Bread", "Tea"])
    store.dispatch(action: clear())
    store.unregister(reducer: reducer)
    store.dispatch(action: AddTodo(title: "Tea"))
    #expect(store.state == [])

    let whole = Store(initialState: Counting())
    whole.register(reducer: Reducer(ReduceOn(Increment.self) { $0 += $1.by }), for: .state(\.other))
    whole.dispatch(action: Increment(by: 3))
    #expect(whole.state == Counting(count: 0, other: 3))
  }

  @Test func `a Fluxor user combines selectors, and unrelated actions recompute nothing`() {
    let store = Store.counting(from: 2)
    let sum = Selector.with(countSelector, otherSelector) { $0 + $1 }
    let text = Selector.with(countSelector) { "\($0)" }
    #expect(store.selectCurrent(sum) == 2)
    #expect(store.selectCurrent(text) == "2")
    #expect(store.selectCurrent(Selector.with(text, keyPath: \.count)) == 1)
    store.dispatch(action: Touch())
    #expect(store.selectCurrent(text) == "2")
    #expect(store.selectCurrent(sum) == 3)
    #expect(text.recomputations == 1)
    #expect(sum.recomputations == 2)
  }

  @Test func `a Fluxor user selects, and receives each value once`() {
    let store = Store.counting()
    let received = Log<Int>()
    let token = store.select(countSelector).sink { received.append($0) }
    store.dispatch(action: Increment())
    store.dispatch(action: Touch())
    store.dispatch(action: Increment())
    token.cancel()
    store.dispatch(action: Increment())
    #expect(received.events == [0, 1, 2])
    #expect(store.selectCurrent(countSelector) == 3)
  }

  @Test func `a Fluxor user registers effects of three shapes, and unregisters them by id`() async {
    struct Shapes: Effects<Log<String>> {
      let one = Effect<Log<String>>.on(Touch.self) { _, _ in Increment(by: 10) }
      let many = Effect<Log<String>>.on(Touch.self).answers { _, _ in [Increment(), Increment()] }
      let none = Effect<Log<String>>.nonDispatching { actions, log in
        for await _ in actions.ofType(Touch.self) { log.append("touched") }
      }
    }
    let log = Log<String>()
    let store = Store(initialState: Counting(), environment: log, reducers: [.counting])
    store.register(effects: Shapes())
    store.dispatch(action: Touch())
    await store.idle()
    #expect(store.state.count == 12)
    #expect(log.events == ["touched"])
    store.unregisterEffects(withID: Shapes.id)
    store.dispatch(action: Touch())
    await store.idle()
    #expect(store.state.count == 12)
  }

  @Test func `a Fluxor user prints what happens, and unregisters the interceptor by type`() {
    let store = Store.counting()
    let printed = Log<String>()
    store.register(interceptor: PrintInterceptor { printed.append($0) })
    store.dispatch(action: Increment(by: 2))
    store.unregisterInterceptors(ofType: PrintInterceptor<Counting>.self)
    store.dispatch(action: Increment())
    #expect(printed.events.count == 1)
    #expect(printed.events.first?.contains("count: 0 → 2") == true)
  }

  @Test func `a Fluxor user subscribes the store to a source of actions`() async throws {
    let store = Store.counting()
    let (taps, tap) = AsyncStream.makeStream(of: Increment.self)
    let interceptor = store.watched()
    store.dispatch(actionsFrom: taps)
    tap.yield(Increment(by: 4))
    try await interceptor.waitForActions(expectedNumberOfActions: 1)
    #expect(store.state.count == 4)
    tap.finish()
  }

  @Test func `a Fluxor user tests with a mock store whose selectors are overridden`() {
    let store = MockStore(initialState: Counting(), environment: ())
    store.override(countSelector, value: 42)
    #expect(store.selectCurrent(countSelector) == 42)
    store.resetOverriddenSelectors()
    #expect(store.selectCurrent(countSelector) == 0)
  }
}
