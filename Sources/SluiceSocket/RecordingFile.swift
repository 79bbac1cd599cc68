#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A new file that takes a stream of records, readable by its owner only.
package final class RecordingFile: Sendable {
  private let file: FileDescriptor
  package let path: String
  package let identity: PathFacts.Identity

  /// Makes the file with mode 0600.
  ///
  /// - Parameter replacing: Whether a regular file that is there is emptied and used; otherwise it
  ///   is refused. Symbolic links are refused in any case.
  package init(at path: String, replacing: Bool = false) throws(SocketError) {
    let manner = replacing ? O_NOFOLLOW | O_NONBLOCK : O_EXCL
    let number = uninterrupted {
      unsafe open(path, O_WRONLY | O_CREAT | O_CLOEXEC | manner, 0o600)
    }
    guard number >= 0 else {
      if errno == EEXIST { throw .fileExists(path: path) }
      throw .last("open", path: path)
    }
    let file = FileDescriptor(rawValue: number)
    let facts = try PathFacts(of: file)
    if replacing {
      guard facts.kind == .regularFile else { throw .notAFile(path: path) }
      // Emptied only now that it is known to be a file, with a mode that suits what comes.
      guard fchmod(number, 0o600) == 0, ftruncate(number, 0) == 0 else {
        throw .last("ftruncate", path: path)
      }
    }
    self.path = path
    identity = facts.identity
    self.file = file
  }

  /// Writes all bytes; a kill afterwards does not lose them.
  package func write(_ bytes: [UInt8]) throws(SocketError) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = put(rest)
      guard count > 0 else { throw .last("write", path: path) }
      rest = rest.dropFirst(count)
    }
  }

  /// Writes as much as there is room for; returns the number of bytes, 0 for a full disk.
  package func writeSome(_ bytes: ArraySlice<UInt8>) throws(SocketError) -> Int {
    let count = put(bytes)
    if count > 0 { return count }
    guard count == 0 || errno == ENOSPC || errno == EDQUOT else {
      throw .last("write", path: path)
    }
    return 0
  }

  private func put(_ bytes: ArraySlice<UInt8>) -> Int {
    unsafe bytes.withUnsafeBytes { room in
      uninterrupted { unsafe systemWrite(file.rawValue, room.baseAddress, room.count) }
    }
  }
}
