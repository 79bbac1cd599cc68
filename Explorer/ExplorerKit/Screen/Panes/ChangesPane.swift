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
      let text = "… \(NumberText.text(commit.omittedChanges)) more, not sent"
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
  static func lines(
    of changes: [TreeChange],
    after state: Tree? = nil,
    width: Int
  ) -> [PaneLine] {
    var lines: [PaneLine] = []
    for (index, (change, path)) in zip(changes, changes.pathsAfterwards).enumerated() {
      guard lines.count < maximalLines else {
        let text = "… \(NumberText.text(changes.count - index)) more"
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

extension [TreeChange] {
  /// The most changes whose paths are followed.
  private static var mostFollowed: Int { 500 }

  /// The paths of what was changed, in the state after all changes; that of what is no longer there as
  /// it was.
  fileprivate var pathsAfterwards: [TreePath] {
    guard count <= Self.mostFollowed else { return map(\.path) }
    return indices.map { place in
      var path = self[place].path
      if case .move(_, let target) = self[place], case .index? = path.steps.last {
        path.steps[path.steps.count - 1] = .index(target)
      }
      for change in self[(place + 1)...] { path.follow(change) }
      return path
    }
  }
}

extension TreePath {
  /// Goes to where a change of a list moves the value.
  fileprivate mutating func follow(_ change: TreeChange) {
    let depth = change.path.steps.count - 1
    guard depth >= 0, depth < steps.count, case .index(let changed) = change.path.steps[depth],
      case .index(let index) = steps[depth],
      steps[..<depth].elementsEqual(change.path.steps[..<depth])
    else { return }
    let after: Int
    switch change {
    case .add: after = index >= changed ? index + 1 : index
    case .remove: after = index > changed ? index - 1 : index
    case .set: return
    case .move(_, let target):
      let without = index > changed ? index - 1 : index
      after = index == changed ? target : without >= target ? without + 1 : without
    }
    steps[depth] = .index(after)
  }
}

/// Two texts as one, on one line: `the [-old-]{+new+} text`.
///
/// Of what they have in common, the middle of a long piece is left out.
struct WordText {
  /// The columns of a common piece that are shown beside what differs.
  private static let context = 30

  let text: StyledText

  init(_ difference: WordDifference) {
    var text = StyledText("\"")
    let pieces = difference.pieces
    for (place, piece) in pieces.enumerated() {
      switch piece {
      case .common(let words):
        let shown = Self.common(words, isFirst: place == 0, isLast: place == pieces.count - 1)
        text.append(shown)
      case .removed(let words): text.append("[-\(Self.visible(words))-]", .removed)
      case .added(let words): text.append("{+\(Self.visible(words))+}", .added)
      }
    }
    text.append("\"")
    self.text = text
  }

  private static func common(_ words: String, isFirst: Bool, isLast: Bool) -> String {
    let (front, back) = (isFirst ? 0 : context, isLast ? 0 : context)
    guard words.count > front + back + context else { return visible(words) }
    return visible(String(words.prefix(front))) + " … " + visible(String(words.suffix(back)))
  }

  private static func visible(_ words: String) -> String {
    VisibleText(words).description
  }
}
