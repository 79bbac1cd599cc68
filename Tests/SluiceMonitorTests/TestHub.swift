import Sluice
import SluiceMonitor
import SluiceSocket
import SluiceTree
import SluiceWire
import TestSupport

/// A hub in a directory of a test's own, whose test reads and answers by hand.
final class TestHub {
  private var listener: Listener?
  private let directory: TemporaryDirectory

  init(isListening: Bool = true) throws {
    directory = try TemporaryDirectory()
    if isListening { try listen() }
  }

  var address: String { "unix:\(directory.socketPath)" }

  func listen() throws {
    listener = try Listener(at: try Endpoint(parsing: address))
  }

  /// Listens, and accepts the first connection.
  func beginToListen() throws -> TestPeer {
    try listen()
    return try accept()
  }

  /// Ends; peers stay connected until they disconnect.
  func stop() {
    listener = nil
  }

  func accept(within timeout: Duration = patience) throws -> TestPeer {
    guard let listener else { throw TestFailure("The hub does not listen.") }
    var poller = Poller()
    poller.add(listener.descriptor, for: .reading)
    guard try poller.wait(timeout: timeout) > 0 else { throw TestFailure("Nobody connected.") }
    guard case .connection(let stream) = try listener.accept(),
      let connection = stream as? Connection
    else {
      throw TestFailure("Nobody could connect.")
    }
    return TestPeer(connection)
  }
}

/// A program's end of the line, as the hub sees it.
final class TestPeer: @unchecked Sendable {
  // `@unchecked`: a test uses one from one thread at a time, or writes on one and reads on another.

  let connection: Connection
  private var framer = LineFramer()
  /// Every byte that arrived.
  private(set) var bytes: [UInt8] = []
  private var buffer = [UInt8](repeating: 0, count: 64 << 10)

  init(_ connection: Connection) {
    self.connection = connection
  }

  /// The next record; nil at the end of the stream.
  ///
  /// - Parameter recorded: Whether its bytes are added to ``bytes``.
  func next(recorded: Bool = true) throws -> WireRecord? {
    let deadline = ContinuousClock.now + patience
    while true {
      if let line = try framer.next() { return try WireRecord(line: line) }
      var poller = Poller()
      poller.add(connection.descriptor, for: .reading)
      guard try poller.wait(timeout: ContinuousClock.now.duration(to: deadline)) > 0 else {
        throw TestFailure("No record came.")
      }
      switch try connection.read(into: &buffer) {
      case .bytes(let count):
        framer.append(buffer[..<count])
        if recorded { bytes += buffer[..<count] }
      case .nothing: continue
      case .end: return nil
      }
    }
  }

  /// Reads what a stream begins with.
  func start() throws -> (hello: WireRecord.Hello, state: WireRecord.State) {
    (try hello(), try state())
  }

  func hello() throws -> WireRecord.Hello {
    guard case .hello(let hello)? = try next() else { throw TestFailure("No hello came.") }
    return hello
  }

  func state() throws -> WireRecord.State {
    guard case .state(let state)? = try next() else { throw TestFailure("No state came.") }
    return state
  }

  /// The next record, which is a commit, or a diagnostic, since what a store reports comes when it likes.
  func commit() throws -> WireRecord.Commit {
    while true {
      switch try next() {
      case .commit(let commit)?: return commit
      case .diagnostic?: continue
      default: throw TestFailure("No commit came.")
      }
    }
  }

  func failure() throws -> WireRecord.Failure {
    guard case .error(let failure)? = try next() else { throw TestFailure("No error came.") }
    return failure
  }

  /// Reads up to the commit with a number and returns what came, that commit included.
  func records(throughCommit number: Int) throws -> [WireRecord] {
    try records { record in
      if case .commit(let commit) = record { commit.number >= number } else { false }
    }
  }

  /// Reads up to a record and returns what came, that one included.
  func records(through isLast: (WireRecord) -> Bool) throws -> [WireRecord] {
    var records: [WireRecord] = []
    while let record = try next() {
      records.append(record)
      if isLast(record) { return records }
    }
    throw TestFailure("The stream ended before the record that was waited for.")
  }

  func recordsToTheEnd() throws -> [WireRecord] {
    var records: [WireRecord] = []
    while let record = try next() { records.append(record) }
    return records
  }

  func send(_ record: WireRecord) throws {
    try send(record.line())
  }

  func send(_ bytes: [UInt8]) throws {
    try connection.writeAll(bytes, timeout: patience)
  }
}

extension [WireRecord] {
  var commits: [WireRecord.Commit] {
    compactMap { if case .commit(let commit) = $0 { commit } else { nil } }
  }

  var types: [String] { map(\.type) }
}

/// A store whose Explorer is the test.
struct Watched<State: Sendable> {
  let hub: TestHub
  let store: Store<State, Void>
  let explorer: ExplorerInterceptor<State>

  init(
    _ store: Store<State, Void>,
    isListening: Bool = true,
    _ configure: (inout ExplorerConfiguration<State>) -> Void = { _ in }
  ) throws {
    hub = try TestHub(isListening: isListening)
    self.store = store
    explorer = ExplorerInterceptor(endpoint: hub.address, configure)
    store.register(interceptor: explorer)
  }

  /// Returns the hub's end of the connection, behind the first state.
  func connect() throws -> TestPeer {
    let peer = try hub.accept()
    _ = try peer.start()
    return peer
  }

  func waitForConnection(_ isConnected: Bool = true) throws {
    try wait(for: isConnected ? "the connection" : "the end of the connection") {
      explorer.endpoint.isConnected == isConnected
    }
  }
}

extension Watched<Counter> {
  init(
    isListening: Bool = true,
    _ configure: (inout ExplorerConfiguration<Counter>) -> Void = { _ in }
  ) throws {
    try self.init(makeStore(), isListening: isListening, configure)
  }
}
