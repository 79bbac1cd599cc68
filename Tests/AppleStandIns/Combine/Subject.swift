// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import Foundation

// One conduit for each subscriber, as in Combine: with the subscriber's demand, and a recursive lock
// under which values are delivered, so that they are delivered one at a time and in order.

public final class CurrentValueSubject<Output, Failure: Error>: Subject<Output, Failure> {
  public init(_ value: Output) { super.init(current: value) }
}

public final class PassthroughSubject<Output, Failure: Error>: Subject<Output, Failure> {
  public init() { super.init(current: nil) }
}

/// The subscribers of a subject, and what a new one receives.
public class Subject<Output, Failure: Error>: Publisher {
  private let lock = NSRecursiveLock()
  private var conduits: [Conduit<Output, Failure>] = []
  private var completion: Subscribers.Completion<Failure>?
  /// `nil` in a `PassthroughSubject`.
  private var current: Output?

  init(current: Output?) { self.current = current }

  public func send(_ input: Output) {
    let receivers = lock.withLock { () -> [Conduit<Output, Failure>] in
      guard completion == nil else { return [] }
      if current != nil { current = input }
      return conduits
    }
    for conduit in receivers { conduit.offer(input) }
  }

  public func send(completion final: Subscribers.Completion<Failure>) {
    let receivers = lock.withLock { () -> [Conduit<Output, Failure>] in
      guard completion == nil else { return [] }
      completion = final
      defer { conduits = [] }
      return conduits
    }
    for conduit in receivers { conduit.finish(final) }
  }

  public func receive<S: Subscriber>(subscriber: S)
  where Failure == S.Failure, Output == S.Input {
    let conduit = Conduit(subscriber, subject: self)
    let (final, value) = lock.withLock {
      if completion == nil { conduits.append(conduit) }
      return (completion, current)
    }
    conduit.begin(with: final == nil ? value : nil)
    if let final { conduit.finish(final) }
  }

  fileprivate func remove(_ conduit: Conduit<Output, Failure>) {
    lock.withLock { conduits.removeAll { $0 === conduit } }
  }
}

private final class Conduit<Output, Failure: Error>: Subscription {
  private let lock = NSRecursiveLock()
  private var downstream: (any Subscriber<Output, Failure>)?
  private var subject: Subject<Output, Failure>?
  private var demand = Subscribers.Demand.none
  private var holdsCurrent = false
  /// What a `CurrentValueSubject` held when there was no demand.
  private var missed: Output?

  init(_ downstream: any Subscriber<Output, Failure>, subject: Subject<Output, Failure>) {
    self.downstream = downstream
    self.subject = subject
  }

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
      if demand > .none { deliver(value) } else if holdsCurrent { missed = value }
    }
  }

  func request(_ more: Subscribers.Demand) {
    lock.withLock {
      demand += more
      if demand > .none, let value = missed { deliver(value) }
    }
  }

  private func deliver(_ value: Output) {
    missed = nil
    guard let downstream else { return }
    demand = demand.afterOne
    demand += downstream.receive(value)
  }

  func finish(_ completion: Subscribers.Completion<Failure>) {
    end().downstream?.receive(completion: completion)
  }

  func cancel() { end().subject?.remove(self) }

  private func end() -> (
    downstream: (any Subscriber<Output, Failure>)?, subject: Subject<Output, Failure>?
  ) {
    lock.withLock {
      missed = nil
      return (downstream.take(), subject.take())
    }
  }
}
