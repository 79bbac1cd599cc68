import Foundation
import SluiceSocket
import Synchronization
import TestSupport
import Testing

@Suite(.inTurn)
struct ListenerTests {
  @Test func `a program connects, and both know the other's user`() throws {
    let pair = try Pair()
    let ourselves = PeerCredentials(userID: HostProcess.userID, processID: HostProcess.identifier)
    #expect(pair.program.peer == ourselves)
    #expect(pair.hub.peer == ourselves)
    guard case .nobody = try pair.listener.accept() else { return #expect(Bool(false)) }
  }

  @Test func `directory, socket and lock are private, whatever the umask`() async {
    await #expect(processExitsWith: .success) {
      let parent = try TemporaryDirectory()
      umask(0)
      let directory = parent.path + "/sluice"
      let listener = try Listener(at: .unix(path: directory + "/x.sock"))
      #expect(try PathFacts(at: directory)?.permissions == 0o700)
      #expect(try PathFacts(at: listener.path)?.permissions == 0o600)
      #expect(try PathFacts(at: listener.path + ".lock")?.permissions == 0o600)
    }
  }

  @Test func `a second listener gets the error that there is a hub`() throws {
    let directory = try TemporaryDirectory()
    let first = try Listener(at: directory.endpoint)
    #expect(throws: SocketError.hubExists(path: directory.socketPath)) {
      try Listener(at: directory.endpoint)
    }
    _ = try Connection.connect(to: directory.endpoint)
    _ = try first.connection()
  }

  @Test func `of many listeners that start at once, one listens`() throws {
    let directory = try TemporaryDirectory()
    let endpoint = directory.endpoint
    let outcome = Guarded((listening: 0, refused: 0))
    let starting = Atomic(0)
    let refused = Atomic(0)
    let count = 8
    var threads: [Joining] = []
    for _ in 0..<count {
      threads.append(
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
      )
    }
    for thread in threads { thread.join() }
    #expect(outcome.withLock { $0 } == (1, count - 1))
  }

  @Test func `the path is free again when a listener ends`() throws {
    let directory = try TemporaryDirectory()
    do {
      let first = try Listener(at: directory.endpoint)
      #expect(try PathFacts(at: first.path)?.kind == .socket)
    }
    #expect(try PathFacts(at: directory.socketPath) == nil)
    #expect(throws: SocketError.noHub(path: directory.socketPath)) {
      try Connection.connect(to: directory.endpoint)
    }
    _ = try Listener(at: directory.endpoint)
  }

  @Test func `the path is free again although a starting process still has the lock`() throws {
    let directory = try TemporaryDirectory()
    let lock = directory.socketPath + ".lock"
    var copies: [Int32] = []
    do {
      let listener = try Listener(at: directory.endpoint)
      copies = copiesOfDescriptors(of: lock)
      _ = listener.path
    }
    defer { for copy in copies { close(copy) } }
    #expect(copies.count == 1)
    _ = try Listener(at: directory.endpoint)
  }

  @Test func `what a killed listener left is removed`() throws {
    let directory = try TemporaryDirectory()
    do { _ = try ForeignSocket(at: directory.socketPath, backlog: 1) }
    try Data().write(to: URL(filePath: directory.socketPath + ".lock"))
    #expect(try PathFacts(at: directory.socketPath)?.kind == .socket)
    #expect(throws: SocketError.noHub(path: directory.socketPath)) {
      try Connection.connect(to: directory.endpoint)
    }
    let listener = try Listener(at: directory.endpoint)
    _ = try Connection.connect(to: directory.endpoint)
    _ = try listener.connection()
  }

  @Test func `a socket on which something else listens is left alone`() throws {
    let directory = try TemporaryDirectory()
    let other = try ForeignSocket(at: directory.socketPath, backlog: 5)
    let before = try PathFacts(at: directory.socketPath)
    #expect(throws: SocketError.occupied(path: directory.socketPath)) {
      try Listener(at: directory.endpoint)
    }
    #expect(try PathFacts(at: directory.socketPath) == before)
    _ = other
  }

  @Test func `a file or link in the place of the socket is left alone`() throws {
    let directory = try TemporaryDirectory()
    try Data("mine".utf8).write(to: URL(filePath: directory.socketPath))
    #expect(throws: SocketError.notASocket(path: directory.socketPath, .regularFile)) {
      try Listener(at: directory.endpoint)
    }
    #expect(try Data(contentsOf: URL(filePath: directory.socketPath)) == Data("mine".utf8))

    let manager = FileManager.default
    try manager.removeItem(atPath: directory.socketPath)
    try manager.createSymbolicLink(atPath: directory.socketPath, withDestinationPath: "/dev/null")
    #expect(throws: SocketError.notASocket(path: directory.socketPath, .symbolicLink)) {
      try Listener(at: directory.endpoint)
    }
    #expect(try PathFacts(at: directory.socketPath)?.kind == .symbolicLink)
  }

  @Test func `others may list the directory, and the socket stays private`() throws {
    let directory = try TemporaryDirectory()
    try directory.setMode(0o755)
    let listener = try Listener(at: directory.endpoint)
    #expect(try PathFacts(at: listener.path)?.permissions == 0o600)
    _ = try Connection.connect(to: directory.endpoint)
    _ = try listener.connection()
  }

  @Test func `where another user is admitted, the socket is open and the directory must be`() throws
  {
    let directory = try TemporaryDirectory()
    let policy = PeerPolicy(alsoAdmitting: [4_711])
    let refusal = SocketError.directoryRefused(path: directory.path, .shutsOut(0o700))
    #expect(throws: refusal) { try Listener(at: directory.endpoint, policy: policy) }
    try directory.setMode(0o711)
    do {
      let listener = try Listener(at: directory.endpoint, policy: policy)
      #expect(try PathFacts(at: listener.path)?.permissions == 0o666)
    }
    let made = directory.path + "/made"
    let endpoint = try Endpoint(parsing: "unix:\(made)/x.sock")
    let listener = try Listener(at: endpoint, policy: policy)
    #expect(try PathFacts(at: made)?.permissions == 0o711)
    _ = listener
  }

  @Test func `a refused peer receives the reason before it is disconnected`() throws {
    let directory = try TemporaryDirectory()
    let listener = try Listener(at: directory.endpoint, policy: PeerPolicy(admitted: []))
    let connection = try Connection.connect(to: directory.endpoint)
    let arrival = try listener.accept { reason in Array("\(reason)".utf8.prefix(10)) }
    guard case .refused(.peerRefused) = arrival else {
      Issue.record("The peer was taken.")
      return
    }
    var buffer = [UInt8](repeating: 0, count: 64)
    #expect(try connection.read(into: &buffer) == .bytes(10))
    #expect(try connection.read(into: &buffer) == .end)
  }

  @Test(arguments: [0o777, 0o770, 0o702] as [UInt16])
  func `both sides refuse an open directory and do not close it`(mode: UInt16) throws {
    let directory = try TemporaryDirectory()
    try directory.setMode(mode)
    let refusal = SocketError.directoryRefused(path: directory.path, .permissions(mode))
    #expect(throws: refusal) { try Listener(at: directory.endpoint) }
    #expect(throws: refusal) { try Connection.connect(to: directory.endpoint) }
    #expect(try PathFacts(at: directory.path)?.permissions == mode)
    #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path).isEmpty)
  }

  @Test func `both sides refuse a directory that is a link`() throws {
    let directory = try TemporaryDirectory()
    let target = directory.path + "/target"
    let link = directory.path + "/link"
    let manager = FileManager.default
    try manager.createDirectory(
      atPath: target,
      withIntermediateDirectories: false,
      attributes: [.posixPermissions: 0o700]
    )
    try manager.createSymbolicLink(atPath: link, withDestinationPath: target)
    let refusal = SocketError.directoryRefused(path: link, .symbolicLink)
    for text in ["unix:\(link)/x.sock", "unix:\(link)//x.sock"] {
      let endpoint = try Endpoint(parsing: text)
      #expect(throws: refusal) { try Listener(at: endpoint) }
      #expect(throws: refusal) { try Connection.connect(to: endpoint) }
    }
    #expect(try manager.contentsOfDirectory(atPath: target).isEmpty)
  }

  @Test func `a lock that is a link is not followed`() throws {
    let directory = try TemporaryDirectory()
    let lock = directory.socketPath + ".lock"
    try FileManager.default.createSymbolicLink(
      atPath: lock,
      withDestinationPath: directory.path + "/made"
    )
    #expect(throws: SocketError.system(call: "open", path: lock, code: ELOOP)) {
      try Listener(at: directory.endpoint)
    }
    #expect(try PathFacts(at: directory.path + "/made") == nil)
  }

  @Test func `a directory within none is not made`() throws {
    let directory = try TemporaryDirectory()
    let missing = directory.path + "/none"
    #expect(throws: SocketError.directoryMissing(path: missing)) {
      try Listener(at: .unix(path: missing + "/sluice/x.sock"))
    }
    #expect(throws: SocketError.noHub(path: missing + "/x.sock")) {
      try Connection.connect(to: .unix(path: missing + "/x.sock"))
    }
  }

  enum Loss: CaseIterable {
    case nothing
    case socket
    case lock
    case directory
  }

  @Test(arguments: Loss.allCases)
  func `a socket or directory that vanishes is created again`(loss: Loss) throws {
    let directory = try TemporaryDirectory()
    let listener = try Listener(at: directory.endpoint)
    let manager = FileManager.default
    switch loss {
    case .nothing: break
    case .socket: try manager.removeItem(atPath: listener.path)
    case .lock: try manager.removeItem(atPath: listener.path + ".lock")
    case .directory: try manager.removeItem(atPath: directory.path)
    }
    #expect(try listener.repair() == (loss != .nothing))
    #expect(try listener.repair() == false)
    #expect(try PathFacts(at: listener.path)?.permissions == 0o600)
    _ = try Connection.connect(to: directory.endpoint)
    _ = try listener.connection()
    #expect(throws: SocketError.hubExists(path: listener.path)) {
      try Listener(at: directory.endpoint)
    }
  }

  @Test func `a listener that lost its path to something else says so and leaves that alone`()
    throws
  {
    let directory = try TemporaryDirectory()
    var listener: Listener? = try Listener(at: directory.endpoint)
    try FileManager.default.removeItem(atPath: directory.socketPath)
    let other = try ForeignSocket(at: directory.socketPath, backlog: 5)
    #expect(throws: SocketError.occupied(path: directory.socketPath)) { try listener?.repair() }
    listener = nil
    #expect(try PathFacts(at: directory.socketPath)?.kind == .socket)
    _ = other
  }

  @Test func `a user who may not connect is refused before the first byte`() throws {
    let directory = try TemporaryDirectory()
    let listener = try Listener(at: directory.endpoint, policy: PeerPolicy(admitted: [4_242]))
    let ours = HostProcess.userID
    let program = try Connection.connect(to: directory.endpoint)
    guard case .refused(let error) = try listener.arrival() else { return #expect(Bool(false)) }
    #expect(error == .peerRefused(userID: ours, admitted: [4_242]))
    #expect(try program.bytes(1).isEmpty)

    #expect(throws: SocketError.peerRefused(userID: ours, admitted: [4_242])) {
      try Connection.connect(to: directory.endpoint, policy: PeerPolicy(admitted: [4_242]))
    }
  }
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
