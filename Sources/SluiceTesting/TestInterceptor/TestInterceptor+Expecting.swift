public import Sluice

/// Whether other actions may come between the expected ones.
public enum ActionGaps: Sendable {
  /// The expected actions must be the next ones.
  case forbidden
  /// Skips other actions before and between the expected ones.
  case allowed
}

extension TestInterceptor {
  /// Expects actions, in this order, after the previously expected ones.
  ///
  /// Compares actions by `==` if they are equatable, otherwise by contents. Leaves what follows the
  /// last one to the next expectation.
  ///
  /// - Parameters:
  ///   - expected: The expected actions.
  ///   - gaps: Whether to skip other actions.
  ///   - filePath: The caller's file; a failure's description begins with it.
  ///   - line: The caller's line.
  /// - Throws: An ``ExpectationFailure``; then the next expectation starts at the same place.
  public func expectDispatched(
    _ expected: any Action...,
    gaps: ActionGaps = .forbidden,
    filePath: StaticString = #filePath,
    line: UInt = #line
  ) throws(ExpectationFailure) {
    try expect(expected.map(ActionMatcher.init(equalTo:)), gaps, filePath, line)
  }

  /// Expects actions of types (or of their subclasses), in order, after the previously expected
  /// ones.
  ///
  /// Leaves what follows the last one to the next expectation.
  ///
  /// - Parameters:
  ///   - expected: The types of the expected actions.
  ///   - gaps: Whether to skip other actions.
  ///   - filePath: The caller's file; a failure's description begins with it.
  ///   - line: The caller's line.
  /// - Throws: An ``ExpectationFailure``; then the next expectation starts at the same place.
  public func expectDispatched(
    _ expected: any Action.Type...,
    gaps: ActionGaps = .forbidden,
    filePath: StaticString = #filePath,
    line: UInt = #line
  ) throws(ExpectationFailure) {
    try expect(expected.map(ActionMatcher.init(type:)), gaps, filePath, line)
  }

  /// Expects that nothing follows the previously expected actions.
  ///
  /// Checks the actions so far, and doesn't wait: if work may be pending, first wait for an action,
  /// or for the store to be idle.
  ///
  /// - Parameters:
  ///   - filePath: The caller's file; a failure's description begins with it.
  ///   - line: The caller's line.
  /// - Throws: An ``ExpectationFailure``.
  public func expectNothingElse(
    filePath: StaticString = #filePath,
    line: UInt = #line
  ) throws(ExpectationFailure) {
    let (actions, settled) = unsettled()
    if actions.isEmpty { return }
    let first = actions.first.map { ActionDescription($0).line() } ?? ""
    try ExpectationFailure(
      SourcePlace(filePath, line),
      happened: "Nothing else was expected, but \(actions.count) more came.",
      [ActionListing("Dispatched:", dispatchedActions, mark: settled)],
      fix: "expect \(first) too, or do not dispatch it."
    ).report()
  }

  private func expect(
    _ expected: [ActionMatcher],
    _ gaps: ActionGaps,
    _ filePath: StaticString,
    _ line: UInt
  ) throws(ExpectationFailure) {
    let (actions, settled) = unsettled()
    var matched = 0
    var next = actions.startIndex
    // The first action after those that matched.
    var first = next
    while matched < expected.count, next < actions.endIndex {
      if expected[matched].matches(actions[next]) {
        matched += 1
        first = next + 1
      } else if gaps == .forbidden {
        break
      }
      next += 1
    }
    if matched == expected.count { return settle(upTo: next) }

    let missing = expected[matched].text
    let isAtEnd = next == actions.endIndex
    let came = isAtEnd ? "nothing more came" : "another action came"
    let orAllow = gaps == .forbidden && !isAtEnd ? ", or pass `gaps: .allowed`" : ""
    // With gaps, the action may have come among those that were skipped.
    let candidates = isAtEnd ? actions[first...] : actions[next...next]
    let differing = candidates.indices.reversed().lazy.compactMap { index in
      expected[matched].difference(from: actions[index]).map { (index: index, changes: $0) }
    }.first
    let mark = differing?.index ?? next
    let listings: [any CustomStringConvertible] = [
      ActionListing("Expected:", expected.map(\.text), mark: matched, countedFrom: settled),
      ActionListing("Dispatched:", Array(actions), mark: mark - settled, countedFrom: settled),
    ]
    if let differing {
      return try ExpectationFailure(
        SourcePlace(filePath, line),
        happened: "\(expected[matched].name) came with another payload than expected.",
        listings + [differing.changes],
        fix: "correct the payload that is expected, or the one that is dispatched\(orAllow)."
      ).report()
    }
    try ExpectationFailure(
      SourcePlace(filePath, line),
      happened: "\(missing) was expected, but \(came).",
      listings,
      fix: "dispatch \(missing) here, or expect what came\(orAllow)."
    ).report()
  }
}
