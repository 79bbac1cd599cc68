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

  /// The names of the session and of what belongs to it.
  func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: socket.directory)
      .filter { $0.hasPrefix("x.session") }.sorted()
  }

  /// Writes a file of text, and returns its path.
  func write(_ text: String, to name: String = "x.session") throws -> String {
    try text.write(toFile: path(name), atomically: false, encoding: .utf8)
    return path(name)
  }

  /// Writes a file of records, and returns its path.
  func write(_ records: [WireRecord], to name: String = "x.session") throws -> String {
    try write(Self.text(records), to: name)
  }

  static func line(_ record: WireRecord) -> String { text([record]) }

  /// The lines of records.
  ///
  /// - Parameter instance: The program that sent them, where it is named in each line.
  static func text(_ records: [WireRecord], of instance: String? = nil) -> String {
    let bytes = records.flatMap { record in
      instance.map { WireEnvelope(instance: $0, record).line() } ?? record.line()
    }
    return String(decoding: bytes, as: UTF8.self)
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
