// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import Foundation

// One conduit for each subscriber, as in Combine: with the subscriber's demand, and a recursive lock
// under which values are delivered, so that they are delivered one at a time and in order.

public final class CurrentValueSubject<Output, Failure: Error>: Publisher {
  private let hub: Hub<Output, Failure>

  public init(_ value: Output) { hub = Hub(value) }

  public func send(_ input: Output) { hub.send(input) }
  public func send(completion: Subscribers.Completion<Failure>) { hub.send(completion) }

  public func receive<S: Subscriber>(subscriber: S)
  where Failure == S.Failure, Output == S.Input {
    hub.add(subscriber)
  }
}

public final class PassthroughSubject<Output, Failure: Error>: Publisher {
  private let hub = Hub<Output, Failure>(nil)

  public init() {}

  public func send(_ input: Output) { hub.send(input) }
  public func send(completion: Subscribers.Completion<Failure>) { hub.send(completion) }

  public func receive<S: Subscriber>(subscriber: S)
  where Failure == S.Failure, Output == S.Input {
    hub.add(subscriber)
  }
}

/// The subscribers of a subject, and what a new one receives.
private final class Hub<Output, Failure: Error> {
  private let lock = NSRecursiveLock()
  private var conduits: [Conduit<Output, Failure>] = []
  private var completion: Subscribers.Completion<Failure>?
  /// `nil` in a `PassthroughSubject`.
  private var current: Output?

  init(_ value: Output?) { current = value }

  func locked<Result>(_ body: () -> Result) -> Result { lock.withLock(body) }

  func send(_ input: Output) {
    let receivers = locked { () -> [Conduit<Output, Failure>] in
      guard completion == nil else { return [] }
      if current != nil { current = input }
      return conduits
    }
    for conduit in receivers { conduit.offer(input) }
  }

  func send(_ final: Subscribers.Completion<Failure>) {
    let receivers = locked { () -> [Conduit<Output, Failure>] in
      guard completion == nil else { return [] }
      completion = final
      defer { conduits = [] }
      return conduits
    }
    for conduit in receivers { conduit.finish(final) }
  }

  func add<S: Subscriber>(_ subscriber: S) where Failure == S.Failure, Output == S.Input {
    let conduit = Conduit(subscriber, hub: self)
    let (final, value) = locked {
      if completion == nil { conduits.append(conduit) }
      return (completion, current)
    }
    conduit.begin(with: final == nil ? value : nil)
    if let final { conduit.finish(final) }
  }

  func remove(_ conduit: Conduit<Output, Failure>) {
    locked { conduits.removeAll { $0 === conduit } }
  }
}

private final class Conduit<Output, Failure: Error>: Subscription {
  private let lock = NSRecursiveLock()
  private var downstream: (any Subscriber<Output, Failure>)?
  private var hub: Hub<Output, Failure>?
  private var demand = Subscribers.Demand.none
  /// What a `CurrentValueSubject` held when there was no demand.
  private var missed: Output?

  init(_ downstream: any Subscriber<Output, Failure>, hub: Hub<Output, Failure>) {
    self.downstream = downstream
    self.hub = hub
  }

  private var holdsCurrent = false

  func begin(with value: Output?) {
    let subscriber = lock.withLock { () -> (any Subscriber<Output, Failure>)? in
      holdsCurrent = value != nil
      missed = value
      return downstream
    }
    subscriber?.receive(subscription: self)
  }

  func offer(_ value: Output) {
    lock.withLock {
      guard demand > .none else {
        if holdsCurrent { missed = value }
        return
      }
      missed = nil
      deliver(value)
    }
  }

  func request(_ more: Subscribers.Demand) {
    lock.withLock {
      demand += more
      guard demand > .none, let value = missed else { return }
      missed = nil
      deliver(value)
    }
  }

  private func deliver(_ value: Output) {
    guard let downstream else { return }
    demand = demand.afterOne
    demand += downstream.receive(value)
  }

  func finish(_ completion: Subscribers.Completion<Failure>) {
    let subscriber = end()
    subscriber?.receive(completion: completion)
  }

  func cancel() {
    let hub = lock.withLock { self.hub }
    _ = end()
    hub?.remove(self)
  }

  private func end() -> (any Subscriber<Output, Failure>)? {
    lock.withLock {
      defer {
        downstream = nil
        hub = nil
        missed = nil
      }
      return downstream
    }
  }
}
