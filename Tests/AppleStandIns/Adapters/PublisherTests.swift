import Combine
import Sluice
import SluiceCombine
import Testing

/// Subscribes with a demand of its own.
private final class Demanding<Input>: Subscriber {
  typealias Failure = Never

  var subscription: (any Subscription)?
  var values: [Input] = []
  var isFinished = false

  func receive(subscription: any Subscription) { self.subscription = subscription }

  func receive(_ input: Input) -> Subscribers.Demand {
    values.append(input)
    return .none
  }

  func receive(completion: Subscribers.Completion<Never>) { isFinished = true }
}

@MainActor
struct PublisherTests {
  let store = Store.shop()

  @Test func `a publisher delivers the current value and each that differs from the last`() {
    store.dispatch(action: NameTyped(name: "Ada"))
    var names: [String] = []
    let cancellable = store.select(\.name).publisher.sink { names.append($0) }
    #expect(names == ["Ada"])

    store.dispatch(action: NameTyped(name: "Ada"))
    store.dispatch(action: Added(todo: "Milk"))
    store.dispatch(action: NameTyped(name: "Grace"))
    #expect(names == ["Ada", "Grace"])
    cancellable.cancel()
  }

  @Test func `each subscriber has a subscription of its own`() {
    var first: [Int] = []
    var second: [Int] = []
    let publisher = store.select(Selectors.count).publisher
    let one = publisher.sink { first.append($0) }
    store.dispatch(action: Added(todo: "Milk"))
    let two = publisher.sink { second.append($0) }
    one.cancel()
    store.dispatch(action: Added(todo: "Tea"))
    #expect(first == [0, 1])
    #expect(second == [1, 2])
    two.cancel()
  }

  @Test func `releasing the cancellable ends the subscription and releases what it retains`() {
    final class Target {}
    weak var released: Target?
    var counts: [Int] = []
    do {
      let target = Target()
      released = target
      let cancellable = store.select(Selectors.count).publisher.sink { count in
        withExtendedLifetime(target) { counts.append(count) }
      }
      store.dispatch(action: Added(todo: "Milk"))
      withExtendedLifetime(cancellable) {}
    }
    store.dispatch(action: Added(todo: "Tea"))
    #expect(counts == [0, 1])
    #expect(released == nil)
  }

  @Test func `with less demand than values the newest is delivered`() throws {
    let subscriber = Demanding<Int>()
    store.select(Selectors.count).publisher.subscribe(subscriber)
    let subscription = try #require(subscriber.subscription)
    #expect(subscriber.values == [])

    for todo in ["Milk", "Tea"] { store.dispatch(action: Added(todo: todo)) }
    subscription.request(.max(1))
    #expect(subscriber.values == [2])

    for todo in ["Bread", "Salt"] { store.dispatch(action: Added(todo: todo)) }
    #expect(subscriber.values == [2])
    subscription.request(.max(2))
    #expect(subscriber.values == [2, 4])
    store.dispatch(action: Cleared())
    #expect(subscriber.values == [2, 4, 0])
    subscription.cancel()
  }

  @Test func `a publisher doesn't retain its store, and finishes when that is freed`() {
    var store: Store<Shop, Void>? = .shop()
    weak let freed = store
    let subscriber = Demanding<Int>()
    let publisher = store?.select(Selectors.count).publisher
    publisher?.subscribe(subscriber)
    subscriber.subscription?.request(.unlimited)
    #expect(!subscriber.isFinished)
    store = nil
    #expect(freed == nil)
    #expect(subscriber.isFinished)
    #expect(subscriber.values == [0])
  }

  @Test func `a value that is nil is delivered`() {
    var choices: [Int?] = []
    let cancellable = store.select(\.choice).publisher.sink { choices.append($0) }
    store.dispatch(action: Chosen(choice: 4))
    store.dispatch(action: Chosen(choice: nil))
    #expect(choices == [nil, 4, nil])
    cancellable.cancel()
  }

  @Test func `nothing is selected before the first subscription`() {
    let selector = Sluice.Selector { (shop: Shop) in shop.todos.count * 2 }
    let publisher = store.select(selector).publisher
    store.dispatch(action: Added(todo: "Milk"))
    #expect(selector.recomputations == 0)
    let cancellable = publisher.sink { _ in }
    #expect(selector.recomputations == 1)
    cancellable.cancel()
  }

  @Test func `what a subscriber dispatches arrives after the value that it receives`() {
    var counts: [Int] = []
    let cancellable = store.select(Selectors.count).publisher.sink { [store] count in
      if [1, 2].contains(count) { store.dispatch(action: Added(todo: "\(count)")) }
      counts.append(count)
    }
    store.dispatch(action: Added(todo: "0"))
    #expect(counts == [0, 1, 2, 3])
    #expect(store.todos == ["0", "1", "2"])
    cancellable.cancel()
  }

  @Test func `a subscriber may dispatch as it receives the first value`() {
    var counts: [Int] = []
    let cancellable = store.select(Selectors.count).publisher.sink { [store] count in
      counts.append(count)
      if count == 0 { store.dispatch(action: Added(todo: "Milk")) }
    }
    #expect(counts == [0, 1])
    cancellable.cancel()
  }

  @Test func `a value is assigned to a property`() {
    final class Label { var text = "" }
    let label = Label()
    let cancellable = store.select(\.name).publisher.assign(to: \.text, on: label)
    store.dispatch(action: NameTyped(name: "Ada"))
    #expect(label.text == "Ada")
    cancellable.cancel()
    store.dispatch(action: NameTyped(name: "Grace"))
    #expect(label.text == "Ada")
  }
}
