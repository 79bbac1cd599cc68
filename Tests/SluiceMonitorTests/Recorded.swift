import Foundation
import Sluice
import SluiceWire
import TestSupport
import Testing

@testable import SluiceMonitor

/// A recording in a file of a test's own.
final class Recorded {
  let path = "/tmp/sluice-recorded-\(UInt32.random(in: 0 ... .max)).session"

  deinit { try? FileManager.default.removeItem(atPath: path) }

  var address: String { "file:\(path)" }
  var url: URL { URL(filePath: path) }

  var records: [WireRecord] {
    get throws { try Array(Data(contentsOf: url)).records }
  }

  /// Waits until the recording is over.
  func recordsToTheEnd() throws -> [WireRecord] {
    try wait(for: "the end of the recording") {
      guard let bytes = try? Data(contentsOf: url) else { return false }
      return bytes.suffix(40).range(of: Data(#""type":"bye""#.utf8)) != nil
    }
    return try records
  }
}

/// A recorded store, and its diagnostics about the recording.
struct RecordedStore<State: Sendable> {
  let file: Recorded
  let store: Store<State, Void>
  let interceptor: ExplorerInterceptor<State>
  let log: Troubles

  init(
    _ store: Store<State, Void>,
    at file: Recorded = Recorded(),
    _ configure: (inout ExplorerConfiguration<State>) -> Void = { _ in }
  ) {
    self.store = store
    self.file = file
    log = Troubles(of: store, at: file.path)
    interceptor = ExplorerInterceptor(endpoint: file.address, configure)
    store.register(interceptor: interceptor)
  }

  var troubles: [RecordingTrouble] { log.all }

  func flush() { #expect(interceptor.flush(timeout: patience) == 0) }

  func waitForTrouble(_ count: Int = 1) throws {
    try wait(for: "\(count) reports, after \(troubles)") { troubles.count >= count }
  }
}

/// Records what happens to a store until it is freed, and returns the records.
func record(
  _ configure: (inout ExplorerConfiguration<Counter>) -> Void = { _ in },
  of body: (RecordedStore<Counter>) throws -> Void
) throws -> [WireRecord] {
  let file = Recorded()
  do { try body(RecordedStore(makeStore(), at: file, configure)) }
  return try file.recordsToTheEnd()
}

extension [UInt8] {
  /// The records in these lines.
  var records: [WireRecord] {
    get throws { try split(separator: 10).map { try WireRecord(line: $0) } }
  }
}
