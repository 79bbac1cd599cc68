import Foundation
import SluiceTree
import SluiceWire

@testable import ExplorerKit

/// A directory for a test's session files; it is removed with the value.
final class SessionFiles {
  private let socket: TestSocket

  init() throws {
    socket = try TestSocket()
  }

  func path(_ name: String = "x.session") -> String { socket.directory + "/" + name }

  /// Writes a file of text, and returns its path.
  func write(_ text: String, to name: String = "x.session") throws -> String {
    try text.write(toFile: path(name), atomically: false, encoding: .utf8)
    return path(name)
  }

  /// Writes a file of records, and returns its path.
  func write(_ records: [WireRecord], to name: String = "x.session") throws -> String {
    try write(records.map(Self.line).joined(), to: name)
  }

  static func line(_ record: WireRecord) -> String {
    String(decoding: record.line(), as: UTF8.self)
  }

  /// Reads a whole session as fast as possible.
  static func events(
    _ path: String,
    longestLine: LineLimit = .record(1 << 20)
  ) throws -> (events: [HubEvent], error: SessionError?) {
    let player = SessionPlayer(
      try InputFile(at: path),
      longestLine: longestLine,
      pace: ReplayPace(speed: nil)
    )
    var events: [HubEvent] = []
    while let received = try player.turn(alsoWaitingFor: []) { events += received }
    do {
      try player.finish()
      return (events, nil)
    } catch {
      return (events, error)
    }
  }
}

extension [HubEvent] {
  var commits: [WireRecord.Commit] {
    compactMap { if case .record(_, _, .commit(let commit)) = $0 { commit } else { nil } }
  }

  var problems: [String] {
    compactMap { if case .problem(_, let message) = $0 { message } else { nil } }
  }
}
