/// What is handed to observers in its turn.
///
/// A class, so that it moves from the lock to the queue to the observers as one reference.
@usableFromInline
@safe
class Delivery: @unchecked Sendable {
  // `@unchecked`: written before it is queued, under the store's lock; then by the thread that
  // delivers.

  /// The place in the order of all that is delivered.
  @exclusivity(unchecked) final var ticket = 0
  /// Whether the thread that delivers queued this from within the delivery.
  @exclusivity(unchecked) final var isReentrant = false

  /// The commit that an observer reacts to, if it dispatches; 0 when there is none.
  @exclusivity(unchecked) final var commitNumber = 0
  /// How that commit came about.
  @exclusivity(unchecked) final var chain = CauseChain()

  /// Tells the interceptors and selections whom it concerns.
  func tell(_ observers: Observers) {}

  /// Lets go of what must not be held any longer; called if nobody else keeps this.
  func letGoOfStates(_ engine: Engine) {}

  /// Lets the next delivery use this; called when nobody else keeps it.
  func putAside(_ engine: Engine) {}

  /// Sets off effects and follow-ups.
  func setOff(_ observers: Observers, of engine: Engine) {}
}

/// A run began or came to an end: told in order with the commits.
final class EffectEventDelivery: Delivery, @unchecked Sendable {
  // `@unchecked`: as the superclass.
  private let event: EffectEvent

  init(_ event: EffectEvent) {
    self.event = event
    super.init()
    unsafe commitNumber = event.commit ?? 0
  }

  override func tell(_ observers: Observers) {
    let ticket = unsafe ticket
    observers.forEachInterceptor(due: ticket) { $0.effectChanged(event) }
  }
}

/// Selections answer differently although no commit happened: an override came or went.
final class Reselection: Delivery, @unchecked Sendable {
  // `@unchecked`: as the superclass.
  private let box: AnyStateBox
  private let version: Int

  init(box: AnyStateBox, version: Int) {
    self.box = box
    self.version = version
  }

  override func tell(_ observers: Observers) {
    observers.select(from: box, version: version, ticket: unsafe ticket)
  }
}
