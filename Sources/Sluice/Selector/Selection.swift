/// A selector observed on one store: a current value, and all that follow.
///
/// Ask for values with ``sink(_:fileID:line:)``, or iterate over it as an `AsyncSequence`. A value that equals
/// the one before is not told, if values are `Equatable`; ``includingRepeats()`` asks for them.
/// Making a selection costs nothing and observes nothing yet; a selection does not keep its store
/// alive, and ends when the store is freed.
public struct Selection<Value: Sendable>: Sendable {
  /// What to do with values that an iterator has not read yet.
  public enum Buffering: Sendable {
    /// Keep the newest, so many; older ones are dropped. A slow reader sees the newest state.
    case newest(Int)
    /// Keep the oldest, so many; newer ones are dropped.
    case oldest(Int)
    /// Keep all, however many.
    case all
  }

  /// Starts to observe: the receiver has received the first value when this returns.
  @usableFromInline
  typealias Observe =
    @Sendable (_ receiver: SelectionReceiver<Value>) -> SelectionToken

  let observe: Observe
  let current: @Sendable () -> Value
  let backlog: @Sendable () -> Backlog
  private(set) var areEqual: (@Sendable (Value, Value) -> Bool)?
  private(set) var buffer: Buffering = .newest(1)

  @usableFromInline
  init(
    areEqual: (@Sendable (Value, Value) -> Bool)?,
    current: @escaping @Sendable () -> Value,
    backlog: @escaping @Sendable () -> Backlog,
    observe: @escaping Observe
  ) {
    self.areEqual = areEqual
    self.current = current
    self.backlog = backlog
    self.observe = observe
  }

  /// The value now.
  public var value: Value { current() }

  /// The same selection, which tells a value after each commit that a reducer handled, be it equal
  /// to the one before or not.
  public func includingRepeats() -> Selection {
    var selection = self
    selection.areEqual = nil
    return selection
  }

  /// The same selection, which skips a value if a predicate finds it equivalent to the last one
  /// delivered.
  ///
  /// ```swift
  /// store.select(\.position).skippingRepeats { abs($0.x - $1.x) < 1 }
  /// ```
  ///
  /// The predicate takes the place of `==`, where values are `Equatable`. It is called by the thread
  /// that delivers.
  public func skippingRepeats(
    by areEquivalent: @escaping @Sendable (Value, Value) -> Bool
  ) -> Selection {
    var selection = self
    selection.areEqual = areEquivalent
    return selection
  }

  /// The same selection with another choice of what iterators keep.
  public func buffering(_ buffer: Buffering) -> Selection {
    var selection = self
    selection.buffer = buffer
    return selection
  }

  /// Calls a closure with the value now and with each one that follows, in commit order, one at a
  /// time.
  ///
  /// The closure runs on the actor on which it was written. Written outside of any, it is called with
  /// the first value on this thread before `sink` returns, and with each further one by the thread
  /// that delivers. Written on an actor, it is called synchronously on that actor, otherwise
  /// asynchronously; always in order. The closure may dispatch, subscribe and cancel.
  ///
  /// - Parameters:
  ///   - receive: The closure.
  ///   - fileID: Names the subscriber in diagnostics, together with the line.
  ///   - line: The line of the call.
  /// - Returns: A token; the subscription ends when it is released.
  public func sink(
    @_inheritActorContext _ receive: @escaping @Sendable @isolated(any) (Value) -> Void,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> SelectionToken {
    // The closure is called on its actor by `Mailbox`, or has none: either way as if it were not
    // isolated. Isolation is no part of how a synchronous function is called.
    let call = unsafe unsafeBitCast(receive, to: (@Sendable (Value) -> Void).self)
    return observe(on: receive.isolation, at: Subscriber(fileID: fileID, line: line), call)
  }

  /// Calls a closure with the value now and each that follows, on an actor if there is one; then,
  /// once the store is freed, calls another.
  package func observe(
    on actor: (any Actor)?,
    at subscriber: Subscriber = Subscriber(),
    _ receive: @escaping @Sendable (Value) -> Void,
    finish: @escaping @Sendable () -> Void = {}
  ) -> SelectionToken {
    guard let actor else {
      return observe(
        SelectionReceiver(
          subscriber: subscriber,
          areEqual: areEqual,
          receive: receive,
          finish: finish
        )
      )
    }
    let mailbox = Mailbox(actor: actor, backlog: backlog(), receive: receive)
    let token = observe(
      SelectionReceiver(
        subscriber: subscriber,
        areEqual: areEqual,
        receive: { mailbox.post($0) },
        finish: { mailbox.finish(finish) }
      )
    )
    return SelectionToken {
      mailbox.close()
      token.cancel()
    }
  }
}

/// Names a subscriber in diagnostics, by where it subscribed if that is known.
@usableFromInline
package struct Subscriber: Sendable, CustomStringConvertible {
  var fileID: StaticString?
  var line: UInt = 0

  @usableFromInline package var description: String {
    fileID.map { "the subscriber at \($0):\(line)" } ?? "a subscriber"
  }
}

/// What receives a selection's values, and which of them.
@usableFromInline
struct SelectionReceiver<Value: Sendable>: Sendable {
  @usableFromInline var subscriber = Subscriber()
  /// Finds repeats, which are not delivered; `nil` delivers all.
  @usableFromInline let areEqual: (@Sendable (Value, Value) -> Bool)?
  @usableFromInline let receive: @Sendable (Value) -> Void
  @usableFromInline var finish: @Sendable () -> Void = {}
}
