import ExplorerTerminal
import SluiceTree

/// The state after a commit as a tree that folds.
///
/// Only what is open is visited: a list of a hundred thousand elements costs one line while it is
/// closed, and its pages when it is open.
enum StatePane {
  struct Content: Equatable, Sendable {
    /// `nil` if none is known.
    var state: History.KnownState?
    /// The number of the commit whose state was asked for.
    var asked: Int
    /// What that commit changed, which stands out.
    var changes: [TreeChange] = []
    var folding = StateFolding()
    /// Shown beside the lines if it is of the same state.
    var blame: StateBlame?
  }

  /// The lines of closed lists and objects by what opens them, to reuse those whose values are unchanged.
  ///
  /// Of a list of which a commit changed one element, two lines are made anew: that one, and the one that was
  /// marked before.
  typealias Made = [StateFold: MadeLine]

  /// All that the line of a closed, unchanged value depends on, and the line.
  struct MadeLine: Hashable, Sendable {
    let value: Tree
    let label: String
    let depth: Int
    let width: Int
    let line: PaneLine
  }

  /// Returns the lines, none wider than `width` columns.
  ///
  /// In front of each line stands what happened to the value: `+` added, `~` set, `>` moved,
  /// `-` something in it removed, `·` something in it changed.
  ///
  /// - Parameters:
  ///   - known: The lines that were made before.
  ///   - made: Those that were made now.
  ///   - first: The first line of a value that the commit changed.
  static func lines(
    of content: Content,
    width: Int,
    knowing known: Made,
    _ made: inout Made,
    _ first: inout Int
  ) -> [PaneLine] {
    guard let state = content.state else {
      return PaneLine.wrapped(StyledText("No state is known yet.", .dim), width: width)
    }
    var builder = StateLines(content, width: max(width, 20), known)
    if let note = state.note(asked: content.asked) {
      builder.lines += PaneLine.wrapped(note, width: width)
    }
    builder.appendRoot(state.tree)
    made = builder.made
    first = builder.firstChange ?? 0
    return builder.lines
  }
}

private struct StateLines {
  private static let step = 2
  /// The most elements of a container that is open by default.
  private static let mostOpen = 20
  /// The most lines of a long text.
  private static let longestText = 200

  private let folding: StateFolding
  private let marks: StateMarks
  private let width: Int
  private var cursor: BlameCursor?
  /// What was made for the state before.
  private let known: StatePane.Made
  private(set) var made: StatePane.Made = [:]
  private(set) var firstChange: Int?
  var lines: [PaneLine] = []

  init(_ content: StatePane.Content, width: Int, _ known: StatePane.Made) {
    folding = content.folding
    self.known = known
    made.reserveCapacity(known.count)
    // In a gap, the changes are not those that led to the state.
    marks = StateMarks(content.state?.isExact == true ? content.changes : [])
    self.width = width
    if let blame = content.blame, blame.blame.number == content.state?.number {
      cursor = BlameCursor(blame, width: width)
    }
  }

  mutating func appendRoot(_ tree: Tree) {
    guard let parts = TreeParts(tree) else {
      return appendLeaf(tree, label: "", at: StatePath(), 0, marks.root)
    }
    append(parts, parts.startIndex..<parts.endIndex, of: StatePath(), 0, marks.root)
  }

  /// Appends some of the parts of a container, by page if there are many.
  private mutating func append(
    _ parts: TreeParts,
    _ range: Range<Int>,
    of path: StatePath,
    _ depth: Int,
    _ node: StateMarks.Node?
  ) {
    var isPaged = false
    for page in StatePages(range) {
      isPaged = true
      let fold = StateFold(path, page: page)
      let hasChanges = node?.hasChanges(in: page) ?? false
      let isOpen = folding.isOpen(fold) ?? (hasChanges && marks.areFew)
      let author = isOpen ? cursor?.blank : cursor?.author(of: parts[page])
      let label = "\(parts[page.lowerBound].label) … \(parts[page.upperBound - 1].label)"
      let prefix = prefix(author, hasChanges ? "·" : " ", .plain, depth, isOpen ? "▾" : "▸")
      append(prefix + StyledText(label, .dim), .fold(fold, isOpen: isOpen))
      if isOpen { append(parts, page, of: path, depth + 1, node) }
    }
    guard !isPaged else { return }
    for place in range { append(parts[place], in: path, depth, node?[parts[place].step]) }
  }

  private mutating func append(
    _ part: TreeParts.Part,
    in container: StatePath,
    _ depth: Int,
    _ node: StateMarks.Node?
  ) {
    var path = container
    path.steps.append(part.value.lastingStep(at: part.step))
    guard let parts = TreeParts(part.value) else {
      return appendLeaf(part.value, label: part.label, at: path, depth, node)
    }
    let fold = StateFold(path)
    let isOpen = folding.isOpen(fold) ?? isOpenByDefault(part, parts, depth, node)
    guard isOpen else { return appendClosed(part, parts, fold, depth, node) }
    let name = part.value.caseText
    let text = name.isEmpty ? parts.countText : name
    appendLine(
      cursor?.blank,
      node,
      depth,
      "▾",
      part.label,
      text,
      .fold(fold, isOpen: true),
      style: .dim
    )
    append(parts, parts.startIndex..<parts.endIndex, of: path, depth + 1, node)
  }

