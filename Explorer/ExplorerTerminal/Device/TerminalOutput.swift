#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The bytes on their way to a terminal: writes as many as it takes at once, and retains the rest.
struct TerminalOutput: Sendable {
  /// The number of bytes that a terminal takes without waiting once it can be written to.
  private static let piece = 128

  private let descriptor: Int32
  /// Whether writing to the descriptor may wait, which others who have the same file open rely on.
  private let mayWait: Bool
  private var rest: ArraySlice<UInt8> = []

  init(_ descriptor: Int32, mayWait: Bool) {
    self.descriptor = descriptor
    self.mayWait = mayWait
  }

  /// Whether bytes wait until the terminal takes them.
  var isPending: Bool { !rest.isEmpty }

  /// Writes bytes behind those that wait.
  mutating func write(_ bytes: [UInt8]) {
    if rest.isEmpty { rest = bytes[...] } else { rest += bytes }
    flush()
  }

  /// Writes what the terminal takes without waiting; a terminal that is gone takes everything.
  mutating func flush() {
    while !rest.isEmpty {
      guard let count = put(mayWait ? rest.prefix(Self.piece) : rest) else { return removeAll() }
      if count == 0 { return }
      rest = rest.dropFirst(count)
    }
    removeAll()
  }

  /// Forgets the bytes that wait.
  mutating func removeAll() {
    rest = []
  }

  /// Returns the number of bytes that the terminal has taken; `nil` if it's gone.
  private func put(_ bytes: ArraySlice<UInt8>) -> Int? {
    if mayWait {
      var entry = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
      guard unsafe poll(&entry, 1, 0) > 0 else { return 0 }
    }
    while true {
      let count = unsafe bytes.withUnsafeBytes { buffer in
        unsafe systemWrite(descriptor, buffer.baseAddress, buffer.count)
      }
      if count >= 0 { return count }
      if errno == EAGAIN { return 0 }
      if errno != EINTR { return nil }
    }
  }
}
