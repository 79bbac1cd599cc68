#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// An open descriptor with one owner; closed when the owner is deallocated.
struct FileDescriptor: ~Copyable, Sendable {
  let rawValue: Int32

  init(rawValue: Int32) {
    assert(rawValue >= 0)
    self.rawValue = rawValue
  }

  deinit {
    // Not retried after EINTR: Linux has closed it by then, and the number may be someone else's.
    _ = close(rawValue)
  }

  /// Makes operations return instead of waiting, and keeps the descriptor out of programs that
  /// this one starts.
  ///
  /// Two calls where Linux has flags for one, because `accept4` and `pipe2` are not imported.
  func prepare() throws(SocketError) {
    let status = fcntl(rawValue, F_GETFL)
    guard status != -1,
      fcntl(rawValue, F_SETFL, status | O_NONBLOCK) != -1,
      fcntl(rawValue, F_SETFD, FD_CLOEXEC) != -1
    else { throw .last("fcntl") }
  }
}

/// Runs a system call again for as long as signals interrupt it.
func uninterrupted<Number: SignedInteger>(_ call: () -> Number) -> Number {
  while true {
    let result = call()
    if result != -1 || errno != EINTR { return result }
  }
}

extension SocketError {
  /// What the last failed system call on this thread left in `errno`.
  static func last(_ call: String, path: String? = nil) -> SocketError {
    .system(call: call, path: path, code: errno)
  }
}
