import Foundation
import SluiceSocket
import TestSupport
import Testing

@Suite(.inTurn)
struct ConnectionTests {
  /// More than the system takes before it is read.
  private static let muchData = [UInt8](repeating: 1, count: 4 << 20)

  @Test func `a slow reader receives long data whole`() throws {
    let pair = try Pair()
    let bytes = (0..<(2 << 20)).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) }
    let program = pair.program
    let writer = try Joining {
      // What is not written is not read either.
      try? program.writeAll(bytes, timeout: patience)
      program.finishWriting()
    }
    let read = try pair.hub.bytes(.max, piece: 1_000)
    writer.join()
    #expect(read == bytes)
  }

  @Test func `writing to a peer that reads nothing times out, with the figures`() throws {
    let pair = try Pair()
    let error = #expect(throws: SocketError.self) {
      try pair.program.writeAll(Self.muchData, timeout: .milliseconds(30))
    }
    #expect(error?.description.contains("of 4194304 bytes were not taken in 0.03 seconds") == true)
  }

  @Test func `a wait for a slow reader can be interrupted`() throws {
    let pair = try Pair()
    let waker = try WakePipe()
    waker.wake()
    #expect(throws: SocketError.woken) {
      try pair.program.writeAll(Self.muchData, timeout: patience, waker: waker)
    }
  }

  @Test func `writing to a peer that has disconnected is an error and no signal`() async {
    await #expect(processExitsWith: .success) {
      // The runner's threads block the signal, and this process inherits that.
      signal(SIGPIPE, SIG_DFL)
      var pipe = sigset_t()
      unsafe sigaddset(&pipe, SIGPIPE)
      unsafe pthread_sigmask(SIG_UNBLOCK, &pipe, nil)
      let directory = try TemporaryDirectory()
      let listener = try directory.listen()
      let program = try directory.connect()
      do { _ = try listener.connection() }
      #expect(throws: SocketError.peerClosed) {
        while true { _ = try program.write([1, 2, 3]) }
      }
    }
  }

  @Test func `bytes are sent both ways, also to a peer that has ended its half`() throws {
    let pair = try Pair()
    try pair.program.writeAll([1], timeout: .seconds(5))
    #expect(try pair.hub.bytes(1) == [1])
    var buffer = [UInt8](repeating: 0, count: 8)
    #expect(try pair.hub.read(into: &buffer) == .nothing)
    pair.program.finishWriting()
    #expect(try pair.hub.bytes(9) == [])
    try pair.hub.writeAll([2], timeout: .seconds(5))
    #expect(try pair.program.bytes(1) == [2])
    #expect(throws: SocketError.peerClosed) { try pair.program.write([3]) }
  }

  @Test func `ending a connection wakes the thread that waits for it`() throws {
    let pair = try Pair()
    let hub = pair.hub
    let hasEnded = Guarded(false)
    let reader = try Joining { hasEnded.withLock { $0 = (try? hub.bytes(1)) == [] } }
    hub.disconnect()
    reader.join()
    #expect(hasEnded.withLock { $0 })
  }

  @Test func `a peer that disconnects with bytes unread counts as disconnected`() throws {
    let directory = try TemporaryDirectory()
    let listener = try directory.listen()
    let program = try directory.connect()
    do {
      let hub = try listener.connection()
      try program.writeAll([1, 2, 3], timeout: .seconds(5))
      _ = hub.peer
    }
    #expect(throws: SocketError.peerClosed) { try program.bytes(1) }
  }

  @Test func `connecting to a listener that doesn't accept times out`() throws {
    let directory = try TemporaryDirectory()
    let full = try ForeignSocket(at: directory.socketPath, backlog: 0)
    var waiting: [Connection] = []
    let error = #expect(throws: SocketError.self) {
      while true {
        waiting.append(try .connect(to: directory.endpoint, timeout: .milliseconds(30)))
      }
    }
    let place = directory.socketPath
    let message = "Time ran out: the listener at “\(place)” does not accept connections."
    #expect(error?.description == message)
    let waker = try WakePipe()
    waker.wake()
    #expect(throws: SocketError.woken) {
      try Connection.connect(to: directory.endpoint, timeout: patience, waker: waker)
    }
    _ = full
  }

  @Test func `a connection that takes a while is waited for`() throws {
    let directory = try TemporaryDirectory()
    let listener = try Listener(at: directory.endpoint)
    var calls = SystemCalls()
    // Under way when the call returns, and there when it is asked for again.
    unsafe calls.connect = { socket, address, length in
      let result = unsafe SystemCalls.system.connect(socket, address, length)
      if result != 0 { return result }
      errno = EINPROGRESS
      return -1
    }
    let endpoint = directory.endpoint
    let program = try Connection.connect(to: endpoint, timeout: .seconds(5), calls: calls)
    try program.writeAll([7], timeout: .seconds(5))
    #expect(try listener.connection().bytes(1) == [7])
  }

  #if os(Linux)
    @Test func `no descriptor is left open`() async {
      await #expect(processExitsWith: .success) {
        func open() throws -> Int {
          try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count
        }
        let directory = try TemporaryDirectory()
        func round(_ policy: PeerPolicy) throws {
          let listener = try directory.listen(policy)
          _ = try? directory.listen()
          _ = try directory.connect()
          _ = try? directory.connect(PeerPolicy(admitted: []))
          _ = try? listener.connection()
          _ = try listener.repair()
          _ = try WakePipe()
        }
        try round(PeerPolicy())
        let before = try open()
        for _ in 0..<50 {
          try round(PeerPolicy())
          try round(PeerPolicy(admitted: []))
        }
        // The runtime opens a few of its own; a leak would be a hundred.
        #expect(try open() < before + 20)
      }
    }
  #endif
}
