#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// One end of a stream between two processes whose users trust each other.
///
/// Doesn't block, except in `writeAll`: wait with a ``Poller``. A closed peer is an error and never
/// a signal. Closes the descriptor when deallocated. Thread-safe, though bytes written by two
/// threads may interleave.
package final class Connection: Sendable {
  private let socket: FileDescriptor
  private let calls: SystemCalls
  /// The other end's credentials, checked before the first byte.
  package let peer: PeerCredentials

  init(
    _ socket: consuming FileDescriptor,
    policy: PeerPolicy,
    _ calls: SystemCalls
  ) throws(SocketError) {
    let peer = try PeerCredentials(of: socket)
    if let refusal = policy.refusal(of: peer) { throw refusal }
    self.peer = peer
    self.calls = calls
    self.socket = socket
  }

  package var peerProcessID: Int32? { peer.processID }

  /// The number to poll.
  package var descriptor: Int32 { socket.rawValue }

  /// The result of a read.
  package enum Reading: Hashable, Sendable {
    /// This number of bytes, at the beginning of the buffer.
    case bytes(Int)
    /// No bytes are available.
    case nothing
    /// The other side has finished writing. It may still read.
    case end
  }

  /// Reads what has arrived, at most as much as the buffer holds.
  package func read(into buffer: inout [UInt8]) throws(SocketError) -> Reading {
    precondition(!buffer.isEmpty, "A read into an empty buffer could not be told from the end.")
    let count = unsafe buffer.withUnsafeMutableBytes { room in
      uninterrupted { unsafe calls.receive(socket.rawValue, room.baseAddress, room.count) }
    }
    if count > 0 {
      assert(count <= buffer.count)
      return .bytes(count)
    }
    if count == 0 { return .end }
    switch errno {
    case EAGAIN, EWOULDBLOCK: return .nothing
    case ECONNRESET, EPIPE: throw .peerClosed
    default: throw .last("recv")
    }
  }

  /// Writes as much as the kernel accepts, and returns the number of bytes: 0 if its buffer is
  /// full.
  package func write(_ bytes: ArraySlice<UInt8>) throws(SocketError) -> Int {
    if bytes.isEmpty { return 0 }
    let count = unsafe bytes.withUnsafeBytes { rest in
      uninterrupted { unsafe calls.send(socket.rawValue, rest.baseAddress, rest.count) }
    }
    if count >= 0 {
      assert(count <= bytes.count)
      return count
    }
    switch errno {
    case EAGAIN, EWOULDBLOCK, ENOBUFS: return 0
    case EPIPE, ECONNRESET, ENOTCONN: throw .peerClosed
    default: throw .last("send")
    }
  }

  /// Writes everything, waiting for a slow reader at most until the timeout.
  ///
  /// - Parameter waker: Breaks off the wait with ``SocketError/woken``; it is left ringing.
  package func writeAll(
    _ bytes: [UInt8],
    timeout: Duration,
    waker: WakePipe? = nil
  ) throws(SocketError) {
    let deadline = ContinuousClock.now + timeout
    var rest = bytes[...]
    var poller = Poller(World(calls))
    while true {
      rest = rest.dropFirst(try write(rest))
      if rest.isEmpty { return }
      poller.removeAll()
      poller.add(descriptor, for: .writing)
      let wake = waker.map { poller.add($0.descriptor, for: .reading) }
      let ready = try poller.wait(timeout: ContinuousClock.now.duration(to: deadline))
      if ready == 0 {
        throw .timedOut("\(rest.count) of \(bytes.count) bytes were not taken in \(timeout)")
      }
      if let wake, poller.canRead(wake) { throw .woken }
    }
  }

  /// Ends writing; reading continues.
  package func finishWriting() {
    _ = shutdown(socket.rawValue, Int32(SHUT_WR))
  }

  /// Ends both directions; a wait on the descriptor returns.
  package func disconnect() {
    _ = shutdown(socket.rawValue, Int32(SHUT_RDWR))
  }
}
