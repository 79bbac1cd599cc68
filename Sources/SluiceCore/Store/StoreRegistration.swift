import SluiceLocks

/// What was registered in a store by one call, to be taken back.
///
/// Every method of ``Store`` that registers something returns one. Discard it where what is
/// registered stays until the store is freed.
///
/// ```swift
/// let printing = store.register(interceptor: PrintInterceptor())
/// let searching = store.register(feature: search, state: \.search)
/// // Later:
/// printing.unregister()
/// searching.unregister()
/// ```
///
/// Unregisters what the call registered and nothing else: not another interceptor of the same type,
/// nor what has replaced it under its id. Retains the store's memory, not the store. Two
/// registrations are equal if one call made them.
public struct StoreRegistration: Sendable, Hashable {
  private let core: Core
  private let number: Int

  @usableFromInline
  package init(_ number: Int, in core: Core) {
    self.number = number
    self.core = core
  }

  @usableFromInline
  package static func nextNumber() -> Int { UniqueNumbers.registrations.next() }

  /// Unregisters what was registered.
  ///
  /// First removes effects and feedbacks, cancels their runs and drops what they still dispatch; then
  /// middleware, interceptors and reducers. The state is unchanged. Does nothing if it was
  /// unregistered or replaced before, or the store was freed. Callable from any thread, from
  /// subscribers, effects and interceptors, but not from a reducer.
  public func unregister() {
    core.unregister(registration: number)
  }

  /// Returns whether one call made both.
  public static func == (one: StoreRegistration, other: StoreRegistration) -> Bool {
    one.number == other.number
  }

  /// Hashes the number of the call.
  public func hash(into hasher: inout Hasher) { hasher.combine(number) }
}

extension Core {
  /// Removes what has the number of a registration.
  package final func unregister(registration: Int) {
    locked("unregister") { _ in runs }?.unregisterEffects(registration: registration)
    changeMiddleware("unregister") { $0.remove(.registration(registration)) }
    unregisterInterceptors("unregister") { $0.takeInterceptors(.registration(registration)) }
    unregister("unregister", .registration(registration))
    releaseClaim(of: registration)
  }
}
