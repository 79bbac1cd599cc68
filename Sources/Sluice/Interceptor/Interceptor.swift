/// Sees every commit after it happened, and can change nothing.
///
/// ```swift
/// struct SlowReducers: Interceptor {
///   let log: @Sendable (String) -> Void
///   var interests: InterceptorInterests { .timing }
///
///   func committed(_ commit: Commit<AppState>) {
///     if let time = commit.reducingTime, time > .milliseconds(1) { log("\(commit.action): \(time)") }
///   }
/// }
/// store.register(interceptor: SlowReducers { print($0) })
/// ```
///
/// Interceptors are called by the thread that delivers, in commit order, one commit at a time,
/// before any subscriber. An interceptor that needs the state before each action as well is an
/// ``ActionInterceptor``.
public protocol Interceptor<State>: Sendable {
  /// The state of the stores that this interceptor watches.
  associatedtype State: Sendable

  /// What the interceptor needs and what costs something to make. By default nothing.
  var interests: InterceptorInterests { get }

  /// Called after an action was reduced.
  func committed(_ commit: Commit<State>)

  /// Called when a run of an effect began or ended, in order with the commits, if
  /// ``InterceptorInterests/effects`` is among the interests. By default does nothing.
  func effectChanged(_ event: EffectEvent)
}

extension Interceptor {
  /// Nothing that costs anything.
  public var interests: InterceptorInterests { [] }

  /// Does nothing.
  public func effectChanged(_ event: EffectEvent) {}
}

/// What an interceptor needs of each commit, because it costs something to make.
public struct InterceptorInterests: OptionSet, Sendable {
  /// The set as bits.
  public let rawValue: UInt8

  /// A set from bits.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// ``Commit/oldState``.
  ///
  /// Costs a copy of the state at each dispatch (of its outermost value: arrays and dictionaries in
  /// it are copied when they are changed).
  public static var oldState: Self { Self(rawValue: 1) }
  /// ``Commit/instant``: reading the clock once.
  public static var instant: Self { Self(rawValue: 2) }
  /// ``Commit/reducingTime``: reading the clock twice.
  public static var timing: Self { Self(rawValue: 4) }
  /// The beginnings and ends of effects' runs.
  public static var effects: Self { Self(rawValue: 8) }
}

/// An interceptor in its place among the observers.
@usableFromInline
final class InterceptorEntry: Registration, @unchecked Sendable {
  // `@unchecked`: it has no `var` of its own.
  let interceptor: any Interceptor
  /// What it was registered with, if it is part of a feature.
  let featureID: String?
  let committed: @Sendable (CommitRecord) -> Void

  @usableFromInline
  init(
    _ interceptor: any Interceptor,
    featureID: String? = nil,
    committed: @escaping @Sendable (CommitRecord) -> Void
  ) {
    self.interceptor = interceptor
    self.featureID = featureID
    self.committed = committed
  }

  deinit {
    (interceptor as? any AttachedInterceptor)?.detached()
  }

  /// What the interceptor needs now; see ``StateSource/refreshInterests()``.
  var interests: InterceptorInterests { interceptor.interests }

  /// Whether the interceptor needs no commits at all at the moment.
  var isDormant: Bool { (interceptor as? any AttachedInterceptor)?.isDormant ?? false }

  override var label: String { "the interceptor \(type(of: interceptor))" }

  func effectChanged(_ event: EffectEvent) {
    if interests.contains(.effects) { interceptor.effectChanged(event) }
  }
}
