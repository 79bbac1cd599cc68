import ExplorerTerminal
import SluiceTree

/// The actions that a program accepts, and the form for one of them.
enum DispatchPane {
  private static let step = 2

  /// Returns a line for each type, none wider than `width` columns.
  static func lines(ofTypes types: [String], width: Int) -> [PaneLine] {
    guard !types.isEmpty else {
      let text =
        "The program accepts no actions. It says which it does: "
        + "ExplorerInterceptor(accepting: [AddTodo.self])"
      return PaneLine.wrapped(StyledText(text), width: width)
    }
    return types.map { type in
      let text = StyledText(VisibleText(type).description).cut(to: width)
      return PaneLine(text, target: .actionType(type))
    }
  }

  /// Returns the lines of a form, none wider than `width` columns: the example's tree with a field
  /// for each leaf.
  ///
  /// - Parameter mistake: What is wrong with one of the fields.
  static func lines(
    of form: DispatchForm,
    mistake: DispatchForm.Mistake? = nil,
    width: Int
  ) -> [PaneLine] {
    let name = form.id.map { "\(form.type) \($0.quoted)" } ?? form.type
    let title = StyledText(VisibleText(name).description, .strong)
    var lines = PaneLine.wrapped(title, width: width)
    if form.fields.isEmpty {
      lines.append(PaneLine(StyledText("(no fields)", .dim), indent: step))
    }
    var last = TreePath()
    for (index, field) in form.fields.enumerated() {
      lines += containers(of: form.example, last, field.path, width)
      last = field.path
      let depth = max(field.path.steps.count, 1)
      let indent = min(depth * step, width / 3)
      let label = field.path.steps.last.map { Self.label($0) } ?? "payload"
      lines.append(line(field, label, indent, index, width))
      if let mistake, mistake.field == index {
        let text = StyledText("! \(mistake.description)", .problem)
        lines += PaneLine.wrapped(text, width: width, indent: indent, target: .field(index))
      }
    }
    return lines
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

  private static func line(
    _ field: DispatchForm.Field,
    _ label: String,
    _ indent: Int,
    _ index: Int,
    _ width: Int
  ) -> PaneLine {
    var line = StyledText("\(label): ", .dim)
    if field.isNull {
      line.append("null")
    } else {
      let text = VisibleText(field.text).description
      switch field.kind {
      case .text: line.append("\"\(text)\"")
      case .enumCase: line.append(".\(text)")
      case .unknown where text.isEmpty:
        line.append("(to be written: the example has none)", .problem)
      case .number, .truth, .json, .unknown: line.append(text)
      }
    }
    return PaneLine(line.cut(to: max(width - indent, 8)), indent: indent, target: .field(index))
  }
}
