import Sluice
import SluiceHistory

extension TestStore {
  /// Reduces all actions so far again without those of some commits, as if these had not happened,
  /// and checks what that changes.
  ///
  /// ```swift
  /// try await store.send(AddTodo("Milk")) { $0.todos = ["Milk"] }
  /// try await store.send(AddTodo("Bread")) { $0.todos = ["Milk", "Bread"] }
  /// try await store.replay(without: [1]) { $0.todos = ["Bread"] }
  /// ```
  ///
  /// The commits of a store are numbered 1, 2, 3, …, those of actions that effects dispatch among
  /// them. The list is complete: what an earlier call left out and this one doesn't is reduced
  /// again. The result is one commit, whose action is ``/Sluice/StateRestored``; it starts no effect.
  /// Everything before must have been expected. A program does the same with a
  /// `StateHistory`.
  ///
  /// - Parameters:
  ///   - commits: The numbers of the commits to leave out.
  ///   - note: A note that the commit's origin carries.
  ///   - fileID: The origin's file.
  ///   - filePath: The caller's file; a failure's description begins with it.
  ///   - line: The caller's line.
  ///   - function: The origin's function.
  ///   - change: Applies the expected changes to a copy of the current state. If omitted, the state
  ///     must stay the same.
  /// - Throws: An ``ExpectationFailure``, which says so if there is no such commit; any error the
  ///   closure throws; or `CancellationError`.
  public func replay(
    without commits: some Sequence<Int>,
    note: String? = nil,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    function: StaticString = #function,
    expecting change: ((inout State) throws -> Void)? = nil
  ) async throws {
    let commits = Set(commits)
    let place = SourcePlace(filePath, line)
    let expectations = expectations
    try await expectations.prepare(before: "actions are reduced again", place)
    let before = ledger.count
    let refusal: ReplayRefusal? = expectations.dispatching {
      do throws(ReplayRefusal) {
        try recorder?.replay(
          without: commits,
          note: note,
          fileID: fileID,
          line: line,
          function: function
        )
        return nil
      } catch {
        return error
      }
    }
    if let refusal {
      try expectations.failure(
        place,
        "Commit \(refusal.commit ?? 0) can't be left out.",
        [],
        fix: refusal.available.map { available in
          "leave out commits from \(available.lowerBound) to \(available.upperBound)."
        } ?? "send actions first: none is recorded since the last state that was restored."
      ).end()
    }
    let type = StateRestored.self
    let origin = SentOrigin(type: type, fileID: fileID, line: line, function: function)
    let text = "The replay without commits \(commits.sorted())"
    try await expectations.check(origin, after: before, place, nil, change, text: text)
  }
}
