#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

extension Connection {
  /// Connects to the Explorer that listens at an endpoint.
  ///
  /// Fails immediately if nobody listens, and after the timeout if the listener doesn't accept.
  /// Checks the directory and the other side's user first.
  ///
  /// - Parameter waker: Breaks off a wait with ``SocketError/woken``; it is left ringing.
  package static func connect(
    to endpoint: Endpoint,
    policy: PeerPolicy = PeerPolicy(),
    timeout: Duration = .seconds(1),
    waker: WakePipe? = nil,
    calls: SystemCalls = .system
  ) throws(SocketError) -> Connection {
    let path = try endpoint.socketPath
    let directory = SocketDirectory.path(ofSocket: path)
    guard let facts = try PathFacts(at: directory) else { throw .noHub(path: path) }
    // In a user namespace the directory belongs to the user that --allow-uid names, as the peer
    // does.
    let owners = [HostProcess.userID] + policy.admitted.filter { $0 != 0 }
    if let fault = SocketDirectory.judge(facts, at: directory, owners: owners) { throw fault }

    let address = try SocketAddress(path: path)
    let socket = try SocketAddress.makeSocket()
    let deadline = ContinuousClock.now + timeout
    while unsafe address.pass(to: { unsafe calls.connect(socket.rawValue, $0, $1) }) != 0 {
      switch errno {
      case EISCONN:
        return try Connection(socket, policy: policy, calls)
      case ENOENT, ECONNREFUSED, ENOTDIR, ENOTSOCK, EPROTOTYPE:
        throw .noHub(path: path)
      case EAGAIN:
        // The listener's queue is full, and no descriptor signals when it has space.
        try pause(until: deadline, waker: waker, path: path, calls)
      case EINPROGRESS, EALREADY:
        try waitUntilWritable(socket, deadline: deadline, waker: waker, path: path, calls)
      default:
        throw .last("connect", path: path)
      }
    }
    return try Connection(socket, policy: policy, calls)
  }

  private static func pause(
    until deadline: ContinuousClock.Instant,
    waker: WakePipe?,
    path: String,
    _ calls: SystemCalls
  ) throws(SocketError) {
    guard ContinuousClock.now < deadline else {
      throw .timedOut("the listener at “\(path)” does not accept connections")
    }
    var poller = Poller(World(calls))
    if let waker { poller.add(waker.descriptor, for: .reading) }
    if try poller.wait(timeout: .milliseconds(10)) > 0 { throw .woken }
  }

  private static func waitUntilWritable(
    _ socket: borrowing FileDescriptor,
    deadline: ContinuousClock.Instant,
    waker: WakePipe?,
    path: String,
    _ calls: SystemCalls
  ) throws(SocketError) {
    var poller = Poller(World(calls))
    poller.add(socket.rawValue, for: .writing)
    let wake = waker.map { poller.add($0.descriptor, for: .reading) }
    if try poller.wait(timeout: ContinuousClock.now.duration(to: deadline)) == 0 {
      throw .timedOut("the listener at “\(path)” does not accept connections")
    }
    if let wake, poller.canRead(wake) { throw .woken }
  }
}
