#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A recording that is read from the beginning to the end.
package final class RecordingInput: Sendable {
  private let file: FileDescriptor
  package let path: String

  package init(at path: String) throws(SocketError) {
    let number = uninterrupted { unsafe open(path, O_RDONLY | O_CLOEXEC) }
    guard number >= 0 else { throw .last("open", path: path) }
    file = FileDescriptor(rawValue: number)
    self.path = path
  }

  private init(duplicating number: Int32, path: String) throws(SocketError) {
    let copy = fcntl(number, F_DUPFD_CLOEXEC, STDERR_FILENO + 1)
    guard copy >= 0 else { throw .last("fcntl", path: path) }
    file = FileDescriptor(rawValue: copy)
    self.path = path
  }

  /// Returns what this process reads as its standard input, which stays open.
  package static func standardInput() throws(SocketError) -> RecordingInput {
    try RecordingInput(duplicating: STDIN_FILENO, path: "-")
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
      uninterrupted { unsafe systemRead(file.rawValue, room.baseAddress, room.count) }
    }
    guard count >= 0 else { throw .last("read", path: path) }
    return count
  }
}
