import ExplorerTerminal
import SluiceTree
import SluiceWire

/// What a commit changed: each change from its old to its new value.
///
/// A change that fits is on one line, as in the log. Of one that doesn't, the values stand below, `-`
/// in front of the old and `+` in front of the new one; two texts stand as one, in which what was
/// removed is in `[-…-]` and what was added in `{+…+}`.
enum ChangesPane {
  /// The maximum number of lines of one value, and of a path.
  private static let maximalValueLines = 100
  /// The number of lines behind which further changes are only counted.
  private static let maximalLines = 2_000
  private static let indent = 2

  /// Returns the lines, none wider than `width` columns.
  ///
  /// - Parameter state: The state after the commit, in which the paths of the lines are named; `nil` if
  ///   it is unknown.
  static func lines(
    of commit: WireRecord.Commit,
    after state: Tree? = nil,
    width: Int
  ) -> [PaneLine] {
    var lines = Self.lines(of: commit.changes, after: state, width: width)
    if commit.omittedChanges > 0 {
      let text = "… and \(NumberText.text(commit.omittedChanges)) more, not sent"
      lines += PaneLine.wrapped(StyledText(text, .dim), width: width)
    }
    if commit.changesAreUnknown {
      lines.append(PaneLine(StyledText("(changes unknown)", .dim)))
    } else if lines.isEmpty {
      lines.append(PaneLine(StyledText("Nothing changed.", .dim)))
    }
    return lines
  }

  /// Returns the lines of changes; none for no change.
  static func lines(of changes: [TreeChange], after state: Tree? = nil, width: Int) -> [PaneLine] {
    var lines: [PaneLine] = []
    for (index, (change, path)) in zip(changes, changes.pathsAfterwards).enumerated() {
      guard lines.count < maximalLines else {
        let text = "… and \(NumberText.text(changes.count - index)) more"
        return lines + PaneLine.wrapped(StyledText(text, .dim), width: width)
      }
      let steps = StatePath(path).steps
      let resolution = state?.resolve(steps)
      // What was removed keeps its name.
      let isThere = resolution?.isComplete ?? false
      let lasting = isThere ? resolution?.lasting ?? steps : steps
      lines += Self.lines(of: change, .path(StatePath(lasting)), width)
    }
    return lines
  }

  private static func lines(
    of change: TreeChange,
    _ target: PaneTarget,
    _ width: Int
  ) -> [PaneLine] {
    let style = change.kind.style
    let text = VisibleText(change.line(limit: 10 * width)).description
    if text.columns <= width { return [PaneLine(StyledText(text, style), target: target)] }
    let path = change.path.isRoot ? "(the whole state)" : "\(change.path)"
    let name = VisibleText(path, limit: maximalValueLines * width)
    let label = StyledText("\(change.kind.mark) \(name):", style)
    var lines = PaneLine.wrapped(label, width: width, atMost: maximalValueLines, target: target)
    if case .set(_, .string(let old)?, .string(let new)) = change {
      let difference = WordText(WordDifference(from: old, to: new)).text
      return lines
        + PaneLine.wrapped(
          difference,
          width: width,
          indent: indent,
          hanging: 0,
          atMost: maximalValueLines,
          target: target
        )
    }
    if let old = change.old {
      lines += block(old, .remove, width, target)
    } else if case .set = change {
      lines.append(
        PaneLine(StyledText("(old value not sent)", .dim), indent: indent, target: target)
      )
    }
    if let new = change.new { lines += block(new, .add, width, target) }
    return lines
  }

  /// Returns a value, with `+` or `-` in front of each line.
  private static func block(
    _ value: Tree,
    _ kind: TreeChange.Kind,
    _ width: Int,
    _ target: PaneTarget
  ) -> [PaneLine] {
    let room = max(width - indent - 2, 8)
    let summary = VisibleText(value.summary(limit: 10 * room)).description
    let lines =
      summary.columns <= room
      ? [StyledText(summary)]
      : TreeText(width: room, isTerminal: true).lines(value, atMost: maximalValueLines)
    return lines.map { line in
      PaneLine(StyledText("\(kind.mark) ", kind.style) + line, indent: indent, target: target)
    }
  }
}
