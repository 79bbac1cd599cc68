import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A file that takes a stream of records, readable by its owner only; one thread writes it.
///
/// Others may remove, rename or truncate it meanwhile: ``fault()`` tells.
package final class RecordingFile: Sendable {
  /// What others did to a file since it was opened.
  package enum Fault: String, Sendable {
    case removed = "removed or renamed"
    case truncated = "truncated"
  }

  private let file: FileDescriptor
  private let calls: SystemCalls
  package let path: String
  /// The path from the root: the process may change its directory.
  private let place: String
  package let identity: PathFacts.Identity
  private let isLocked: Bool
  /// The number of bytes that the file has at least, unless it was truncated.
  private let size = Atomic<Int64>(0)

  /// Makes the file with mode 0600.
  ///
  /// - Parameters:
  ///   - replacing: Whether a regular file that is there is emptied and used; otherwise it is refused.
  ///     Symbolic links are refused in any case.
  ///   - isLocked: Whether others can see that it is being written; see ``RecordingInput/isBeingWritten``.
  package init(
    at path: String,
    replacing: Bool = false,
    isLocked: Bool = false,
    _ calls: SystemCalls = .system
  ) throws(SocketError) {
    let manner = replacing ? O_NOFOLLOW | O_NONBLOCK : O_EXCL
    let number = uninterrupted {
      // Appending: after a truncation, the next record is the first, and not behind a hole.
      calls.open(path, O_WRONLY | O_CREAT | O_CLOEXEC | O_APPEND | manner)
    }
    guard number >= 0 else {
      if errno == EEXIST { throw .fileExists(path: path) }
      throw .last("open", path: path)
    }
    let file = FileDescriptor(rawValue: number)
    let facts = try PathFacts(of: file)
    self.calls = calls
    self.path = path
    place = Self.place(of: path)
    identity = facts.identity
    self.isLocked = isLocked
    if isLocked { _ = uninterrupted { flock(number, LOCK_EX | LOCK_NB) } }
    self.file = file
    if !replacing { return }
    guard facts.kind == .regularFile else { throw .notAFile(path: path) }
    // Emptied only now that it is known to be a file, with a mode that suits what comes.
    guard fchmod(number, 0o600) == 0 else { throw .last("fchmod", path: path) }
    try empty()
  }

  /// Returns what others did to the file, if anything.
  package func fault() -> Fault? {
    guard let facts = try? PathFacts(of: file), let there = try? PathFacts(at: place),
      there.identity == facts.identity
    else { return .removed }
    return facts.size < size.load(ordering: .relaxed) ? .truncated : nil
  }

  /// Returns a file that is empty and at the path: this one, or a new one in place of one that was
  /// removed.
  package func anew(after fault: Fault) throws(SocketError) -> RecordingFile {
    switch fault {
    case .removed: return try RecordingFile(at: place, isLocked: isLocked, calls)
    case .truncated:
      try empty()
      return self
    }
  }

  private func empty() throws(SocketError) {
    guard ftruncate(file.rawValue, 0) == 0 else { throw .last("ftruncate", path: path) }
    size.store(0, ordering: .relaxed)
  }

  /// Returns a path from the root.
  static func place(of path: String) -> String {
    guard !path.hasPrefix("/"), let directory = unsafe getcwd(nil, 0) else { return path }
    defer { unsafe free(directory) }
    return unsafe String(cString: directory) + "/" + path
  }

  /// Writes as much as there is room for; returns the number of bytes.
  ///
  /// - Throws: An error if nothing could be written: ``SocketError/diskFull(path:)`` for a full disk.
  package func writeSome(_ bytes: ArraySlice<UInt8>) throws(SocketError) -> Int {
    let count = unsafe bytes.withUnsafeBytes { room in
      uninterrupted { unsafe calls.write(file.rawValue, room.baseAddress, room.count) }
    }
    guard count > 0 || bytes.isEmpty else {
      if count == 0 || errno == ENOSPC || errno == EDQUOT { throw .diskFull(path: path) }
      throw .last("write", path: path)
    }
    assert(count <= bytes.count)
    size.add(Int64(count), ordering: .relaxed)
    return count
  }
}
