import ExplorerTerminal
import SluiceTree

/// The form for an action: the example's tree, with a field for each leaf.
struct DispatchPane: Hashable, Sendable {
  private static let step = 2

  private(set) var lines: [PaneLine] = []
  /// The line in which somebody types, and the column of the cursor in it; `nil` if no field has it.
  private(set) var cursor: GridPosition?
  /// The first line that is visible.
  private(set) var top = 0

  /// Creates the lines for a screen, behind its column for the cursor.
  init(of entry: FormEntry, size: GridSize) {
    self.init(
      of: entry.form,
      mistake: entry.mistake,
      editing: entry.form.fields.isEmpty ? nil : (entry.field, entry.cursor),
      width: max(1, size.columns - 2)
    )
    // As low as it can stand under the tallest head, with a line for a mistake.
    let height = max(1, size.rows - 1)
    top = max(0, (cursor?.row ?? 0) - max(0, height - height / 3 - 2))
  }

  /// Creates the lines of a form, none wider than `width` columns.
  ///
  /// - Parameters:
  ///   - mistake: What is wrong with one of the fields.
  ///   - editing: The index of the field in which somebody types, and the number of characters of its
  ///     text in front of the cursor.
  init(
    of form: DispatchForm,
    mistake: DispatchForm.Mistake? = nil,
    editing: (field: Int, cursor: Int)? = nil,
    width: Int
  ) {
    let name = form.id.map { "\(form.type) \($0.quoted)" } ?? form.type
    var title = StyledText(VisibleText(name).description, .strong)
    if !form.elements.isEmpty {
      title.append("  " + VisibleText(form.elements.text).description, .dim)
    }
    lines = PaneLine.wrapped(title, width: width)
    if form.fields.isEmpty {
      lines.append(PaneLine(StyledText("(no fields)", .dim), indent: Self.step))
    }
    var last = TreePath()
    for (index, field) in form.fields.enumerated() {
      lines += Self.containers(of: form.example, last, field.path, width)
      last = field.path
      let depth = max(field.path.steps.count, 1)
      let indent = min(depth * Self.step, width / 3)
      let label = field.path.steps.last.map { Self.label($0) } ?? "payload"
      let room = max(width - indent, 8)
      let target = PaneTarget.field(index)
      if let editing, editing.field == index {
        let (text, column) = Self.edited(field, label, cursor: editing.cursor, room)
        cursor = GridPosition(row: lines.count, column: indent + column)
        lines.append(PaneLine(text, indent: indent, target: target))
      } else {
        let text = Self.text(field, label).cut(to: room)
        lines.append(PaneLine(text, indent: indent, target: target))
      }
      if let mistake, mistake.field == index {
        let text = StyledText("! \(mistake.description)", .problem)
        lines += PaneLine.wrapped(text, width: width, indent: indent, target: target)
      }
    }
  }

  /// Returns the lines of the containers that a field is in and the one before is not.
  private static func containers(
    of example: Tree?,
    _ last: TreePath,
    _ path: TreePath,
    _ width: Int
  ) -> [PaneLine] {
    let common = zip(last.steps, path.steps).prefix { $0 == $1 }.count
    return path.steps.indices.dropLast().filter { $0 >= common }.map { depth in
      let indent = min((depth + 1) * step, width / 3)
      let name = example?[TreePath(Array(path.steps[...depth]))]?.caseText ?? ""
      var line = StyledText(label(path.steps[depth]) + ":", .dim)
      if !name.isEmpty { line.append(" " + name) }
      return PaneLine(line.cut(to: max(width - indent, 8)), indent: indent)
    }
  }

  private static func label(_ step: TreePath.Step) -> String {
    VisibleText(TreePath([step]).description).description
  }

  private static func text(_ field: DispatchForm.Field, _ label: String) -> StyledText {
    var line = StyledText("\(label): ", .dim)
    if field.isNull { return line + StyledText("null") }
    if field.kind == .unknown, field.text.isEmpty {
      line.append("(to be written: the example has none)", .problem)
      return line
    }
    let (front, back) = field.kind.frame
    return line + StyledText(front + VisibleText(field.text).description + back)
  }

  /// Returns a line around the cursor, and the cursor's column in it.
  private static func edited(
    _ field: DispatchForm.Field,
    _ label: String,
    cursor: Int,
    _ width: Int
  ) -> (StyledText, column: Int) {
    let name = StyledText("\(label): ", .dim).cut(to: width / 2)
    if field.isNull { return ((name + StyledText("null")).cut(to: width), name.columns) }
    let (front, back) = field.kind.frame
    let before = VisibleText(String(field.text.prefix(cursor))).description
    let column = name.columns + front.columns + before.columns
    // A long text moves to the left, so that the cursor is visible.
    let hidden = max(0, column - width + 1)
    let text = front + VisibleText(field.text).description + back
    let shown = text.droppingColumns(hidden)
    let line = (name + StyledText(shown)).cut(to: width)
    return (line, column - (text.columns - shown.columns))
  }
}

extension DispatchForm.Field.Kind {
  /// What stands around the text, to show its type.
  fileprivate var frame: (front: String, back: String) {
    switch self {
    case .text: ("\"", "\"")
    case .enumCase: (".", "")
    case .number, .truth, .json, .unknown: ("", "")
    }
  }
}
