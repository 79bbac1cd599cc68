import SluiceTree

/// A tree over several lines: what fits on one is on one, and nothing is cut.
struct TreeText {
  private static let step = 2

  /// The columns up to which a container stands on one line.
  let width: Int
  /// Whether longer lines are divided.
  let isTerminal: Bool

  func lines(_ tree: Tree) -> [StyledText] {
    var lines: [StyledText] = []
    if let children = Self.children(of: tree) {
      if case .enumCase(let name, _) = tree { appendLine(".\(name)", "", 0, to: &lines) }
      for (label, value) in children { append(label, value, 0, to: &lines) }
    } else {
      appendLine("", summary(tree), 0, to: &lines)
    }
    return lines
  }

  private func append(_ label: String, _ tree: Tree, _ indent: Int, to lines: inout [StyledText]) {
    let children = Self.children(of: tree)
    // As much as fits on the line, and one more.
    let room = width - indent - label.columns - 2
    let text =
      children == nil
      ? summary(tree)
      : VisibleText(tree.summary(limit: max(room, 1) + 1))
        .description
    guard let children, text.columns > room else {
      return appendLine(label + ":", text, indent, to: &lines)
    }
    let name = if case .enumCase(let name, _) = tree { ".\(VisibleText(name))" } else { "" }
    appendLine(label + ":", name, indent, to: &lines)
    for (label, value) in children { append(label, value, indent + Self.step, to: &lines) }
  }

  private func appendLine(
    _ label: String,
    _ text: String,
    _ indent: Int,
    to lines: inout [StyledText]
  ) {
    let margin = String(repeating: " ", count: indent)
    var line = StyledText(margin)
    line.append(label, .dim)
    line.append(label.isEmpty || text.isEmpty ? text : " " + text)
    guard isTerminal else { return lines.append(line) }
    let hanging = min(indent + Self.step, width / 2)
    for (index, piece) in line.lines(of: width, hanging: hanging).enumerated() {
      lines.append(index == 0 ? piece : StyledText(String(repeating: " ", count: hanging)) + piece)
    }
  }

  private func summary(_ tree: Tree) -> String {
    VisibleText(tree.summary(limit: .max)).description
  }

  /// The elements or members with their labels; `nil` if there are none.
  private static func children(of tree: Tree) -> [(label: String, value: Tree)]? {
    switch tree {
    case .array(let elements) where !elements.isEmpty:
      return elements.enumerated().map { ("[\($0.offset)]", $0.element) }
    case .object(let object) where !object.isEmpty, .enumCase(_, let object) where !object.isEmpty:
      return object.members.map { member in
        let name = TreePath([.key(member.key)]).description
        return (VisibleText(name).description, member.value)
      }
    default:
      return nil
    }
  }
}
