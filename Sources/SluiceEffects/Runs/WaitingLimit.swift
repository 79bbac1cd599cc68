import SluiceCore
import SluiceLocks

/// The time within which a task waits for something.
struct WaitingLimit: Sendable {
  let duration: Duration
  /// The end, on the store's clock.
  let end: Duration
  /// What is awaited, for the error.
  let awaited: String
}

extension EffectClock {
  /// Returns the limit of a wait that begins now.
  func limit(_ duration: Duration?, _ awaited: @autoclosure () -> String) -> WaitingLimit? {
    duration.map { WaitingLimit(duration: $0, end: now + $0, awaited: awaited()) }
  }

  /// Waits for a result until a time is up; what comes at the same time counts.
  ///
  /// - Throws: An ``EffectTimeout``, what the closure throws, or `CancellationError`.
  func within<Result: Sendable>(
    _ limit: WaitingLimit?,
    _ body: @escaping @Sendable () async throws -> Result
  ) async throws -> Result {
    guard let limit else { return try await body() }
    limits.wrappingAdd(1, ordering: .relaxed)
    defer { limits.wrappingSubtract(1, ordering: .relaxed) }
    return try await withThrowingTaskGroup(of: Result?.self) { group in
      group.addTask { try await body() }
      group.addTask {
        try await self.sleep(until: limit.end)
        return nil
      }
      if let result = try await group.next() ?? nil {
        group.cancelAll()
        return result
      }
      // What the closure already has would be lost: it ends first.
      group.cancelAll()
      if let result = await group.nextResult(), case .success(let result?) = result {
        return result
      }
      try Task.checkCancellation()
      throw EffectTimeout(limit: limit.duration, awaited: limit.awaited)
    }
  }
}
