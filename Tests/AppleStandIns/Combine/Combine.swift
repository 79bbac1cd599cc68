// A small Combine that runs: what SluiceCombine, its examples and its tests use, with Combine's
// rules about demand, order and cancelling. Only for where Combine is not.
//
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public protocol Cancellable {
  func cancel()
}

public protocol Publisher<Output, Failure> {
  associatedtype Output
  associatedtype Failure: Error
  func receive<S: Subscriber>(subscriber: S) where Failure == S.Failure, Output == S.Input
}

extension Publisher {
  public func subscribe<S: Subscriber>(_ subscriber: S)
  where Failure == S.Failure, Output == S.Input {
    receive(subscriber: subscriber)
  }
}

public protocol Subscription: Cancellable, CustomCombineIdentifierConvertible {
  func request(_ demand: Subscribers.Demand)
}

public protocol Subscriber<Input, Failure>: CustomCombineIdentifierConvertible {
  associatedtype Input
  associatedtype Failure: Error
  func receive(subscription: any Subscription)
  func receive(_ input: Input) -> Subscribers.Demand
  func receive(completion: Subscribers.Completion<Failure>)
}

public typealias CombineIdentifier = ObjectIdentifier

public protocol CustomCombineIdentifierConvertible {
  var combineIdentifier: CombineIdentifier { get }
}

extension CustomCombineIdentifierConvertible where Self: AnyObject {
  public var combineIdentifier: CombineIdentifier { CombineIdentifier(self) }
}

public enum Subscribers {
  public enum Completion<Failure: Error> {
    case finished
    case failure(Failure)
  }

  public struct Demand: Equatable, Comparable, Sendable {
    /// `nil` if unlimited.
    public let max: Int?

    public static let unlimited = Demand(max: nil)
    public static let none = Demand(max: 0)

    public static func max(_ value: Int) -> Demand {
      precondition(value >= 0, "A demand of \(value) values.")
      return Demand(max: value)
    }

    public static func + (one: Demand, other: Demand) -> Demand {
      guard let first = one.max, let second = other.max else { return .unlimited }
      return .max(first + second)
    }

    public static func += (one: inout Demand, other: Demand) { one = one + other }

    public static func < (one: Demand, other: Demand) -> Bool {
      guard let first = one.max else { return false }
      return other.max.map { first < $0 } ?? true
    }

    /// This demand after one value was delivered.
    var afterOne: Demand { max.map { .max($0 - 1) } ?? .unlimited }
  }
}
