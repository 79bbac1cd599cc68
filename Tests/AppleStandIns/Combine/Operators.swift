// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

extension Publisher {
  public func map<Result>(
    _ transform: @escaping (Output) -> Result
  ) -> some Publisher<Result, Failure> {
    Relayed(upstream: self) { .some(transform($0)) }
  }

  public func compactMap<Result>(
    _ transform: @escaping (Output) -> Result?
  ) -> some Publisher<Result, Failure> {
    Relayed(upstream: self, transform: transform)
  }

  public func handleEvents(receiveCancel: @escaping () -> Void) -> some Publisher<Output, Failure> {
    Relayed(upstream: self, onCancel: receiveCancel) { .some($0) }
  }

  public func eraseToAnyPublisher() -> AnyPublisher<Output, Failure> { AnyPublisher(base: self) }
}

public struct AnyPublisher<Output, Failure: Error>: Publisher {
  let base: any Publisher<Output, Failure>

  public func receive<S: Subscriber>(subscriber: S)
  where Failure == S.Failure, Output == S.Input {
    base.receive(subscriber: subscriber)
  }
}

public struct Deferred<DeferredPublisher: Publisher>: Publisher {
  public typealias Output = DeferredPublisher.Output
  public typealias Failure = DeferredPublisher.Failure

  private let createPublisher: () -> DeferredPublisher

  public init(createPublisher: @escaping () -> DeferredPublisher) {
    self.createPublisher = createPublisher
  }

  public func receive<S: Subscriber>(subscriber: S)
  where Failure == S.Failure, Output == S.Input {
    createPublisher().subscribe(subscriber)
  }
}

/// A publisher of what becomes of another's values; those that become `nil` are dropped.
private struct Relayed<Upstream: Publisher, Output>: Publisher {
  typealias Failure = Upstream.Failure

  let upstream: Upstream
  var onCancel: (() -> Void)?
  let transform: (Upstream.Output) -> Output?

  func receive<S: Subscriber>(subscriber: S) where Failure == S.Failure, Output == S.Input {
    upstream.subscribe(Relay(subscriber, onCancel, transform))
  }
}

/// Stands between a publisher and the subscriber of an operator.
private final class Relay<Input, Downstream: Subscriber>: Subscriber, Subscription {
  typealias Failure = Downstream.Failure

  private var downstream: Downstream?
  private var upstream: (any Subscription)?
  private var onCancel: (() -> Void)?
  private let transform: (Input) -> Downstream.Input?

  init(
    _ downstream: Downstream,
    _ onCancel: (() -> Void)?,
    _ transform: @escaping (Input) -> Downstream.Input?
  ) {
    self.downstream = downstream
    self.onCancel = onCancel
    self.transform = transform
  }

  func receive(subscription: any Subscription) {
    upstream = subscription
    downstream?.receive(subscription: self)
  }

  func receive(_ input: Input) -> Subscribers.Demand {
    guard let downstream else { return .none }
    // A value that is dropped was requested: another takes its place.
    return transform(input).map { downstream.receive($0) } ?? .max(1)
  }

  func receive(completion: Subscribers.Completion<Failure>) {
    let last = downstream
    end()
    last?.receive(completion: completion)
  }

  func request(_ demand: Subscribers.Demand) { upstream?.request(demand) }

  func cancel() {
    onCancel?()
    let subscription = upstream
    end()
    subscription?.cancel()
  }

  private func end() {
    downstream = nil
    upstream = nil
    onCancel = nil
  }
}
