import Synchronization

/// Counts the values that wait in mailboxes: in those of all sinks on actors of one store.
@usableFromInline
final class Backlog: Sendable {
  let waiting = Atomic<Int>(0)
}
