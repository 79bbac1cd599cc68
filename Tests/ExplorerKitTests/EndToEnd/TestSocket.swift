import Foundation
import SluiceSocket
import SluiceWire
import TestSupport

@testable import ExplorerKit

/// A place for a socket that no other test knows; it is removed with the value.
final class TestSocket {
  private let temporary: TemporaryDirectory

  init() throws {
    temporary = try TemporaryDirectory()
  }

  var directory: String { temporary.path }
  var path: String { temporary.socketPath }
  var endpoint: Endpoint { .unix(path: path) }

  /// Starts an Explorer here, and returns when it listens or has attached to one that does.
  func explorer(_ arguments: String...) async throws -> ExplorerProcess {
    try await explorer(arguments)
  }

  func explorer(_ arguments: [String]) async throws -> ExplorerProcess {
    let explorer = try ExplorerProcess(arguments + ["--verbose"], at: self)
    try await explorer.complaint(containing: " at unix:")
    return explorer
  }

  /// Waits until the Explorer here has handled what it read before, such as by writing it to a file.
  ///
  /// It answers a new peer in a later turn of its loop; one that only asks is in no recording.
  func awaitTurn() throws {
    let peer = try WireProgram(at: self)
    try peer.send(.hello(WireRecord.Hello(role: .asker, name: "Test", processID: 1)))
    guard case .welcome? = try peer.next() else {
      throw ExplorerProcess.Failure(description: "The Explorer didn't answer.")
    }
  }
}

/// A program that speaks the wire byte by byte, well or badly.
final class WireProgram {
  private let connection: Connection
  private var framer = LineFramer()

  init(_ connection: Connection) {
    self.connection = connection
  }

  /// Connects, and sends records.
  init(at socket: TestSocket, _ records: WireRecord...) throws {
    connection = try Connection.connect(to: socket.endpoint)
    for record in records { try send(record) }
  }

  func send(_ records: WireRecord...) throws {
    for record in records { try send(bytes: record.line()) }
  }

  /// Sends a viewer's command.
  func send(_ command: WireRecord, to instance: String) throws {
    try send(bytes: WireEnvelope(instance: instance, command).line())
  }

  func send(bytes: [UInt8]) throws {
    try connection.writeAll(bytes, timeout: patience)
  }

  func send(text: String) throws {
    try send(bytes: Array(text.utf8))
  }

  var descriptor: Int32 { connection.descriptor }

  /// Says that nothing more comes, and waits until the hub has read everything.
  func finish() throws {
    connection.finishWriting()
    while try next() != nil {}
  }

  /// What has come without waiting for it; nil for nothing.
  func poll() throws -> WireEnvelope? {
    if let line = try framer.next() { return try WireEnvelope(line: line) }
    var buffer = [UInt8](repeating: 0, count: 4096)
    guard case .bytes(let count) = try connection.read(into: &buffer) else { return nil }
    framer.append(buffer[..<count])
    return try framer.next().map { line in try WireEnvelope(line: line) }
  }

  /// The next record from the hub; nil when it has hung up.
  func next() throws -> WireRecord? {
    var buffer = [UInt8](repeating: 0, count: 4096)
    while true {
      if let line = try framer.next() { return try WireRecord(line: line) }
      var poller = Poller()
      poller.add(connection.descriptor, for: .reading)
      _ = try poller.wait(timeout: patience)
      switch try connection.read(into: &buffer) {
      case .bytes(let count): framer.append(buffer[..<count])
      case .end: return nil
      case .nothing: throw ExplorerProcess.Failure(description: "The hub did not answer.")
      }
    }
  }
}
