import SluiceWire
import Synchronization

/// The lines of the rows in the last frame, to reuse those that are still visible.
///
/// Making a line takes several times as long as comparing what it shows, and most rows of a frame were in
/// the one before. Thread-safe, as selectors have to be.
final class RowMemo: Sendable {
  /// What lines depend on besides their rows.
  private struct Form: Hashable {
    let style: CommitRow.TimeStyle
    let numberWidth: Int
    let width: Int
  }

  private struct Made {
    var form: Form?
    /// By the number of the commit.
    var lines: [Int: (content: CommitRow.Content, line: PaneLine)] = [:]
  }

  private let made = Mutex(Made())

  /// Returns one line for each row, as ``CommitRow`` makes them.
  func lines(
    of rows: [CommitRow.Content],
    _ style: CommitRow.TimeStyle,
    numberWidth: Int,
    width: Int
  ) -> [PaneLine] {
    let form = Form(style: style, numberWidth: numberWidth, width: width)
    let known = made.withLock { $0.form == form ? $0.lines : [:] }
    var next = Made(form: form)
    let old = rows.map { row in known[row.number].flatMap { $0.content == row ? $0.line : nil } }
    let unknown = zip(rows, old).compactMap { row, line in line == nil ? row : nil }
    var new = CommitRow.lines(of: unknown, style, numberWidth: numberWidth, width: width)[...]
    let lines = zip(rows, old).map { row, line in
      let line = line ?? new.popFirst() ?? PaneLine()
      next.lines[row.number] = (row, line)
      return line
    }
    made.withLock { $0 = next }
    return lines
  }
}

extension CommitRow.Content {
  /// Of the commit, or of the last one in the gap.
  fileprivate var number: Int {
    switch event {
    case .commit(let commit): commit.number
    case .gap(let gap): gap.numbers.upperBound
    }
  }
}
