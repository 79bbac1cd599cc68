public import Sluice
public import SluiceTesting

/// The fewest actions of a recording that still lead to what was looked for.
public struct ShrunkRecording<State: Sendable>: Sendable, CustomStringConvertible {
  /// The state with which the recording begins.
  public let initialState: State
  /// The numbers of the commits that are left.
  public let commits: [Int]
  /// Their actions.
  public let actions: [any Action]
  /// How many actions there were.
  public let count: Int

  /// A test with the actions, as Swift text.
  public var description: String {
    let lines = actions.map { "    \(SwiftText($0)),\n" }.joined()
    return """
      // \(actions.count) of \(count) actions: the commits \(commits.map(String.init).joined(separator: ", ")).
      @Test func repeated() {
        var state = \(SwiftText(initialState))
        let actions: [any Action] = [
      \(lines)  ]
        for action in actions { reducer.reduce(&state, action) }
        // Expect here what didn't hold.
      }
      """
  }
}

extension StoreRecording {
  /// Leaves out as many actions as possible, as long as a condition holds in the end.
  ///
  /// ```swift
  /// let shrunk = try await recording.shrink(reducers: [shopReducer]) { $0.stock < 0 }
  /// print(shrunk)
  /// ```
  ///
  /// An action is first left out together with all that it led to, such as a run's answers, then alone. For
  /// k actions that are needed of n it reduces about n · k times.
  ///
  /// - Parameters:
  ///   - reducers: The reducers, in the order of their application.
  ///   - anywhere: Whether the condition may hold after any of the actions, as when an invariant is broken;
  ///     otherwise it must hold after the last one.
  ///   - filePath: The caller's file; a failure's description begins with it.
  ///   - line: The caller's line.
  ///   - condition: Returns whether a state has what is looked for.
  /// - Returns: The actions that are left.
  /// - Throws: An ``/SluiceTesting/ExpectationFailure`` if the condition doesn't hold for all actions, or the recording
  ///   can't be replayed.
  public func shrink<State: Sendable & Decodable>(
    reducers: [Reducer<State>],
    anywhere: Bool = false,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    while condition: (State) -> Bool
  ) async throws -> ShrunkRecording<State> {
    let place = SourcePlace(filePath, line)
    let contents = try contents(State.self, reducers: reducers, place)
    let reducer = Reducer.combine(reducers)
    func fails(_ commits: [RecordedCommit]) async -> Bool {
      await Task.yield()
      var state = contents.state
      for commit in commits {
        reducer.reduce(&state, commit.action)
        if anywhere, condition(state) { return true }
      }
      return !anywhere && condition(state)
    }
    if await !fails(contents.commits) {
      try ExpectationFailure(
        place,
        happened:
          "The condition doesn't hold \(anywhere ? "after any" : "after the last") action of the recording.",
        [],
        fix: anywhere
          ? "correct the condition."
          : "correct the condition, or pass `anywhere: true` for an invariant."
      ).end()
    }
    let trees = contents.commits.trees
    let kept = await leavingOut(trees) { await fails($0.joined().sorted { $0.number < $1.number }) }
    let commits = await leavingOut(kept.joined().sorted { $0.number < $1.number }) {
      await fails($0)
    }
    return ShrunkRecording(
      initialState: contents.state,
      commits: commits.map(\.number),
      actions: commits.map(\.action),
      count: contents.commits.count
    )
  }

  /// Returns the actions of the recording, such as examples for random ones.
  ///
  /// - Parameters:
  ///   - reducers: The reducers, in the order of their application.
  ///   - filePath: The caller's file; a failure's description begins with it.
  ///   - line: The caller's line.
  /// - Throws: An ``/SluiceTesting/ExpectationFailure`` if the recording can't be replayed.
  public func actions<State: Sendable & Decodable>(
    reducers: [Reducer<State>],
    filePath: StaticString = #filePath,
    line: UInt = #line
  ) throws -> [any Action] {
    try contents(State.self, reducers: reducers, SourcePlace(filePath, line)).commits.map(\.action)
  }
}

extension [RecordedCommit] {
  /// Each commit that nothing led to, with all that it led to.
  fileprivate var trees: [[RecordedCommit]] {
    var trees: [[RecordedCommit]] = []
    var places: [Int: Int] = [:]
    for commit in self {
      if let cause = commit.cause, let place = places[cause] {
        trees[place].append(commit)
        places[commit.number] = place
      } else {
        places[commit.number] = trees.count
        trees.append([commit])
      }
    }
    return trees
  }
}
