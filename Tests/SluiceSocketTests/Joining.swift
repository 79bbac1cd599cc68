import SluiceSocket
import TestSupport

/// A thread that can be kept in an array until it is joined.
final class Joining: Sendable {
  private let thread: Guarded<Holder>

  private struct Holder: ~Copyable {
    var thread: ServiceThread?
  }

  init(_ work: @escaping @Sendable () -> Void) throws {
    thread = Guarded(Holder(thread: try ServiceThread(name: "test", work)))
  }

  func join() {
    let taken = thread.withLock { $0.thread.take() }
    taken?.join()
  }
}