  private func isOpenByDefault(
    _ part: TreeParts.Part,
    _ parts: TreeParts,
    _ depth: Int,
    _ node: StateMarks.Node?
  ) -> Bool {
    if node?.hasChanges == true, marks.areFew { return true }
    guard depth == 0, parts.count <= Self.mostOpen else { return false }
    let room = room(depth, part.label)
    // One more than fits tells whether it does.
    return summary(part.value, room + 1).columns > room
  }

  /// Appends a container's value on one line, with the number of its parts if it is cut.
  private mutating func appendClosed(
    _ part: TreeParts.Part,
    _ parts: TreeParts,
    _ fold: StateFold,
    _ depth: Int,
    _ node: StateMarks.Node?
  ) {
    let isKept = depth > 0 && node == nil && cursor == nil
    if isKept, let line = knownLine(part, fold, depth) {
      lines.append(line)
      return
    }
    let room = room(depth, part.label)
    let summary = summary(part.value, room + 1)
    appendLine(
      cursor?.author(of: part.value),
      node,
      depth,
      "▸",
      part.label,
      summary.columns <= room ? summary : "\(parts.countText) \(summary)",
      .fold(fold, isOpen: false)
    )
    if isKept, let line = lines.last { keep(line, of: part, fold, depth) }
  }

  /// Returns the line that was made for the state before, if it is of the same value.
  private mutating func knownLine(
    _ part: TreeParts.Part,
    _ fold: StateFold,
    _ depth: Int
  ) -> PaneLine? {
    guard let old = known[fold], old.depth == depth, old.width == width, old.label == part.label,
      old.value.isIdentical(to: part.value)
    else { return nil }
    made[fold] = old
    return old.line
  }

  private mutating func keep(
    _ line: PaneLine,
    of part: TreeParts.Part,
    _ fold: StateFold,
    _ depth: Int
  ) {
    made[fold] = StatePane.MadeLine(
      value: part.value,
      label: part.label,
      depth: depth,
      width: width,
      line: line
    )
  }

  private mutating func appendLeaf(
    _ value: Tree,
    label: String,
    at path: StatePath,
    _ depth: Int,
    _ node: StateMarks.Node?
  ) {
    let author = cursor?.author(of: value)
    let room = room(depth, label)
    let text = summary(value, room + 1)
    guard text.columns > room else {
      return appendLine(author, node, depth, " ", label, text, .path(path))
    }
    let fold = StateFold(path)
    let isOpen = folding.isOpen(fold) ?? false
    guard isOpen else {
      return appendLine(author, node, depth, "▸", label, text, .fold(fold, isOpen: false))
    }
    appendLine(author, node, depth, "▾", label, "", .fold(fold, isOpen: true))
    let margin = prefix(cursor?.blank, " ", .plain, depth + 1, " ")
    let whole = StyledText(summary(value, Self.longestText * width))
    let pieces = whole.lines(of: max(width - margin.columns, 8), atMost: Self.longestText)
    for piece in pieces { append(margin + piece, .path(path)) }
  }

  // MARK: - Lines

  /// The columns of a value behind its label.
  private func room(_ depth: Int, _ label: String) -> Int {
    max(width - (cursor?.width ?? 0) - 4 - indent(depth) - label.columns - 2, 1)
  }

  private func indent(_ depth: Int) -> Int { min(depth * Self.step, width / 3) }

  private func summary(_ tree: Tree, _ columns: Int) -> String {
    VisibleText(tree.summary(limit: columns.multipliedClamping(by: 10))).description
  }

  private func prefix(
    _ author: StyledText?,
    _ mark: String,
    _ style: Style,
    _ depth: Int,
    _ fold: String
  ) -> StyledText {
    var text = author ?? StyledText()
    text.append(mark, style)
    text.append(" " + String(repeating: " ", count: indent(depth)) + fold + " ")
    return text
  }

  private mutating func appendLine(
    _ author: StyledText?,
    _ node: StateMarks.Node?,
    _ depth: Int,
    _ fold: String,
    _ label: String,
    _ text: String,
    _ target: PaneTarget,
    style: Style = .plain
  ) {
    // The whole state was set: its parts say so, for it has no line.
    let isNew = depth == 0 && node == nil && marks.root.kind != nil
    let node = isNew ? marks.root : node
    if firstChange == nil, node?.kind != nil { firstChange = lines.count }
    var line = prefix(author, node?.mark ?? " ", node?.style ?? .plain, depth, fold)
    if !label.isEmpty { line.append(label + (text.isEmpty ? ":" : ": "), .dim) }
    line.append(text, node?.kind?.style ?? style)
    append(line, target)
  }

  private mutating func append(_ line: StyledText, _ target: PaneTarget) {
    lines.append(PaneLine(line.cut(to: width), target: target))
  }
}
