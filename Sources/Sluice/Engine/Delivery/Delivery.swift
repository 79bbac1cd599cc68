/// What is handed to observers when its turn comes.
///
/// A class, so that it moves from the lock to the queue to the observers as one reference.
@usableFromInline
@safe
class Delivery: @unchecked Sendable {
  // `@unchecked`: written before it is enqueued, with the store's lock held; then by the thread that
  // delivers.

  /// The place in the order of all that is delivered.
  @safe @exclusivity(unchecked) final var ticket = 0
  /// Whether the thread that delivers enqueued this from within a delivery.
  @safe @exclusivity(unchecked) final var isReentrant = false
  /// What led to the actions that observers dispatch meanwhile; number 0 for nothing.
  @safe @exclusivity(unchecked) final var cause = Cause()

  /// Notifies interceptors, then selections.
  func notify(_ observers: Observers) {}

  /// Releases the states.
  ///
  /// Called only if no observer retained this delivery.
  func releaseStates(_ engine: Engine) {}

  /// The effects to notify; asked with the lock held when the delivery begins.
  func routes(_ runs: RunScheduler?) -> EffectRoutes? { nil }

  /// Runs effects, then follow-ups.
  func runEffects(_ routes: EffectRoutes?, _ engine: Engine) {}

  /// Makes this available to the next delivery.
  ///
  /// Called only if no observer retained it.
  func recycle(_ engine: Engine) {}
}

/// A run began or came to an end; delivered in order with the commits.
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

/// Selections answer differently although no commit happened: an override was set or reset.
final class Reselection: Delivery, @unchecked Sendable {
  // `@unchecked`: as the superclass.
  private let box: AnyStateBox
  private let version: Int

  init(box: AnyStateBox, version: Int) {
    self.box = box
    self.version = version
  }

  override func notify(_ observers: Observers) {
    observers.select(from: box, version: version, ticket: ticket)
  }
}
