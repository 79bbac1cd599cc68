/// What is handed to observers in its turn.
///
/// A class, so that it moves from the lock to the queue to the observers as one reference.
@usableFromInline
class Delivery: @unchecked Sendable {
  // `@unchecked`: written before it is queued, under the store's lock; then by the thread that
  // delivers.

  /// The place in the order of all that is delivered.
  final var ticket = 0
  /// Whether the thread that delivers queued this from within the delivery.
  final var isReentrant = false

  /// The commit that an observer reacts to, if it dispatches.
  var causingCommit: Int? { nil }
  var chain: CauseChain { CauseChain() }

  /// Tells the observers whom it concerns.
  func hand(to observers: Observers) {}
}

/// A commit on its way to those who watch.
@usableFromInline
final class CommitRecord: Delivery, @unchecked Sendable {
  // `@unchecked`: as the superclass; the boxes are those of `Sendable` states.

  let number: Int
  /// Tells states apart; what selections go by.
  let version: Int
  let action: any Action
  let origin: ActionOrigin
  private let commitChain: CauseChain
  /// Whether a reducer handled the action; else no selection is told.
  let isHandled: Bool
  /// When reducing began, since ``epoch``.
  let begin: Duration?
  let reducingTime: Duration?
  /// The states, as far as somebody wants them.
  ///
  /// Let go of before the effects run, so that what a synchronous effect dispatches finds the state
  /// unshared.
  private var old: AnyObject?
  private var new: AnyObject?

  /// Instants are kept as durations since this one: the size of `Duration` is known when this is
  /// compiled, that of an `Instant` is not, which makes every copy of it dear.
  static let epoch = ContinuousClock.now

  init(
    number: Int,
    version: Int,
    action: any Action,
    origin: ActionOrigin,
    chain: CauseChain,
    reduction: Reduction,
    demands: StoreCore.Demands
  ) {
    self.number = number
    self.version = version
    self.action = action
    self.origin = origin
    commitChain = chain
    isHandled = reduction.isHandled
    begin = demands.contains(.instant) ? reduction.begin : nil
    reducingTime = demands.contains(.timing) ? reduction.begin.map { Self.now - $0 } : nil
    old = reduction.old
    new = reduction.new
  }

  static var now: Duration { epoch.duration(to: .now) }

  override var causingCommit: Int? { number }
  override var chain: CauseChain { commitChain }

  override func hand(to observers: Observers) {
    if let new {
      for interceptor in observers.interceptors where interceptor.isDue(ticket) {
        interceptor.committed(self, old, new)
      }
      if isHandled { observers.select(from: new, version: version, ticket: ticket) }
    }
    old = nil
    new = nil
    for effect in observers.effects.taking(type(of: action)) where effect.isDue(ticket) {
      effect.receive(self)
    }
  }
}

/// A run began or came to an end: told in order with the commits.
final class EffectEventDelivery: Delivery, @unchecked Sendable {
  // `@unchecked`: as the superclass.
  private let event: EffectEvent

  init(_ event: EffectEvent) { self.event = event }

  override var causingCommit: Int? { event.commit }

  override func hand(to observers: Observers) {
    for interceptor in observers.interceptors where interceptor.isDue(ticket) {
      interceptor.effectChanged(event)
    }
  }
}

/// Selections answer differently although no commit happened: an override came or went.
final class Reselection: Delivery, @unchecked Sendable {
  // `@unchecked`: as the superclass.
  private let box: AnyObject
  private let version: Int

  init(box: AnyObject, version: Int) {
    self.box = box
    self.version = version
  }

  override func hand(to observers: Observers) {
    observers.select(from: box, version: version, ticket: ticket)
  }
}

extension Observers {
  fileprivate func select(from box: AnyObject, version: Int, ticket: Int) {
    // Through the buffer and unretained: `selections` holds them for the whole loop, and two
    // reference counts for each would cost more than the rest of it.
    unsafe selections.withUnsafeBufferPointer { selections in
      for index in selections.indices {
        unsafe Unmanaged.passUnretained(selections[index])._withUnsafeGuaranteedRef { selection in
          if selection.isDue(ticket) { selection.receive(box, version) }
        }
      }
    }
  }
}
