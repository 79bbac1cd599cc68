import Combine
import Sluice
import SluiceCombine
import Testing

@MainActor
struct DispatchingTests {
  let store = Store.shop()

  @Test func `published actions are dispatched until the subscription is cancelled`() {
    let titles = PassthroughSubject<String, Never>()
    let cancellable = titles.map { Added(todo: $0) }.dispatch(on: store)
    titles.send("Milk")
    titles.send("Tea")
    #expect(store.todos == ["Milk", "Tea"])
    cancellable.cancel()
    titles.send("Salt")
    #expect(store.todos == ["Milk", "Tea"])
  }

  @Test func `what is published has the caller's line as its origin`() {
    let log = OriginLog()
    store.register(interceptor: log)
    let typed = PassthroughSubject<Added, Never>()
    let any = PassthroughSubject<any Action, Never>()
    let line = #line
    let one = typed.dispatch(on: store)
    let two = any.dispatch(on: store)
    typed.send(Added(todo: "Milk"))
    any.send(Cleared())
    #expect(log.origins.map(\.line) == [line + 1, line + 2])
    #expect(log.origins.allSatisfy { $0.fileID.hasSuffix("DispatchingTests.swift") })
    #expect(log.actions.last is Cleared)
    one.cancel()
    two.cancel()
  }

  @Test func `dispatching doesn't retain the store`() {
    var store: Store<Shop, Void>? = .shop()
    weak let freed = store
    let actions = PassthroughSubject<any Action, Never>()
    let cancellable = store.map { actions.dispatch(on: $0) }
    store = nil
    #expect(freed == nil)
    actions.send(Cleared())
    cancellable?.cancel()
  }

  @Test func `a store that subscribes is retained until the publisher finishes`() {
    var store: Store<Shop, Void>? = .shop()
    weak let subscribed = store
    let actions = PassthroughSubject<any Action, Never>()
    for store in [store, self.store] { if let store { actions.subscribe(store) } }
    store = nil
    for todo in ["Milk", "Tea"] { actions.send(Added(todo: todo)) }
    #expect(subscribed?.todos == ["Milk", "Tea"])
    actions.send(completion: .finished)
    #expect(subscribed == nil)
    // One that is retained otherwise continues.
    actions.send(Added(todo: "Bread"))
    self.store.add("Salt")
    #expect(self.store.todos == ["Milk", "Tea", "Salt"])
  }

  @Test func `a projection is sent its own actions`() {
    let projection = store.projection(.state(\.todos)) { (title: String) in Added(todo: title) }
    let titles = PassthroughSubject<String, Never>()
    let cancellable = titles.dispatch(on: projection)
    titles.send("Milk")
    #expect(projection.state == ["Milk"])
    cancellable.cancel()
  }
}
