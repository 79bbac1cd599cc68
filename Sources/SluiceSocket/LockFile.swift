#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The right to use a path, held until released or until the process ends, however it ends.
package struct LockFile: ~Copyable, Sendable {
  private let file: FileDescriptor
  private let identity: PathFacts.Identity
  private let path: String

  /// Takes the lock of a path, or throws an error.
  ///
  /// The file beside the path is never removed: between a removal and the next opening, two could hold
  /// “the” lock.
  ///
  /// - Parameter taken: The error if somebody else has it.
  package init(
    of lockedPath: String,
    orThrow taken: SocketError,
    _ calls: SystemCalls
  ) throws(SocketError) {
    let path = lockedPath + ".lock"
    self.path = path
    while true {
      let flags = O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW
      let number = uninterrupted { calls.open(path, flags) }
      guard number >= 0 else { throw .last("open", path: path) }
      let file = FileDescriptor(rawValue: number)
      guard uninterrupted({ flock(number, LOCK_EX | LOCK_NB) }) == 0 else {
        if errno == EWOULDBLOCK { throw taken }
        throw .last("flock", path: path)
      }
      let identity = try PathFacts(of: file).identity
      // Somebody may have removed the file between our opening and our locking it.
      if try PathFacts(at: path)?.identity == identity {
        self.file = file
        self.identity = identity
        return
      }
    }
  }

  /// Lets go, also of copies of the descriptor: a process that is being started at this moment
  /// holds one until it closes what it inherited, and the lock with it.
  deinit {
    _ = uninterrupted { flock(file.rawValue, LOCK_UN) }
  }

  /// Whether the file that is locked is still the one that others find.
  var isInPlace: Bool {
    get throws(SocketError) { try PathFacts(at: path)?.identity == identity }
  }
}
