import Foundation
import Testing

/// How long anything may take that is only waited for, which a slow machine never needs.
///
/// Shorter than the limit of ``Watchdog/shared``: who waits knows best what didn't happen.
package let patience = Duration.seconds(200)

/// Watches what must end: tests, and what they wait for.
///
/// A test that takes longer than a limit fails. A moment later the process ends: the runtime then prints
/// the stacks of all threads, below what was awaited.
package final class Watchdog: Sendable {
  /// The watchdog of the process: no test takes five minutes, however slow the machine, but those of
  /// great volume.
  ///
  /// `SLUICE_LONGEST_TEST` says another number of seconds.
  package static let shared = Watchdog(
    limit: seconds("SLUICE_LONGEST_TEST")
      ?? .seconds(ProcessInfo.processInfo.environment["SLUICE_NIGHTLY"] == nil ? 300 : 1_800)
  )

  private let limit: Duration

  /// From when on a test is reported as slow: five seconds, or what `SLUICE_SLOW_TEST` says.
  private static let slow = seconds("SLUICE_SLOW_TEST") ?? .seconds(5)

  private static func seconds(_ variable: String) -> Duration? {
    ProcessInfo.processInfo.environment[variable].flatMap(Double.init).map { .seconds($0) }
  }

  private struct Watched {
    let what: String
    let start: ContinuousClock.Instant
  }

  private struct State {
    var last = 0
    var watched: [Int: Watched] = [:]
  }

  private let state = Guarded(State())

  package init(limit: Duration) {
    self.limit = limit
    Thread.detachNewThread { [self] in
      while true {
        Thread.sleep(forTimeInterval: min(1, limit / .seconds(1)))
        // A test is said to fail before.
        if let report = report(at: .now - .seconds(1)) { fatalError(report) }
      }
    }
  }

  func watching(_ test: String, _ body: () async throws -> Void) async throws {
    let number = begin(test)
    let overdue = Task {
      try await Task.sleep(for: limit)
      Issue.record("The test didn’t end within \(limit).")
    }
    defer {
      overdue.cancel()
      let time = end(number)
      if time >= Self.slow {
        FileHandle.standardError.write(Data("took \(time.formatted(.seconds)): \(test)\n".utf8))
      }
    }
    try await body()
  }

  /// Begins something that must end; the number is for ``end(_:)``.
  package func begin(_ what: String) -> Int {
    state.withLock { state in
      state.last += 1
      state.watched[state.last] = Watched(what: what, start: .now)
      return state.last
    }
  }

  @discardableResult
  package func end(_ number: Int) -> Duration {
    let watched = state.withLock { $0.watched.removeValue(forKey: number) }
    return watched.map { $0.start.duration(to: .now) } ?? .zero
  }

  /// What is under way, if something of it takes too long.
  private func report(at now: ContinuousClock.Instant) -> String? {
    let watched = state.withLock { $0.watched }
    guard watched.values.contains(where: { $0.start.duration(to: now) > limit }) else {
      return nil
    }
    let lines = watched.sorted { $0.key < $1.key }.map { _, watched in
      "  \(watched.start.duration(to: now).formatted(.seconds)): \(watched.what)"
    }
    return
      "A test didn't end within \(limit). Under way were:\n\(lines.joined(separator: "\n"))"
  }
}

extension FormatStyle where Self == Duration.UnitsFormatStyle {
  /// Seconds and their tenths.
  fileprivate static var seconds: Duration.UnitsFormatStyle {
    .units(allowed: [.seconds], fractionalPart: .show(length: 1))
  }
}

/// Names what a thread waits for, in case that it never comes.
package func awaiting<Result, Failure: Error>(
  _ what: @autoclosure () -> String,
  _ body: () throws(Failure) -> Result
) throws(Failure) -> Result {
  let number = Watchdog.shared.begin("waits for \(what())")
  defer { Watchdog.shared.end(number) }
  return try body()
}

/// Names what a task waits for, in case that it never comes.
package func awaiting<Result, Failure: Error>(
  _ what: @autoclosure () -> String,
  isolation: isolated (any Actor)? = #isolation,
  _ body: () async throws(Failure) -> Result
) async throws(Failure) -> Result {
  let number = Watchdog.shared.begin("waits for \(what())")
  defer { Watchdog.shared.end(number) }
  return try await body()
}
