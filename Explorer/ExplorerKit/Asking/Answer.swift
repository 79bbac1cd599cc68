import SluiceTree
import SluiceWire

/// What a history says to a question.
enum Answer {
  case why(History.Reason, asked: StatePath)
  case history(PathHistory)
  case show(Commit)
  case state(Part)
  case diff(Difference)
  case blame(History.Blame, StatePath, heads: [Int: WireRecord.Commit], asked: Int)
  case diagnostics([WireRecord.Diagnostic])

  /// The values at a path, from the beginning on.
  struct PathHistory {
    let path: StatePath
    let numbers: ClosedRange<Int>
    fileprivate let history: History
    /// The value at the end, which is that at the beginning if nothing changed it.
    let value: History.PathValue

    /// Calls the closure with the changes in their order, of a session file with those of one piece after the other,
    /// until it returns false.
    func forEachPart(_ body: ([History.FoundChange]) -> Bool) {
      history.forEachChange(of: path, in: numbers, body)
    }
  }

  /// A commit, and what it has to do with others.
  struct Commit {
    let commit: WireRecord.Commit
    /// The commit that led to it, if it is held.
    let cause: WireRecord.Commit?
    /// The run that dispatched its action.
    let run: History.Run?
    let ledTo: [WireRecord.Commit]
    let runs: [History.Run]
    /// The selectors and observers that ran for it.
    let reads: [WireRecord.Reads]
  }

  /// A part of a state.
  struct Part {
    let state: History.KnownState
    /// The path with the names that the state has.
    let path: StatePath
    let value: Tree
    let asked: Int
  }

  struct Difference {
    let from: History.KnownState
    let to: History.KnownState
    let asked: (from: Int, to: Int)
    let changes: [TreeChange]

    /// - Returns: `nil` if no state is known.
    init?(_ history: History, from: Int, to: Int) {
      guard let old = history.state(after: from), let new = history.state(after: to) else {
        return nil
      }
      self.from = old
      self.to = new
      asked = (from, to)
      changes = Tree.changes(from: old.tree, to: new.tree)
    }
  }
}

extension History {
  /// Answers a question.
  ///
  /// - Parameter file: For messages: what was read.
  func answer(_ question: Question, file: String) throws(QuestionError) -> Answer {
    switch question {
    case .why(let path, let number):
      let number = try check(number, try heldNumbers(file))
      guard let reason = why(path, at: number) else { throw noAnswer(path, number, file) }
      return .why(reason, asked: path)
    case .history(let path, let number):
      let numbers = try heldNumbers(file)
      let last = try check(number, numbers)
      return .history(try pathHistory(path, numbers.lowerBound...last, file))
    case .show(let number):
      return .show(try shown(number, file: file))
    case .state(let path, let number):
      return .state(try part(path, at: number, file: file))
    case .diff(let one, let other):
      let numbers = try heldNumbers(file)
      let (from, to) = (try check(one, numbers), try check(other, numbers))
      guard let difference = Answer.Difference(self, from: from, to: to) else {
        throw .noState(file: file)
      }
      return .diff(difference)
    case .diagnostics:
      return .diagnostics(piece?.pieces.diagnostics ?? diagnostics.entries)
    case .blame(let path, let number):
      let number = try check(number, try heldNumbers(file))
      var heads: [Int: WireRecord.Commit] = [:]
      guard let blame = blame(path, at: number, { heads[$0.number] = $0 }) else {
        throw noAnswer(path, number, file)
      }
      return .blame(blame, path, heads: heads, asked: number)
    }
  }

  /// Returns a commit with what it has to do with others.
  func shown(_ number: Int, file: String) throws(QuestionError) -> Answer.Commit {
    try show(try check(number, try heldNumbers(file)))
  }

  /// Returns the value at a path.
  func part(_ path: StatePath, at number: Int?, file: String) throws(QuestionError) -> Answer.Part {
    let number = try check(number, try heldNumbers(file))
    let state = try known(number, file)
    let resolution = state.tree.resolve(path.steps)
    guard resolution.isComplete else { throw noAnswer(path, number, file) }
    return Answer.Part(
      state: state,
      path: StatePath(resolution.path),
      value: resolution.tree,
      asked: number
    )
  }

  private func heldNumbers(_ file: String) throws(QuestionError) -> ClosedRange<Int> {
    guard let numbers else { throw .nothingRecorded(file: file) }
    return numbers
  }

  private func check(_ number: Int?, _ numbers: ClosedRange<Int>) throws(QuestionError) -> Int {
    let number = number ?? numbers.upperBound
    guard numbers.contains(number) else {
      throw .noCommit(number, numbers, isShortened: isShortened)
    }
    return number
  }

  private func known(_ number: Int, _ file: String) throws(QuestionError) -> KnownState {
    guard let state = state(after: number) else { throw .noState(file: file) }
    return state
  }

  /// Returns the error that nothing is at a path.
  private func noAnswer(_ path: StatePath, _ number: Int, _ file: String) -> QuestionError {
    guard let state = state(after: number) else { return .noState(file: file) }
    return .noPath(path, after: state.number, nearest: state.tree.nearest(to: path))
  }

  private func pathHistory(
    _ path: StatePath,
    _ numbers: ClosedRange<Int>,
    _ file: String
  ) throws(QuestionError) -> Answer.PathHistory {
    let last = try known(numbers.upperBound, file)
    let resolution = last.tree.resolve(path.steps)
    guard resolution.isComplete || why(path, at: numbers.upperBound) != nil else {
      throw noAnswer(path, numbers.upperBound, file)
    }
    return Answer.PathHistory(
      path: path,
      numbers: numbers,
      history: self,
      value: resolution.isComplete ? .value(resolution.tree) : .missing
    )
  }

  private func show(_ number: Int) throws(QuestionError) -> Answer.Commit {
    guard let commit = commit(number) else {
      if let gap = gap(at: number) { throw .missing(number, gap) }
      throw .onlyState(number)
    }
    let (ledTo, runs) = consequences(of: commit.number)
    return Answer.Commit(
      commit: commit,
      cause: commit.cause.flatMap { self.commit($0.commit) },
      run: run(sending: commit),
      ledTo: ledTo,
      runs: runs,
      reads: reads(of: commit)
    )
  }
}
