#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The one place of a user to which programs connect.
///
/// Holds a lock beside the socket for its life, so that there is one listener for a path. Belongs
/// to the thread that polls it. When it goes, it removes its socket.
package final class Listener {
  package let path: String
  private let policy: PeerPolicy
  private var lock: LockFile
  private var socket: FileDescriptor
  private var identity: PathFacts.Identity

  /// Listens, or says who does already: ``SocketError/hubExists(path:)``.
  package init(
    at endpoint: Endpoint,
    policy: PeerPolicy = PeerPolicy()
  ) throws(SocketError) {
    let path = try endpoint.socketPath
    try SocketDirectory.secure(
      SocketDirectory.path(ofSocket: path),
      owner: HostProcess.userID,
      isShared: policy.isShared
    )
    self.path = path
    self.policy = policy
    lock = try LockFile(forSocket: path)
    let made = try Self.bind(path, isShared: policy.isShared)
    identity = made.identity
    socket = made.release()
  }

  deinit {
    removeOwnSocket()
  }

  /// The number to poll for reading.
  ///
  /// It changes when ``mend()`` makes the socket anew.
  package var descriptor: Int32 { socket.rawValue }

  /// What came of asking for the next peer.
  package enum Arrival {
    case connection(Connection)
    /// A peer that may not connect; it was hung up on before the first byte.
    case refused(SocketError)
    /// Nobody waits.
    case nobody
  }

  /// Takes the next peer that waits, without waiting itself.
  ///
  /// - Parameter farewell: What a refused peer is sent before its connection is closed.
  ///
  /// An error is about this process, such as too many open files. The peer still waits then: pause
  /// before polling again.
  package func accept(
    farewell: (SocketError) -> [UInt8] = { _ in [] }
  ) throws(SocketError) -> Arrival {
    while true {
      let number = uninterrupted { Self.take(socket.rawValue) }
      guard number >= 0 else {
        switch errno {
        case EAGAIN, EWOULDBLOCK: return .nobody
        case ECONNABORTED: continue
        default: throw .last("accept", path: path)
        }
      }
      let accepted = FileDescriptor(rawValue: number)
      do {
        try accepted.prepare()
        try SocketAddress.silencePipeSignal(of: accepted)
        let peer = try PeerCredentials(of: accepted)
        if let refusal = policy.refusal(of: peer) {
          // A fresh connection takes a short line at once.
          let connection = try Connection(accepted, policy: PeerPolicy(admitted: [peer.userID]))
          _ = try connection.write(farewell(refusal)[...])
          return .refused(refusal)
        }
        return .connection(try Connection(accepted, policy: policy))
      } catch {
        return .refused(error)
      }
    }
  }

  /// Makes the socket anew if somebody removed it, and returns whether it did.
  ///
  /// Call it about once a second; it costs two looks at the file system. If another listener took
  /// the place meanwhile, it throws ``SocketError/hubExists(path:)``.
  package func mend() throws(SocketError) -> Bool {
    let lockIsInPlace = try lock.isInPlace
    let isInPlace = try PathFacts(at: path)?.identity == identity
    if lockIsInPlace, isInPlace { return false }
    if !lockIsInPlace {
      let directory = SocketDirectory.path(ofSocket: path)
      let user = HostProcess.userID
      try SocketDirectory.secure(directory, owner: user, isShared: policy.isShared)
      lock = try LockFile(forSocket: path)
    }
    if !isInPlace {
      let made = try Self.bind(path, isShared: policy.isShared)
      identity = made.identity
      socket = made.release()
    }
    return true
  }

  private func removeOwnSocket() {
    guard let facts = try? PathFacts(at: path), facts.identity == identity else { return }
    _ = unsafe unlink(path)
  }

  /// The system's `accept`, which this type's own hides.
  private static func take(_ socket: Int32) -> Int32 {
    #if canImport(Glibc)
      Glibc.accept(socket, nil, nil)
    #elseif canImport(Musl)
      Musl.accept(socket, nil, nil)
    #else
      Darwin.accept(socket, nil, nil)
    #endif
  }
}
