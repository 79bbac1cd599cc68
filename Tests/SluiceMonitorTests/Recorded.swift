import Foundation
import Sluice
import SluiceSocket
import SluiceWire
import Synchronization
import TestSupport

@testable import SluiceMonitor

/// A recording in a file of a test's own.
final class Recorded {
  let path = "/tmp/sluice-recorded-\(UInt32.random(in: 0 ... .max)).session"

  deinit { try? FileManager.default.removeItem(atPath: path) }

  var address: String { "file:\(path)" }

  var records: [WireRecord] {
    get throws {
      let bytes = try Data(contentsOf: URL(filePath: path))
      return try Array(bytes).split(separator: 10).map { try WireRecord(line: $0) }
    }
  }

  /// Waits until the recording is over.
  func recordsToTheEnd() throws -> [WireRecord] {
    try wait(for: "the end of the recording") {
      guard let bytes = try? Data(contentsOf: URL(filePath: path)) else { return false }
      return bytes.suffix(40).range(of: Data(#""type":"bye""#.utf8)) != nil
    }
    return try records
  }
}

/// A disk that is full until it gets room.
final class SmallDisk: RecordingDestination {
  private let contents = Locked((bytes: [UInt8](), room: 0, attempts: 0))

  init(room: Int) { contents.withLock { $0.room = room } }

  func writeSome(_ bytes: ArraySlice<UInt8>) throws(SocketError) -> Int {
    contents.withLock { contents in
      contents.attempts += 1
      let part = bytes.prefix(contents.room)
      contents.bytes += part
      contents.room -= part.count
      return part.count
    }
  }

  /// The number of times that something was to be written.
  var attempts: Int { contents.withLock { $0.attempts } }

  func makeRoom() { contents.withLock { $0.room = .max } }

  var records: [WireRecord] {
    get throws {
      try contents.withLock { $0.bytes }.split(separator: 10).map { try WireRecord(line: $0) }
    }
  }
}

/// An interceptor whose link writes to a test's own destination.
final class LinkInterceptor: AttachedInterceptor {
  typealias State = Counter
  let link: Link
  /// Called when it is registered, before the link learns that it is.
  private let registered: @Sendable () -> Void

  init(
    limits: ExplorerLimits = ExplorerLimits(),
    overflow: ExplorerOverflow? = nil,
    to disk: SmallDisk,
    registered: @escaping @Sendable () -> Void = {}
  ) throws {
    self.registered = registered
    var settings = Link.Settings(
      name: "Test",
      storeName: nil,
      backlog: nil,
      limits: limits,
      overflow: overflow,
      redaction: .standard,
      accepted: AcceptedActions([]),
      restorer: nil
    )
    settings.openFile = { _ in disk }
    link = try Link(settings, to: .file(path: "/disk"), reader: StateReader(Counter.self))
  }

  var interests: InterceptorInterests { link.watch.interests }
  func committed(_ commit: Commit<Counter>) { link.add(commit.facts, commit.heldState) }
  func willAttach() { link.willAttach() }
  func attached(to source: StateSource, after number: Int, state: HeldState) {
    registered()
    link.attach(to: source, after: number, state: state)
  }
  func detached() { link.close() }
}
