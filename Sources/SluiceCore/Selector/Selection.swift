/// A selector observed on one store: its current value, and all that follow.
///
/// Subscribe with ``sink(_:fileID:line:)``, or iterate over it as an `AsyncSequence`. A value equal to
/// the previous one, by the selector's ``Comparison``, is not delivered, except with
/// ``includingRepeats()``. Creating a selection costs nothing and observes nothing yet. A selection
/// doesn't retain its store, and ends when the store is freed.
public struct Selection<Value: Sendable>: Sendable {
  /// The policy for values that an iterator has not read yet.
  public enum Buffering: Sendable {
    /// Keeps the newest `count` values and drops older ones: a slow reader sees the newest state.
    case newest(Int)
    /// Keeps the oldest `count` values and drops newer ones.
    case oldest(Int)
    /// Keeps all values, without bound.
    case all
  }

  /// Starts observing; `receiver` has received the first value when this returns.
  @usableFromInline
  package typealias Observe =
    @Sendable (_ receiver: SelectionReceiver<Value>) -> SelectionToken

  package let observe: Observe
  /// The store's core.
  package let core: Core
  /// Returns the value in a state of the store.
  package let read: @Sendable (_ box: AnyStateBox, _ version: Int) -> Value
  package private(set) var comparison: Comparison<Value>
  /// Whether a value is delivered also for a commit that no reducer handled.
  private(set) var includesUnhandled = false
  private(set) var buffer: Buffering = .newest(1)

  @usableFromInline
  package init(
    _ comparison: Comparison<Value>,
    core: Core,
    read: @escaping @Sendable (AnyStateBox, Int) -> Value,
    observe: @escaping Observe
  ) {
    self.comparison = comparison
    self.core = core
    self.read = read
    self.observe = observe
  }

  /// The current value.
  public var value: Value {
    let (box, version) = core.anySnapshot("selectCurrent")
    return read(box, version)
  }

  /// Returns this selection delivering a value after each commit, even if it equals the previous one
  /// or no reducer handled the action.
  ///
  /// For a program that counts actions by their values. Others are notified only of commits that a
  /// reducer handled.
  public func includingRepeats() -> Selection {
    var selection = self
    selection.comparison = .always
    selection.includesUnhandled = true
    return selection
  }

  /// Returns this selection without values that a predicate finds equivalent to the last one
  /// delivered.
  ///
  /// ```swift
  /// store.select(\.position).skippingRepeats { abs($0.x - $1.x) < 1 }
  /// ```
  ///
  /// The predicate replaces the selector's comparison. It runs on the thread that delivers.
  public func skippingRepeats(
    by areEquivalent: @escaping @Sendable (Value, Value) -> Bool
  ) -> Selection {
    var selection = self
    selection.comparison = .by(areEquivalent)
    selection.includesUnhandled = false
    return selection
  }

  /// Returns this selection with another buffering policy for iterators.
  public func buffering(_ buffer: Buffering) -> Selection {
    var selection = self
    selection.buffer = buffer
    return selection
  }

  /// Calls a closure with the current value and each following one, in commit order, one at a time.
  ///
  /// The closure runs on the actor on which it is written. Written outside any actor, it is called
  /// with the first value on this thread before `sink` returns, and with later ones on the thread
  /// that delivers. Written on an actor, it is called synchronously on that actor, otherwise
  /// asynchronously; always in one order with the actor's other sinks of the store. The closure may
  /// dispatch, subscribe and cancel.
  ///
  /// - Parameters:
  ///   - receive: The closure to call with each value.
  ///   - fileID: The caller's file; with the line, names the subscriber in diagnostics.
  ///   - line: The caller's line.
  /// - Returns: A token; the subscription ends when it is released.
  public func sink(
    @_inheritActorContext _ receive: @escaping @Sendable @isolated(any) (Value) -> Void,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> SelectionToken {
    // A mailbox calls the closure on its actor, or it has none: either way it is called as if it
    // were not isolated. Isolation is not part of a synchronous function's calling convention.
    let call = unsafe unsafeBitCast(receive, to: (@Sendable (Value) -> Void).self)
    let subscriber = SubscriptionSite(fileID: fileID, line: line)
    let token = observe(on: receive.isolation, at: subscriber, call)
    #if DEBUG
      token.reportIfDropped(subscriber, in: core)
    #endif
    return token
  }

  /// Calls a closure with the current value and each following one, on an actor if there is one,
  /// and calls `finish` once the store is freed.
  package func observe(
    on actor: (any Actor)?,
    at subscriber: SubscriptionSite = SubscriptionSite(),
    _ receive: @escaping @Sendable (Value) -> Void,
    finish: @escaping @Sendable () -> Void = {}
  ) -> SelectionToken {
    guard let actor else {
      return observe(
        SelectionReceiver(
          subscriber: subscriber,
          comparison: comparison,
          includesUnhandled: includesUnhandled,
          receive: receive,
          finish: finish
        )
      )
    }
    let receiver = ActorSubscriber<CausedValue<Value>>(on: actor, of: core.mailboxes) { [core] in
      $0.call(in: core, subscriber, receive)
    }
    let token = observe(
      SelectionReceiver(
        subscriber: subscriber,
        comparison: comparison,
        includesUnhandled: includesUnhandled,
        receive: { [core] in receiver.post(CausedValue($0, in: core)) },
        finish: { receiver.finish(finish) }
      )
    )
    return SelectionToken {
      receiver.close()
      token.cancel()
    }
  }
}

/// Names a subscriber in diagnostics, by its call site if known.
@usableFromInline
package struct SubscriptionSite: Sendable, CustomStringConvertible {
  let fileID: StaticString?
  let line: UInt
  let kind: CommitReads.Kind

  @usableFromInline
  package init(
    fileID: StaticString? = nil,
    line: UInt = 0,
    kind: CommitReads.Kind = .subscriber
  ) {
    self.fileID = fileID
    self.line = line
    self.kind = kind
  }

  /// The source position, if known.
  var position: String? { fileID.map { "\($0):\(line)" } }

  @usableFromInline package var description: String {
    fileID.map { "the subscriber at \($0):\(line)" } ?? "a subscriber"
  }
}

/// Receives a selection's values, and decides which are repeats.
@usableFromInline
package struct SelectionReceiver<Value: Sendable>: Sendable {
  @usableFromInline package var subscriber: SubscriptionSite
  /// Identifies repeats, which are not delivered.
  @usableFromInline package let comparison: Comparison<Value>
  /// Whether to deliver a value also for a commit that no reducer handled; only if the comparison is `always`.
  @usableFromInline package var includesUnhandled: Bool
  @usableFromInline let receive: @Sendable (Value) -> Void
  @usableFromInline package var finish: @Sendable () -> Void

  @usableFromInline
  package init(
    subscriber: SubscriptionSite = SubscriptionSite(),
    comparison: Comparison<Value>,
    includesUnhandled: Bool = false,
    receive: @escaping @Sendable (Value) -> Void,
    finish: @escaping @Sendable () -> Void = {}
  ) {
    self.subscriber = subscriber
    self.comparison = comparison
    self.includesUnhandled = includesUnhandled
    self.receive = receive
    self.finish = finish
  }
}
