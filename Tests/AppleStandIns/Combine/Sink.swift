// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public final class AnyCancellable: Cancellable, Hashable {
  private var base: (any Cancellable)?

  init(_ base: any Cancellable) { self.base = base }

  deinit { cancel() }

  public func cancel() { base.take()?.cancel() }
  public func store(in set: inout Set<AnyCancellable>) { set.insert(self) }

  public static func == (one: AnyCancellable, other: AnyCancellable) -> Bool { one === other }
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// Requests everything.
private final class Sink<Input>: Subscriber, Cancellable {
  private var receiveValue: ((Input) -> Void)?
  private var subscription: (any Subscription)?

  init(_ receiveValue: @escaping (Input) -> Void) { self.receiveValue = receiveValue }

  func receive(subscription: any Subscription) {
    self.subscription = subscription
    subscription.request(.unlimited)
  }

  func receive(_ value: Input) -> Subscribers.Demand {
    receiveValue?(value)
    return .none
  }

  func receive(completion: Subscribers.Completion<Never>) {
    subscription = nil
    receiveValue = nil
  }

  func cancel() {
    let subscription = subscription
    receive(completion: .finished)
    subscription?.cancel()
  }
}

extension Publisher where Failure == Never {
  public func sink(receiveValue: @escaping (Output) -> Void) -> AnyCancellable {
    let sink = Sink(receiveValue)
    subscribe(sink)
    return AnyCancellable(sink)
  }

  public func assign<Root>(
    to keyPath: ReferenceWritableKeyPath<Root, Output>,
    on object: Root
  ) -> AnyCancellable {
    sink { object[keyPath: keyPath] = $0 }
  }
}
