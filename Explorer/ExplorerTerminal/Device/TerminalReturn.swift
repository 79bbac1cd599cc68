import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// How the process's terminal is given back: at the end, by a signal handler, or when it crashes.
///
/// Everything that a handler needs is allocated and written before, since a handler may neither
/// allocate nor wait for a lock.
enum TerminalReturn {
  @unsafe struct Record {
    var descriptor: Int32
    var settings: termios
    var bytes: UnsafeMutableBufferPointer<UInt8>
  }

  /// Set while the terminal has to be restored; exchanged for `nil` by the one that restores it.
  ///
  /// A record is never freed, because a handler may be reading it.
  /// The atomic makes it safe to share.
  nonisolated(unsafe) private static let record = unsafe Atomic<UnsafeMutablePointer<Record>?>(nil)

  /// The number of milliseconds that a terminal gets to take the last bytes.
  private static let patience: Int32 = 100

  /// Allocates what ``giveBack()`` will need.
  static func makeRecord(
    descriptor: Int32,
    settings: termios
  ) -> UnsafeMutablePointer<Record> {
    let leave = TerminalModes.leave
    let bytes = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: leave.count)
    _ = unsafe bytes.initialize(from: leave)
    let pointer = UnsafeMutablePointer<Record>.allocate(capacity: 1)
    unsafe pointer.initialize(
      to: Record(descriptor: descriptor, settings: settings, bytes: bytes)
    )
    return unsafe pointer
  }

  /// Notes that the terminal isn't as it was.
  static func arm(_ pointer: UnsafeMutablePointer<Record>) {
    unsafe record.store(pointer, ordering: .releasing)
  }

  /// Gives the terminal back, if that hasn't been done.
  ///
  /// Safe in a signal handler.
  static func giveBack() {
    guard let pointer = unsafe record.exchange(nil, ordering: .acquiringAndReleasing) else {
      return
    }
    let descriptor = unsafe pointer.pointee.descriptor
    var start = unsafe UnsafeRawPointer(pointer.pointee.bytes.baseAddress)
    var count = unsafe pointer.pointee.bytes.count
    while count > 0, let next = unsafe start {
      let written = unsafe write(descriptor, next, count)
      if written > 0 {
        unsafe start = unsafe next + written
        count -= written
      } else if errno == EAGAIN {
        var entry = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        guard unsafe poll(&entry, 1, patience) > 0 else { break }
      } else if errno != EINTR {
        break
      }
    }
    // In the background, both would stop the process.
    var stopping = sigset_t()
    var before = sigset_t()
    unsafe sigemptyset(&stopping)
    unsafe sigaddset(&stopping, SIGTTOU)
    unsafe pthread_sigmask(SIG_BLOCK, &stopping, &before)
    // At once: a terminal that takes no bytes would make it wait for ever.
    _ = unsafe tcsetattr(descriptor, TCSANOW, &pointer.pointee.settings)
    // What the mouse has sent since would be typed into the shell.
    _ = tcflush(descriptor, TCIFLUSH)
    unsafe pthread_sigmask(SIG_SETMASK, &before, nil)
  }
}
