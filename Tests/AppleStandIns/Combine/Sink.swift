// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public final class AnyCancellable: Cancellable, Hashable {
  private var onCancel: (() -> Void)?

  public init(_ cancel: @escaping () -> Void) { onCancel = cancel }
  public init(_ cancellable: some Cancellable) { onCancel = { cancellable.cancel() } }

  deinit { cancel() }

  public func cancel() {
    let call = onCancel
    onCancel = nil
    call?()
  }

  public func store(in set: inout Set<AnyCancellable>) { set.insert(self) }

  public static func == (one: AnyCancellable, other: AnyCancellable) -> Bool { one === other }
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

extension Subscribers {
  /// Requests everything.
  public final class Sink<Input, Failure: Error>: Subscriber, Cancellable {
    private var receiveValue: ((Input) -> Void)?
    private var receiveCompletion: ((Subscribers.Completion<Failure>) -> Void)?
    private var subscription: (any Subscription)?

    public init(
      receiveCompletion: @escaping (Subscribers.Completion<Failure>) -> Void,
      receiveValue: @escaping (Input) -> Void
    ) {
      self.receiveCompletion = receiveCompletion
      self.receiveValue = receiveValue
    }

    public func receive(subscription: any Subscription) {
      self.subscription = subscription
      subscription.request(.unlimited)
    }

    public func receive(_ value: Input) -> Subscribers.Demand {
      receiveValue?(value)
      return .none
    }

    public func receive(completion: Subscribers.Completion<Failure>) {
      let call = receiveCompletion
      end()
      call?(completion)
    }

    public func cancel() {
      let subscription = subscription
      end()
      subscription?.cancel()
    }

    private func end() {
      subscription = nil
      receiveValue = nil
      receiveCompletion = nil
    }
  }
}

extension Publisher {
  public func sink(
    receiveCompletion: @escaping (Subscribers.Completion<Failure>) -> Void,
    receiveValue: @escaping (Output) -> Void
  ) -> AnyCancellable {
    let sink = Subscribers.Sink<Output, Failure>(
      receiveCompletion: receiveCompletion,
      receiveValue: receiveValue
    )
    subscribe(sink)
    return AnyCancellable(sink)
  }
}

extension Publisher where Failure == Never {
  public func sink(receiveValue: @escaping (Output) -> Void) -> AnyCancellable {
    sink(receiveCompletion: { _ in }, receiveValue: receiveValue)
  }

  public func assign<Root>(
    to keyPath: ReferenceWritableKeyPath<Root, Output>,
    on object: Root
  ) -> AnyCancellable {
    sink { object[keyPath: keyPath] = $0 }
  }
}
