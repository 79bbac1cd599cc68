import SluiceSocket

/// What happens when commits come faster than they can be encoded and sent, or written.
///
/// An Explorer may miss commits; a recording should not. So ``ExplorerConfiguration/overflow`` is
/// ``dropOldest`` by default where an Explorer is connected, and a wait of up to 10 seconds for a
/// `file:` endpoint. Whatever is lost is counted in the stream.
public enum ExplorerOverflow: Hashable, Sendable {
  /// Doesn't block the program.
  ///
  /// Beyond ``ExplorerLimits/waitingBytes`` commits coalesce: only the last one's action is sent, with
  /// the changes of all and their number. Beyond the other limits the oldest unsent commits are
  /// dropped, and their numbers sent.
  case dropOldest
  /// Blocks the dispatching thread for at most this time; then continues as ``dropOldest``.
  ///
  /// A commit waits, before it is added, while ``ExplorerLimits/waitingBytes`` or
  /// ``ExplorerLimits/heldStates`` wait; it ends as soon as some of them are encoded. For a recording it
  /// also waits while earlier ones are more than some milliseconds late, since a kill would lose them. After a wait that
  /// took the whole time, no commit waits until something has been sent.
  ///
  /// Waits only while connected, and never on the interceptor's own thread, where a `deinit` of a
  /// state, a filter or a transformation may dispatch. Holds no lock of the store meanwhile. Other
  /// threads that dispatch wait for their turn, at most 0.1 seconds, and their commits are delivered
  /// afterwards.
  case wait(upTo: Duration)
}

extension ExplorerOverflow {
  /// The default for an endpoint.
  static func standard(for endpoint: Endpoint) -> Self {
    switch endpoint {
    case .unix: .dropOldest
    case .file: .wait(upTo: .seconds(10))
    }
  }

  /// The maximum time to wait; `nil` if it doesn't.
  var maximumWait: Duration? {
    if case .wait(let time) = self { time } else { nil }
  }
}
