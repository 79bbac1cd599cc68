import Foundation
import SluiceSocket
import Synchronization
import TestSupport
import Testing

@Suite(.inTurn)
struct ListenerTests {
  private let directory: TemporaryDirectory
  private let files = FileManager.default

  init() throws { directory = try TemporaryDirectory() }

  private var socket: String { directory.socketPath }
  private var lock: String { socket + ".lock" }

  private func permissions(_ path: String) throws -> UInt16? {
    try PathFacts(at: path)?.permissions
  }

  /// Requires that a program can connect.
  private func expectConnection(to listener: Listener) throws {
    _ = try directory.connect()
    _ = try listener.connection()
  }

  /// Requires that neither side takes the directory at a path.
  private func expectRefusal(of endpoint: Endpoint, _ error: SocketError) {
    #expect(throws: error) { try Listener(at: endpoint) }
    #expect(throws: error) { try Connection.connect(to: endpoint) }
  }

  @Test func `a program connects, and both know the other's user`() throws {
    let pair = try Pair()
    let ourselves = PeerCredentials(userID: HostProcess.userID, processID: HostProcess.identifier)
    #expect((pair.program.peer, pair.hub.peer) == (ourselves, ourselves))
    guard case .nobody = try pair.listener.accept() else { return #expect(Bool(false)) }
  }

  @Test func `directory, socket and lock are private, whatever the umask`() async {
    await #expect(processExitsWith: .success) {
      let parent = try TemporaryDirectory()
      umask(0)
      let directory = parent.path("sluice")
      let listener = try Listener(at: .unix(path: directory + "/x.sock"))
      let paths = [directory, listener.path, listener.path + ".lock"]
      #expect(try paths.map { try PathFacts(at: $0)?.permissions } == [0o700, 0o600, 0o600])
    }
  }

  @Test func `of many listeners that start at once, one listens`() throws {
    let endpoint = directory.endpoint
    let outcome = Guarded((listening: 0, refused: 0))
    let starting = Atomic(0)
    let refused = Atomic(0)
    let count = 8
    let threads = try (0..<count).map { _ in
      try Joining {
        starting.add(1, ordering: .relaxed)
        while starting.load(ordering: .relaxed) < count {}
        do {
          let listener = try Listener(at: endpoint)
          outcome.withLock { $0.listening += 1 }
          // Kept until the others have tried.
          while refused.load(ordering: .acquiring) < count - 1 {}
          _ = listener.path
        } catch SocketError.hubExists {
          outcome.withLock { $0.refused += 1 }
        } catch {}
        refused.add(1, ordering: .releasing)
      }
    }
    for thread in threads { thread.join() }
    #expect(outcome.withLock { $0 } == (1, count - 1))
  }

  @Test(arguments: [false, true])
  func `the path is free again when a listener ends, even if a new process has its lock`(
    isInherited: Bool
  ) throws {
    var copies: [Int32] = []
    do {
      let listener = try directory.listen()
      #expect(try PathFacts(at: listener.path)?.kind == .socket)
      if isInherited { copies = copiesOfDescriptors(of: lock) }
    }
    defer { for copy in copies { close(copy) } }
    #expect(copies.count == (isInherited ? 1 : 0))
    #expect(try PathFacts(at: socket) == nil)
    #expect(throws: SocketError.noHub(path: socket)) { try directory.connect() }
    _ = try directory.listen()
  }

  @Test func `what a killed listener left is removed`() throws {
    do { _ = try ForeignSocket(at: socket, backlog: 1) }
    try directory.write([UInt8](), to: "x.sock.lock")
    #expect(try PathFacts(at: socket)?.kind == .socket)
    #expect(throws: SocketError.noHub(path: socket)) { try directory.connect() }
    try expectConnection(to: try directory.listen())
  }

  @Test func `a socket, a file or a link of others in its place is left alone`() throws {
    do {
      let other = try ForeignSocket(at: socket, backlog: 5)
      let before = try PathFacts(at: socket)
      #expect(throws: SocketError.occupied(path: socket)) { try directory.listen() }
      #expect(try PathFacts(at: socket) == before)
      _ = other
    }
    try files.removeItem(atPath: socket)
    try directory.write("mine".utf8, to: "x.sock")
    #expect(throws: SocketError.notASocket(path: socket, .regularFile)) { try directory.listen() }
    #expect(try directory.text("x.sock") == "mine")

    try files.removeItem(atPath: socket)
    try files.createSymbolicLink(atPath: socket, withDestinationPath: "/dev/null")
    #expect(throws: SocketError.notASocket(path: socket, .symbolicLink)) { try directory.listen() }
    #expect(try PathFacts(at: socket)?.kind == .symbolicLink)
  }

  @Test func `others may list the directory, and the socket stays private`() throws {
    try directory.setMode(0o755)
    let listener = try directory.listen()
    #expect(try permissions(listener.path) == 0o600)
    try expectConnection(to: listener)
  }

