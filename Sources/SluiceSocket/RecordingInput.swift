#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A recording that is read from the beginning to the end, or anywhere.
package final class RecordingInput: Sendable {
  private let file: FileDescriptor
  private let calls: SystemCalls
  package let path: String

  package init(at path: String, _ calls: SystemCalls = .system) throws(SocketError) {
    let number = uninterrupted { calls.open(path, O_RDONLY | O_CLOEXEC) }
    guard number >= 0 else { throw .last("open", path: path) }
    file = FileDescriptor(rawValue: number)
    self.calls = calls
    self.path = path
  }

  private init(
    duplicating number: Int32,
    path: String,
    _ calls: SystemCalls
  ) throws(SocketError) {
    let copy = fcntl(number, F_DUPFD_CLOEXEC, STDERR_FILENO + 1)
    guard copy >= 0 else { throw .last("fcntl", path: path) }
    file = FileDescriptor(rawValue: copy)
    self.calls = calls
    self.path = path
  }

  /// Returns what this process reads as its standard input, which stays open.
  package static func standardInput(
    _ calls: SystemCalls = .system
  ) throws(SocketError) -> RecordingInput {
    try RecordingInput(duplicating: STDIN_FILENO, path: "-", calls)
  }

  /// Returns whether something other than a directory can be read at a path.
  package static func isReadable(at path: String) -> Bool {
    var facts = stat()
    guard uninterrupted({ unsafe stat(path, &facts) }) == 0, facts.st_mode & S_IFMT != S_IFDIR
    else { return false }
    return unsafe access(path, R_OK) == 0
  }

  /// Reads the next piece; blocks on a pipe until there is one.
  ///
  /// - Returns: The number of bytes; 0 at the end.
  package func read(into buffer: inout [UInt8]) throws(SocketError) -> Int {
    let count = unsafe buffer.withUnsafeMutableBytes { room in
      uninterrupted { unsafe calls.read(file.rawValue, room.baseAddress, room.count) }
    }
    guard count >= 0 else { throw .last("read", path: path) }
    assert(count <= buffer.count)
    return count
  }

  /// Opens a file of this user's own that nobody else can write; doesn't follow symbolic links.
  ///
  /// - Returns: `nil` if there is none.
  package init?(ownedAt path: String, _ calls: SystemCalls = .system) throws(SocketError) {
    let number = uninterrupted {
      calls.open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    }
    guard number >= 0 else {
      if errno == ENOENT { return nil }
      throw .last("open", path: path)
    }
    file = FileDescriptor(rawValue: number)
    self.calls = calls
    self.path = path
    let facts = try PathFacts(of: file)
    guard facts.kind == .regularFile, facts.owner == HostProcess.userID,
      facts.permissions & 0o022 == 0
    else { throw .notAFile(path: path) }
  }

  /// The number of bytes of a regular file; `nil` for anything else.
  package func size() throws(SocketError) -> Int? {
    let facts = try PathFacts(of: file)
    return facts.kind == .regularFile ? Int(clamping: facts.size) : nil
  }

  /// Whether it is a file of a bounded recording that goes on.
  var isBeingWritten: Bool {
    guard uninterrupted({ flock(file.rawValue, LOCK_SH | LOCK_NB) }) == 0 else {
      return errno == EWOULDBLOCK
    }
    _ = uninterrupted { flock(file.rawValue, LOCK_UN) }
    return false
  }

  /// Reads bytes anywhere in a regular file.
  ///
  /// - Returns: The number of bytes; fewer than there is room for only at the end.
  package func read(at offset: Int, into buffer: inout [UInt8]) throws(SocketError) -> Int {
    assert(offset >= 0)
    var count = 0
    while count < buffer.count {
      let read = unsafe buffer.withUnsafeMutableBytes { room in
        uninterrupted {
          unsafe calls.readAt(
            file.rawValue,
            room.baseAddress?.advanced(by: count),
            room.count - count,
            offset + count
          )
        }
      }
      guard read >= 0 else { throw .last("pread", path: path) }
      if read == 0 { break }
      count += read
    }
    return count
  }

  /// Determines where the next piece begins.
  package func move(to offset: Int) throws(SocketError) {
    guard lseek(file.rawValue, off_t(offset), SEEK_SET) >= 0 else {
      throw .last("lseek", path: path)
    }
  }
}
