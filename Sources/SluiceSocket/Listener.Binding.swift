#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

extension Listener {
  /// A socket that listens, and the file through which it is found.
  struct Binding: ~Copyable {
    let identity: PathFacts.Identity
    private let socket: FileDescriptor

    init(_ socket: consuming FileDescriptor, identity: PathFacts.Identity) {
      self.socket = socket
      self.identity = identity
    }

    consuming func release() -> FileDescriptor { socket }
  }

  /// Makes the socket and listens.
  ///
  /// Its mode is 0600, or 0666 where others are admitted: who connects is looked at one by one then.
  ///
  /// The caller holds the lock.
  static func bind(
    _ path: String,
    isShared: Bool,
    _ calls: SystemCalls
  ) throws(SocketError) -> Binding {
    let mode: mode_t = isShared ? 0o666 : 0o600
    try removeStaleSocket(at: path, calls)
    let address = try SocketAddress(path: path)
    let socket = try SocketAddress.makeSocket()
    #if os(Linux)
      // Before binding, this decides the file's mode; the umask would be the whole process's.
      guard fchmod(socket.rawValue, mode) == 0 else { throw .last("fchmod") }
    #endif
    guard unsafe address.pass(to: { unsafe attach(socket.rawValue, $0, $1) }) == 0 else {
      throw .last("bind", path: path)
    }
    // Nobody can connect yet: the socket does not listen. On Linux the umask has narrowed the mode.
    guard unsafe chmod(path, mode) == 0 else { throw .last("chmod", path: path) }
    guard let facts = try PathFacts(at: path), facts.kind == .socket else {
      throw .occupied(path: path)
    }
    guard listen(socket.rawValue, 128) == 0 else { throw .last("listen", path: path) }
    return Binding(socket, identity: facts.identity)
  }

  /// Removes what a killed listener left; anything else stays, and is refused.
  private static func removeStaleSocket(
    at path: String,
    _ calls: SystemCalls
  ) throws(SocketError) {
    guard let facts = try PathFacts(at: path) else { return }
    guard facts.kind == .socket else { throw .notASocket(path: path, facts.kind) }
    // Somebody may listen without our lock: `nc`, a forwarded port.
    let probe = try SocketAddress.makeSocket()
    let address = try SocketAddress(path: path)
    let status = unsafe address.pass { unsafe calls.connect(probe.rawValue, $0, $1) }
    switch status == 0 ? 0 : errno {
    case ECONNREFUSED, ENOENT: break
    // Its queue may be full, or it may be of another kind.
    case 0, EAGAIN, EPROTOTYPE: throw .occupied(path: path)
    case let code: throw .system(call: "connect", path: path, code: code)
    }
    guard unsafe unlink(path) == 0 || errno == ENOENT else { throw .last("unlink", path: path) }
  }

  /// The system's `bind`, which this type's own hides.
  private static func attach(
    _ socket: Int32,
    _ address: UnsafePointer<sockaddr>,
    _ size: socklen_t
  ) -> Int32 {
    #if canImport(Glibc)
      unsafe Glibc.bind(socket, address, size)
    #elseif canImport(Musl)
      unsafe Musl.bind(socket, address, size)
    #else
      unsafe Darwin.bind(socket, address, size)
    #endif
  }
}
