public import Sluice

/// Whether other actions may come between those that are expected.
public enum ActionGaps: Sendable {
  /// The expected actions are the next ones.
  case forbidden
  /// Other actions before and between the expected ones are skipped.
  case allowed
}

extension TestInterceptor {
  /// Expects actions, in this order, behind those that were expected before.
  ///
  /// Actions are compared by `==` where they have one, else by what they are made of. What comes
  /// behind the last one is left to the next expectation.
  ///
  /// - Throws: An ``ExpectationFailure``; then the next expectation starts at the same place.
  public func expectDispatched(
    _ expected: any Action...,
    gaps: ActionGaps = .forbidden,
    filePath: StaticString = #filePath,
    line: UInt = #line
  ) throws(ExpectationFailure) {
    try expect(expected.map(ActionMatcher.init(equalTo:)), gaps, filePath, line)
  }

  /// Expects actions of some types (or of their subclasses), in this order, behind those that were
  /// expected before.
  ///
  /// What comes behind the last one is left to the next expectation.
  ///
  /// - Throws: An ``ExpectationFailure``; then the next expectation starts at the same place.
  public func expectDispatched(
    _ expected: any Action.Type...,
    gaps: ActionGaps = .forbidden,
    filePath: StaticString = #filePath,
    line: UInt = #line
  ) throws(ExpectationFailure) {
    try expect(expected.map(ActionMatcher.init(type:)), gaps, filePath, line)
  }

  /// Expects that nothing came behind the actions that were expected before.
  ///
  /// Says what is so far, and waits for nothing: wait for an action first, or for the store to be
  /// idle, where something may still be under way.
  ///
  /// - Throws: An ``ExpectationFailure``.
  public func expectNothingElse(
    filePath: StaticString = #filePath,
    line: UInt = #line
  ) throws(ExpectationFailure) {
    let (actions, settled) = unsettled()
    if actions.isEmpty { return }
    let first = actions.first.map { ActionDescription($0).line() } ?? ""
    throw ExpectationFailure(
      SourcePlace(filePath, line),
      happened: "Nothing else was expected, and \(actions.count) more came.",
      [ActionListing("Dispatched:", dispatchedActions, mark: settled)],
      fix: "expect \(first) too, or do not dispatch it."
    )
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
    while matched < expected.count, next < actions.endIndex {
      if expected[matched].matches(actions[next]) {
        matched += 1
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
    let difference = isAtEnd ? nil : expected[matched].difference(from: actions[next])
    let listings: [any CustomStringConvertible] = [
      ActionListing("Expected:", expected.map(\.text), mark: matched, countedFrom: settled),
      ActionListing("Dispatched:", Array(actions), mark: next - settled, countedFrom: settled),
    ]
    if let difference {
      throw ExpectationFailure(
        SourcePlace(filePath, line),
        happened: "\(expected[matched].name) came with another payload than expected.",
        listings + [difference],
        fix: "correct the payload that is expected, or the one that is dispatched\(orAllow)."
      )
    }
    throw ExpectationFailure(
      SourcePlace(filePath, line),
      happened: "\(missing) was expected, and \(came).",
      listings,
      fix: "dispatch \(missing) here, or expect what came\(orAllow)."
    )
  }
}
