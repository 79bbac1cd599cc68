#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The user's socket to which programs connect.
///
/// Holds a lock beside the socket while it exists, so that a path has one listener. Belongs to the
/// thread that polls it. Removes its socket when deallocated.
package final class Listener {
  package let path: String
  private let policy: PeerPolicy
  private let calls: SystemCalls
  private var lock: LockFile
  private var socket: FileDescriptor
  private var identity: PathFacts.Identity

  /// Starts listening; throws ``SocketError/hubExists(path:)`` if another process listens.
  package init(
    at endpoint: Endpoint,
    policy: PeerPolicy = PeerPolicy(),
    calls: SystemCalls = .system
  ) throws(SocketError) {
    let path = try endpoint.socketPath
    try SocketDirectory.secure(
      SocketDirectory.path(ofSocket: path),
      owner: HostProcess.userID,
      isShared: policy.isShared
    )
    self.path = path
    self.policy = policy
    self.calls = calls
    lock = try LockFile(of: path, orThrow: .hubExists(path: path), calls)
    let made = try Self.bind(path, isShared: policy.isShared, calls)
    identity = made.identity
    socket = made.release()
  }

  deinit {
    removeOwnSocket()
  }

  /// The number to poll for reading.
  ///
  /// Changes when ``repair()`` recreates the socket.
  package var descriptor: Int32 { socket.rawValue }

  /// The result of ``accept(refusalMessage:)``.
  package enum Arrival {
    case connection(any ByteStream)
    /// A peer that may not connect; its connection was closed before the first byte.
    case refused(SocketError)
    /// No peer is waiting.
    case nobody
  }

  /// Accepts the next waiting peer, without blocking.
  ///
  /// - Parameter refusalMessage: What a refused peer is sent before its connection is closed.
  ///
  /// An error is about this process, such as too many open files. The peer still waits then: pause
  /// before polling again.
  package func accept(
    refusalMessage: (SocketError) -> [UInt8] = { _ in [] }
  ) throws(SocketError) -> Arrival {
    let number = uninterrupted { calls.accept(socket.rawValue) }
    guard number >= 0 else {
      switch errno {
      // A peer that has gone again; whether there is another one is asked of the poller.
      case EAGAIN, EWOULDBLOCK, ECONNABORTED: return .nobody
      default: throw .last("accept", path: path)
      }
    }
    let accepted = FileDescriptor(rawValue: number)
    do {
      try accepted.prepare()
      try SocketAddress.silencePipeSignal(of: accepted)
      let peer = try PeerCredentials(of: accepted)
      if let refusal = policy.refusal(of: peer) {
        // A new connection accepts a short line immediately.
        let own = PeerPolicy(admitted: [peer.userID])
        let connection = try Connection(accepted, policy: own, calls)
        _ = try connection.write(refusalMessage(refusal)[...])
        return .refused(refusal)
      }
      return .connection(try Connection(accepted, policy: policy, calls))
    } catch {
      return .refused(error)
    }
  }

  /// Recreates the socket if it was removed; returns whether it did.
  ///
  /// Call it about once a second; it costs two file system accesses. Throws
  /// ``SocketError/hubExists(path:)`` if another process listens now.
  package func repair() throws(SocketError) -> Bool {
    let lockIsInPlace = try lock.isInPlace
    let isInPlace = try PathFacts(at: path)?.identity == identity
    if lockIsInPlace, isInPlace { return false }
    if !lockIsInPlace {
      let directory = SocketDirectory.path(ofSocket: path)
      let user = HostProcess.userID
      try SocketDirectory.secure(directory, owner: user, isShared: policy.isShared)
      lock = try LockFile(of: path, orThrow: .hubExists(path: path), calls)
    }
    if !isInPlace {
      let made = try Self.bind(path, isShared: policy.isShared, calls)
      identity = made.identity
      socket = made.release()
    }
    return true
  }

  private func removeOwnSocket() {
    guard let facts = try? PathFacts(at: path), facts.identity == identity else { return }
    _ = unsafe unlink(path)
  }
}
