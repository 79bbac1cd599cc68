public import Sluice

extension ExpectingStore {
  /// Expects that the next actions are one of each type, in any order, and checks what they change together.
  ///
  /// ```swift
  /// try await store.send(Opened())
  /// let (user, _) = try await store.receiveAll(UserLoaded.self, CartLoaded.self) {
  ///   $0.user = "Ada"
  ///   $0.cart = ["Milk"]
  /// }
  /// ```
  ///
  /// For answers that don't depend on each other, in a test that holds in every order. A type may be named
  /// several times.
  ///
  /// - Parameters:
  ///   - type: The actions' types.
  ///   - timeout: The maximum wait for each; by default, while work is pending, at most ten seconds.
  ///   - filePath: The caller's file; a failure's description begins with it.
  ///   - line: The caller's line.
  ///   - change: Applies the expected changes to a copy of the state before the first of the actions. If
  ///     omitted, they must change nothing.
  /// - Returns: The actions, in the order of the types.
  /// - Throws: An ``ExpectationFailure``, any error the closure throws, or `CancellationError`.
  @discardableResult
  public func receiveAll<each A: Action>(
    _ type: repeat (each A).Type,
    timeout: Duration? = nil,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    expecting change: ((inout ExpectedState) throws -> Void)? = nil
  ) async throws -> (repeat each A) {
    let place = SourcePlace(filePath, line)
    let expectations = expectations
    var missing: [ActionMatcher] = []
    for type in repeat each type { missing.append(ActionMatcher(type: type)) }
    var entries: [Ledger.Entry] = []
    while !missing.isEmpty {
      let entry = try await expectations.receive(.any(of: missing), timeout, place)
      if let index = missing.firstIndex(where: { $0.matches(entry.action) }) {
        missing.remove(at: index)
      }
      entries.append(entry)
    }
    if let whole = entries.last?.following(entries[0]) {
      try expectations.check(whole, place, change)
    }
    func take<Taken: Action>(_ type: Taken.Type) -> Taken {
      for index in entries.indices {
        guard let action = entries[index].action as? Taken else { continue }
        entries.remove(at: index)
        return action
      }
      preconditionFailure("Sluice: no \(type) is among what was matched.")
    }
    return (repeat take((each A).self))
  }
}

extension ActionMatcher {
  /// Matches what one of several matches.
  fileprivate static func any(of matchers: [ActionMatcher]) -> ActionMatcher {
    if matchers.count == 1 { return matchers[0] }
    let texts = matchers.map(\.text)
    return ActionMatcher("\(texts.dropLast().joined(separator: ", ")) or \(texts.last ?? "")") {
      action in
      matchers.contains { $0.matches(action) }
    }
  }
}

extension Ledger.Entry {
  /// Returns this commit with the state from before an earlier one.
  fileprivate func following(_ first: Ledger.Entry) -> Ledger.Entry {
    Ledger.Entry(
      number: number,
      action: action,
      origin: origin,
      isTaken: isTaken,
      oldState: first.oldState,
      newState: newState
    )
  }
}
