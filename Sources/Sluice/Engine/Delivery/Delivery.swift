/// An item of the queue that is delivered to observers.
///
/// A class, so that it moves from the lock to the queue to the observers as one reference.
@usableFromInline
@safe
class Delivery: @unchecked Sendable {
  // `@unchecked`: written before it is enqueued, with the store's lock held; then by the thread
  // that delivers.

  /// The position in the order of all deliveries.
  @safe @exclusivity(unchecked) final var ticket = 0
  /// Whether the thread that delivers enqueued this from within a delivery.
  @safe @exclusivity(unchecked) final var isReentrant = false
  /// The cause of actions that observers dispatch meanwhile; number 0 for none.
  @safe @exclusivity(unchecked) final var cause = Cause()

  /// Notifies interceptors, then selections.
  func notify(_ observers: Observers) {}

  /// Releases the states.
  ///
  /// Called only if no observer retained this delivery.
  func releaseStates(_ engine: Engine) {}

  /// Returns the effects to notify; called with the lock held when the delivery begins.
  func routes(_ runs: RunScheduler?) -> EffectRoutes? { nil }

  /// Runs effects, then follow-ups.
  func runEffects(_ routes: EffectRoutes?, _ engine: Engine) {}

  /// Makes this object available to the next delivery.
  ///
  /// Called only if no observer retained it.
  func recycle(_ engine: Engine) {}
}

/// The start or end of a run; delivered in order with the commits.
final class EffectEventDelivery: Delivery, @unchecked Sendable {
  // `@unchecked`: as the superclass.
  private let event: EffectEvent

  init(_ event: EffectEvent) {
    self.event = event
    super.init()
    cause.number = event.commit ?? 0
  }

  override func notify(_ observers: Observers) {
    observers.forEachInterceptor(due: ticket) { $0.effectChanged(event) }
  }
}

/// A change of selected values without a commit: an override was set or reset.
final class Reselection: Delivery, @unchecked Sendable {
  // `@unchecked`: as the superclass.
  private let box: AnyStateBox
  private let version: Int

  init(box: AnyStateBox, version: Int) {
    self.box = box
    self.version = version
  }

  override func notify(_ observers: Observers) {
    observers.select(from: box, version: version, ticket: ticket, all: true)
  }
}