  @Test func `where others are admitted, the socket is open, as the directory must be`() throws {
    let policy = PeerPolicy(alsoAdmitting: [4_711])
    let refusal = SocketError.directoryRefused(path: directory.path, .shutsOut(0o700))
    #expect(throws: refusal) { try directory.listen(policy) }
    try directory.setMode(0o711)
    do {
      let listener = try directory.listen(policy)
      #expect(try permissions(listener.path) == 0o666)
    }
    let made = directory.path("made")
    let listener = try Listener(at: try Endpoint(parsing: "unix:\(made)/x.sock"), policy: policy)
    #expect(try permissions(made) == 0o711)
    _ = listener
  }

  @Test func `a user who may not connect is refused with the reason, before the first byte`() throws
  {
    let policy = PeerPolicy(admitted: [4_242])
    let refusal = SocketError.peerRefused(userID: HostProcess.userID, admitted: [4_242])
    let listener = try directory.listen(policy)
    let program = try directory.connect()
    #expect(throws: refusal) { try listener.connection() }
    #expect(try program.bytes(1).isEmpty)
    #expect(throws: refusal) { try directory.connect(policy) }

    _ = try listener.accept()
    let reader = try directory.connect()
    let arrival = try listener.accept(refusalMessage: { Array("\($0)".utf8.prefix(10)) })
    guard case .refused(refusal) = arrival else { throw SocketError.peerClosed }
    #expect(try reader.bytes(11).count == 10)
  }

  @Test(arguments: [0o777, 0o770, 0o702] as [UInt16])
  func `both sides refuse an open directory and do not close it`(mode: UInt16) throws {
    try directory.setMode(mode)
    let refusal = SocketError.directoryRefused(path: directory.path, .permissions(mode))
    expectRefusal(of: directory.endpoint, refusal)
    #expect(try permissions(directory.path) == mode)
    #expect(directory.names.isEmpty)
  }

  @Test func `both sides refuse a directory that is a link`() throws {
    let target = try TemporaryDirectory()
    let link = directory.path("link")
    try files.createSymbolicLink(atPath: link, withDestinationPath: target.path)
    for text in ["unix:\(link)/x.sock", "unix:\(link)//x.sock"] {
      let refusal = SocketError.directoryRefused(path: link, .symbolicLink)
      expectRefusal(of: try Endpoint(parsing: text), refusal)
    }
    #expect(target.names.isEmpty)
  }

  @Test func `a lock that is a link is not followed`() throws {
    let made = directory.path("made")
    try files.createSymbolicLink(atPath: lock, withDestinationPath: made)
    let refusal = SocketError.system(call: "open", path: lock, code: ELOOP)
    #expect(throws: refusal) { try directory.listen() }
    #expect(try PathFacts(at: made) == nil)
  }

  @Test func `a directory within none is not made`() throws {
    let missing = directory.path("none")
    #expect(throws: SocketError.directoryMissing(path: missing)) {
      try Listener(at: .unix(path: missing + "/sluice/x.sock"))
    }
    #expect(throws: SocketError.noHub(path: missing + "/x.sock")) {
      try Connection.connect(to: .unix(path: missing + "/x.sock"))
    }
  }

  @Test(arguments: [nil, "x.sock", "x.sock.lock", ""])
  func `a socket or directory that vanishes is created again`(lost: String?) throws {
    let listener = try directory.listen()
    if let lost { try files.removeItem(atPath: directory.path(lost)) }
    #expect(try listener.repair() == (lost != nil))
    #expect(try listener.repair() == false)
    #expect(try permissions(listener.path) == 0o600)
    try expectConnection(to: listener)
    #expect(throws: SocketError.hubExists(path: listener.path)) { try directory.listen() }
  }

  @Test func `a listener that lost its path leaves what is there alone`() throws {
    var listener: Listener? = try directory.listen()
    try files.removeItem(atPath: socket)
    let other = try ForeignSocket(at: socket, backlog: 5)
    #expect(throws: SocketError.occupied(path: socket)) { try listener?.repair() }
    listener = nil
    #expect(try PathFacts(at: socket)?.kind == .socket)
    _ = other
  }

  /// Copies every descriptor of a file that is open, as a process that is started inherits them.
  private func copiesOfDescriptors(of path: String) -> [Int32] {
    var file = stat()
    guard unsafe stat(path, &file) == 0 else { return [] }
    // Tests beside this one hold many.
    let numbers = (0..<min(getdtablesize(), 65_536)).filter { number in
      var facts = stat()
      guard unsafe fstat(number, &facts) == 0 else { return false }
      return facts.st_ino == file.st_ino && facts.st_dev == file.st_dev
    }
    return numbers.map { dup($0) }
  }
}
