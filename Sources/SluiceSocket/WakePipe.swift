import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Ends a wait of a ``Poller`` from another thread.
///
/// `wake()` is for any thread; many of them before a `drain()` cost one system call.
package final class WakePipe: Sendable {
  private let reading: FileDescriptor
  private let writing: FileDescriptor
  private let isRung = Atomic(false)

  package init() throws(SocketError) {
    var ends: [Int32] = [-1, -1]
    guard unsafe pipe(&ends) == 0 else { throw .last("pipe") }
    reading = FileDescriptor(rawValue: ends[0])
    writing = FileDescriptor(rawValue: ends[1])
    try reading.prepare()
    try writing.prepare()
  }

  /// The end to poll for reading.
  package var descriptor: Int32 { reading.rawValue }

  /// Makes the descriptor readable.
  ///
  /// What was done before is visible after the `drain()` it causes.
  package func wake() {
    guard !isRung.exchange(true, ordering: .acquiringAndReleasing) else { return }
    var byte: UInt8 = 1
    // A full pipe is readable already.
    _ = uninterrupted { unsafe write(writing.rawValue, &byte, 1) }
  }

  /// Makes the descriptor quiet again.
  ///
  /// Look at what you were woken for afterwards, not before.
  package func drain() {
    var byte: UInt8 = 0
    while uninterrupted({ unsafe read(reading.rawValue, &byte, 1) }) == 1 {}
    // Last: cleared earlier, a wake in between would lose its byte and leave the flag up for good.
    _ = isRung.exchange(false, ordering: .acquiringAndReleasing)
  }
}
