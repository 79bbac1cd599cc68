import Combine
import Sluice
import SluiceCombine
import Testing

/// Keeps what it receives, by a demand of its own or an unlimited one.
private final class Keeping<Input>: Subscriber {
  typealias Failure = Never

  private(set) var subscription: (any Subscription)?
  private(set) var values: [Input] = []
  private(set) var isFinished = false
  private let demand: Subscribers.Demand
  private let onValue: (Input) -> Void

  init(
    _ publisher: some Publisher<Input, Never>,
    demand: Subscribers.Demand = .unlimited,
    onValue: @escaping (Input) -> Void = { _ in }
  ) {
    self.demand = demand
    self.onValue = onValue
    publisher.subscribe(self)
  }

  func receive(subscription: any Subscription) {
    self.subscription = subscription
    if demand > .none { subscription.request(demand) }
  }

  func receive(_ input: Input) -> Subscribers.Demand {
    values.append(input)
    onValue(input)
    return .none
  }

  func receive(completion: Subscribers.Completion<Never>) { isFinished = true }
}

@MainActor
struct PublisherTests {
  let store = Store.shop()

  private var counts: AnyPublisher<Int, Never> { store.select(Selectors.count).publisher }

  @Test func `a publisher delivers the current value and each that differs from the last`() {
    store.type("Ada")
    let names = Keeping(store.select(\.name).publisher)
    #expect(names.values == ["Ada"])
    store.type("Ada")
    store.add("Milk")
    store.type("Grace")
    #expect(names.values == ["Ada", "Grace"])
  }

  @Test func `each subscriber has a subscription of its own`() {
    let publisher = counts
    let first = Keeping(publisher)
    store.add("Milk")
    let second = Keeping(publisher)
    first.subscription?.cancel()
    store.add("Tea")
    #expect([first.values, second.values] == [[0, 1], [1, 2]])
  }

  @Test func `releasing the cancellable ends the subscription and releases what it retains`() {
    final class Target {}
    weak var released: Target?
    var received: [Int] = []
    do {
      let target = Target()
      released = target
      let cancellable = counts.sink { count in
        withExtendedLifetime(target) { received.append(count) }
      }
      store.add("Milk")
      withExtendedLifetime(cancellable) {}
    }
    store.add("Tea")
    #expect(received == [0, 1])
    #expect(released == nil)
  }

  @Test func `with less demand than values the newest is delivered`() throws {
    let subscriber = Keeping(counts, demand: .none)
    let subscription = try #require(subscriber.subscription)
    #expect(subscriber.values == [])

    for todo in ["Milk", "Tea"] { store.add(todo) }
    subscription.request(.max(1))
    for todo in ["Bread", "Salt"] { store.add(todo) }
    #expect(subscriber.values == [2])
    subscription.request(.max(2))
    #expect(subscriber.values == [2, 4])
    store.dispatch(action: Cleared())
    #expect(subscriber.values == [2, 4, 0])
    subscription.cancel()
  }

  @Test func `a publisher doesn't retain its store, and finishes when that is freed`() throws {
    var store: Store<Shop, Void>? = .shop()
    weak let freed = store
    let subscriber = Keeping(try #require(store?.select(Selectors.count).publisher))
    #expect(!subscriber.isFinished)
    store = nil
    #expect(freed == nil)
    #expect(subscriber.isFinished)
    #expect(subscriber.values == [0])
  }

  @Test func `a value that is nil is delivered`() {
    let choices = Keeping(store.select(\.choice).publisher)
    for choice in [4, nil] { store.dispatch(action: Chosen(choice: choice)) }
    #expect(choices.values == [nil, 4, nil])
  }

  @Test func `nothing is selected before the first subscription`() {
    let selector = Sluice.Selector { (shop: Shop) in shop.todos.count * 2 }
    let publisher = store.select(selector).publisher
    store.add("Milk")
    #expect(selector.recomputations == 0)
    _ = Keeping(publisher)
    #expect(selector.recomputations == 1)
  }

  @Test func `what a subscriber dispatches arrives after the value that it receives`() {
    var ended: [Int] = []
    _ = Keeping(counts) { [store] count in
      if [1, 2].contains(count) { store.add("\(count)") }
      ended.append(count)
    }
    store.add("0")
    #expect(ended == [0, 1, 2, 3])
    #expect(store.todos == ["0", "1", "2"])
  }

  @Test func `a subscriber may dispatch as it receives the first value`() {
    let subscriber = Keeping(counts) { [store] in if $0 == 0 { store.add("Milk") } }
    #expect(subscriber.values == [0, 1])
  }

  @Test func `a value is assigned to a property`() {
    final class Label { var text = "" }
    let label = Label()
    let cancellable = store.select(\.name).publisher.assign(to: \.text, on: label)
    store.type("Ada")
    cancellable.cancel()
    store.type("Grace")
    #expect(label.text == "Ada")
  }
}
