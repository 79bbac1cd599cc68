// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

extension Publisher {
  public func map<Result>(
    _ transform: @escaping (Output) -> Result
  ) -> Publishers.Map<Self, Result> {
    Publishers.Map(upstream: self, transform: transform)
  }

  public func compactMap<Result>(
    _ transform: @escaping (Output) -> Result?
  ) -> Publishers.CompactMap<Self, Result> {
    Publishers.CompactMap(upstream: self, transform: transform)
  }

  public func handleEvents(
    receiveSubscription: ((any Subscription) -> Void)? = nil,
    receiveOutput: ((Output) -> Void)? = nil,
    receiveCompletion: ((Subscribers.Completion<Failure>) -> Void)? = nil,
    receiveCancel: (() -> Void)? = nil,
    receiveRequest: ((Subscribers.Demand) -> Void)? = nil
  ) -> Publishers.HandleEvents<Self> {
    Publishers.HandleEvents(
      upstream: self,
      receiveSubscription: receiveSubscription,
      receiveOutput: receiveOutput,
      receiveCompletion: receiveCompletion,
      receiveCancel: receiveCancel,
      receiveRequest: receiveRequest
    )
  }

  public func eraseToAnyPublisher() -> AnyPublisher<Output, Failure> { AnyPublisher(self) }
}

public struct AnyPublisher<Output, Failure: Error>: Publisher {
  private let base: any Publisher<Output, Failure>

  public init(_ publisher: some Publisher<Output, Failure>) { base = publisher }

  public func receive<S: Subscriber>(subscriber: S)
  where Failure == S.Failure, Output == S.Input {
    base.receive(subscriber: subscriber)
  }
}

public struct Deferred<DeferredPublisher: Publisher>: Publisher {
  public typealias Output = DeferredPublisher.Output
  public typealias Failure = DeferredPublisher.Failure

  public let createPublisher: () -> DeferredPublisher

  public init(createPublisher: @escaping () -> DeferredPublisher) {
    self.createPublisher = createPublisher
  }

  public func receive<S: Subscriber>(subscriber: S)
  where Failure == S.Failure, Output == S.Input {
    createPublisher().subscribe(subscriber)
  }
}

extension Publishers {
  public struct Map<Upstream: Publisher, Output>: Publisher {
    public typealias Failure = Upstream.Failure

    public let upstream: Upstream
    public let transform: (Upstream.Output) -> Output

    public func receive<S: Subscriber>(subscriber: S)
    where Failure == S.Failure, Output == S.Input {
      let transform = transform
      upstream.subscribe(
        Relay(subscriber) { input, downstream in downstream.receive(transform(input)) }
      )
    }
  }

  public struct CompactMap<Upstream: Publisher, Output>: Publisher {
    public typealias Failure = Upstream.Failure

    public let upstream: Upstream
    public let transform: (Upstream.Output) -> Output?

    public func receive<S: Subscriber>(subscriber: S)
    where Failure == S.Failure, Output == S.Input {
      let transform = transform
      upstream.subscribe(
        Relay(subscriber) { input, downstream in
          // A value that is dropped was requested: another takes its place.
          transform(input).map { downstream.receive($0) } ?? .max(1)
        }
      )
    }
  }

  public struct HandleEvents<Upstream: Publisher>: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure

    let upstream: Upstream
    let receiveSubscription: ((any Subscription) -> Void)?
    let receiveOutput: ((Output) -> Void)?
    let receiveCompletion: ((Subscribers.Completion<Failure>) -> Void)?
    let receiveCancel: (() -> Void)?
    let receiveRequest: ((Subscribers.Demand) -> Void)?

    public func receive<S: Subscriber>(subscriber: S)
    where Failure == S.Failure, Output == S.Input {
      let receiveOutput = receiveOutput
      let relay = Relay<Output, S>(subscriber) { input, downstream in
        receiveOutput?(input)
        return downstream.receive(input)
      }
      relay.receiveSubscription = receiveSubscription
      relay.receiveCompletion = receiveCompletion
      relay.receiveCancel = receiveCancel
      relay.receiveRequest = receiveRequest
      upstream.subscribe(relay)
    }
  }
}

/// Stands between a publisher and the subscriber of an operator.
private final class Relay<Input, Downstream: Subscriber>: Subscriber, Subscription {
  typealias Failure = Downstream.Failure

  private var downstream: Downstream?
  private var upstream: (any Subscription)?
  private let deliver: (Input, Downstream) -> Subscribers.Demand
  var receiveSubscription: ((any Subscription) -> Void)?
  var receiveCompletion: ((Subscribers.Completion<Failure>) -> Void)?
  var receiveCancel: (() -> Void)?
  var receiveRequest: ((Subscribers.Demand) -> Void)?

  init(_ downstream: Downstream, _ deliver: @escaping (Input, Downstream) -> Subscribers.Demand) {
    self.downstream = downstream
    self.deliver = deliver
  }

  func receive(subscription: any Subscription) {
    upstream = subscription
    receiveSubscription?(subscription)
    downstream?.receive(subscription: self)
  }

  func receive(_ input: Input) -> Subscribers.Demand {
    downstream.map { deliver(input, $0) } ?? .none
  }

  func receive(completion: Subscribers.Completion<Failure>) {
    receiveCompletion?(completion)
    let last = downstream
    end()
    last?.receive(completion: completion)
  }

  func request(_ demand: Subscribers.Demand) {
    receiveRequest?(demand)
    upstream?.request(demand)
  }

  func cancel() {
    receiveCancel?()
    let subscription = upstream
    end()
    subscription?.cancel()
  }

  private func end() {
    downstream = nil
    upstream = nil
    receiveCancel = nil
  }
}
