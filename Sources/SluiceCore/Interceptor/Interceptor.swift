/// Receives every commit after it was made, and can't change it.
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
/// Interceptors are called on the thread that delivers, in commit order, one commit at a time,
/// before any subscriber. An interceptor that also needs the state before each action is an
/// ``ActionInterceptor``, one that needs the runs of effects an ``EffectInterceptor``, and one that
/// needs those of selectors and observers a ``ReadInterceptor``.
public protocol Interceptor<State>: Sendable {
  /// The state of the stores that this interceptor observes.
  // The default is for the compiler: what lacks `committed(_:)` fails for that, not for its state.
  associatedtype State: Sendable = NoState

  /// The parts of a commit that the interceptor needs and that have a cost. By default, none.
  var interests: InterceptorInterests { get }

  /// Called after an action has been reduced.
  func committed(_ commit: Commit<State>)

  /// Called with each diagnostic that the store reports, beside ``Store/onDiagnostic``.
  ///
  /// Called on the thread that caused it, not in order with the commits, and perhaps while another
  /// thread calls `committed(_:)`. Diagnostics from before the registration aren't repeated.
  func diagnosed(_ diagnostic: StoreDiagnostic)

  /// Called once when the program closes the store with ``Store/close(within:)``, after the last
  /// commit: writes what is still to be written.
  ///
  /// The store waits for it, before it releases the interceptor. Not called for a store that is
  /// freed without having been closed.
  func storeClosed() async
}

extension Interceptor {
  /// Requests nothing that has a cost.
  public var interests: InterceptorInterests { [] }

  /// Does nothing.
  public func diagnosed(_ diagnostic: StoreDiagnostic) {}

  /// Does nothing.
  public func storeClosed() async {}

  /// Unavailable: an interceptor implements it, or ``ActionInterceptor`` does.
  @available(
    *,
    unavailable,
    message: """
      Implement committed(_:), with .oldState among the interests for commit.oldState; or conform to \
      ActionInterceptor, and implement actionDispatched(action:oldState:newState:).
      """
  )
  public func committed(_ commit: Commit<State>) {}
}

/// The parts of a commit that have a cost, and are made only on request.
public struct InterceptorInterests: OptionSet, Sendable {
  /// The bits of the set.
  public let rawValue: UInt8

  /// Creates a set from bits.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// ``Commit/oldState``.
  ///
  /// Costs a copy of the state at each dispatch (of its outermost value; arrays and dictionaries in
  /// it are copied when they change).
  public static var oldState: Self { Self(rawValue: 1) }
  /// ``Commit/instant``; costs one clock reading.
  public static var instant: Self { Self(rawValue: 2) }
  /// ``Commit/reducingTime``; costs two clock readings.
  public static var timing: Self { Self(rawValue: 4) }
  /// The starts and ends of effects' runs, for an ``EffectInterceptor``.
  public static var effects: Self { Self(rawValue: 8) }
  /// The runs of selectors and observers, for a ``ReadInterceptor``.
  ///
  /// Costs two clock readings, a lock and an entry in a table for each run, and a comparison of each
  /// selector's new value with the one before: use it to find what runs too often.
  public static var reads: Self { Self(rawValue: 16) }
}

/// A registered interceptor, in order among the observers.
@usableFromInline
package final class InterceptorEntry: Registration, @unchecked Sendable {
  // `@unchecked`: its one `var` is guarded by the store's lock.

  @usableFromInline
  package typealias Committed =
    @Sendable (CommitRecord, _ old: AnyStateBox?, _ new: AnyStateBox) -> Void

  let interceptor: any Interceptor
  /// The number of the registration; see ``StoreRegistration``.
  @usableFromInline let registration: Int
  let abilities: InterceptorAbilities
  let committed: Committed
  /// What is counted as demanded for the interceptor; see ``DemandCounts``.
  var countedDemands: Core.Demands = []

  @usableFromInline
  package init(
    _ interceptor: any Interceptor,
    registration: Int = StoreRegistration.nextNumber(),
    committed: @escaping Committed
  ) {
    self.interceptor = interceptor
    abilities = InterceptorAbilities(interceptor)
    self.registration = registration
    self.committed = committed
  }

  deinit {
    abilities.attached?.detached()
  }

  /// The interceptor's current interests; see ``StateSource/refreshInterests()``.
  var interests: InterceptorInterests { interceptor.interests }

  func storeClosed() async { await interceptor.storeClosed() }

  /// Identifies the interceptor if it is an object.
  var objectID: ObjectIdentifier? {
    type(of: interceptor) is any AnyObject.Type ? ObjectIdentifier(interceptor as AnyObject) : nil
  }

  override var label: String { "the interceptor \(abilities.name)" }
}
