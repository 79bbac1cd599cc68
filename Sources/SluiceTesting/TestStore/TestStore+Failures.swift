import Sluice

extension TestStore {
  /// Expects that an effect next fails with an uncaught error of a type.
  ///
  /// - Parameters:
  ///   - type: The error's type.
  ///   - timeout: The maximum wait; by default, while work is pending, at most ten seconds.
  ///   - filePath: The caller's file; a failure's description begins with it.
  ///   - line: The caller's line.
  /// - Returns: The error.
  /// - Throws: An ``ExpectationFailure`` or `CancellationError`.
  @discardableResult
  public func receiveFailure<E: Error>(
    _ type: E.Type,
    timeout: Duration? = nil,
    filePath: StaticString = #filePath,
    line: UInt = #line
  ) async throws -> E {
    try await expectations.receiveFailure(type, timeout, SourcePlace(filePath, line))
  }
}

extension Expectations {
  func receiveFailure<E: Error>(
    _ type: E.Type,
    _ timeout: Duration?,
    _ place: SourcePlace
  ) async throws -> E {
    let patience = self.patience(timeout)
    await clock.step()
    while true {
      await clock.settle()
      let count = ledger.count
      let open = ledger.open()
      try requireSound(open, place)
      let isLoose = ledger.exhaustivity == .off
      for (passed, candidate) in open.enumerated() where passed == 0 || isLoose {
        guard case .failure(let failure) = candidate.event, let error = failure.error as? E else {
          continue
        }
        skip(open.prefix(passed), place)
        ledger.settle(candidate.index)
        return error
      }
      if open.isEmpty || isLoose {
        if await clock.beginRuns() { continue }
        if try await waitForMore(than: count, patience) { continue }
      }
      try failure(
        place,
        "An effect was expected to fail with \(type), but none did.",
        [
          Listing("What came:", open.map(\.line)),
          Listing("Under way:", prospects().work.map(\.description)),
        ],
        fix: "\(prospects().advice)expect what came, or let the effect throw."
      ).end()
    }
  }
}
