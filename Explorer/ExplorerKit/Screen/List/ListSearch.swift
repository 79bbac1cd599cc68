import ExplorerTerminal
import SluiceTree
import SluiceWire

/// A search through the rows of the list, around the end, to the one from which it begins.
struct ListSearch: Sendable {
  /// The maximum number of Unicode scalars of a commit to look at.
  private static let limit = 2_000
  /// The number of rows after which it looks whether it was cancelled.
  private static let slice = 100

  private let search: PaneSearch
  private let start: Int
  private let isForward: Bool

  /// - Parameter start: The number of the commit from whose row to begin, which comes last.
  init(_ search: PaneSearch, from start: Int, isForward: Bool) {
    self.search = search
    self.start = start
    self.isForward = isForward
  }

  /// Returns the commit of the next row with the text; `nil` if the task was cancelled.
  func answer(in past: ShownPast) -> Asked.Answer? {
    let count = past.rows.count
    guard count > 0 else { return .inList(nil, hasWrapped: false) }
    var clock = LocalTime()
    let first = past.place(of: min(past.index(of: start), count - 1))
    for step in 0..<count {
      if step % Self.slice == 0, Task.isCancelled { return nil }
      let place = (first + (isForward ? step + 1 : count - step - 1)) % count
      let number = past.row(at: place).number
      if let commit = past.history.commit(number), isFound(in: commit, &clock) {
        return .inList(number, hasWrapped: isForward ? place <= first : place >= first)
      }
    }
    return .inList(nil, hasWrapped: false)
  }

  private func isFound(in commit: WireRecord.Commit, _ clock: inout LocalTime) -> Bool {
    search.text == "\(commit.number)"
      || search.isFound(in: ActionText.text(commit.action, limit: Self.limit))
      || search.isFound(in: clock.text(microsecondsSince1970: commit.time))
      || commit.origin.map { search.isFound(in: "\($0.file):\($0.line) \($0.function)") } ?? false
      || commit.changes.contains { change in
        search.isFound(in: VisibleText(change.line(limit: Self.limit)).description)
      }
  }
}
