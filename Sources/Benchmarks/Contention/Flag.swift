import Synchronization

/// A flag that threads share.
final class Flag: Sendable {
  let isSet = Atomic<Bool>(false)
}
