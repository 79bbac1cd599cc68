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

/// A value that any thread may change.
final class Shared<Value: Sendable>: @unchecked Sendable {
  // `@unchecked`: `value` is guarded by `lock`.
  private let lock = PlainLock()
  private var current: Value

  init(_ value: Value) { current = value }

  var value: Value {
    get { lock.withLock { current } }
    set {
      let old = exchange(newValue)
      withExtendedLifetime(old) {}
    }
  }

  /// Puts a value in the place of another, which is released without the lock.
  func exchange(_ new: Value) -> Value {
    lock.withLock {
      defer { current = new }
      return current
    }
  }

  func change<Result>(_ body: (inout Value) -> Result) -> Result {
    lock.withLock { body(&current) }
  }
}
