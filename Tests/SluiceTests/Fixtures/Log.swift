import Sluice
import SluiceTesting
import TestSupport
import Testing

/// What happened, in order; written by any thread.
typealias Log = EventLog

extension EventLog {
  /// Waits until so much happened.
  func wait(
    forCount count: Int,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    let last = try await awaiting("\(count) events") {
      try await wait(timeout: patience) { _, reached in reached >= count }
    }
    try #require(last != nil, "\(events.count) of \(count) came", sourceLocation: sourceLocation)
  }
}

extension EventLog where Event: Equatable {
  /// Waits until something happened.
  func wait(
    for event: Event,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    let found = try await awaiting("\(event)") {
      try await wait(timeout: patience) { other, _ in other == event }
    }
    try #require(found != nil, "\(event) is not in \(events)", sourceLocation: sourceLocation)
  }
}
