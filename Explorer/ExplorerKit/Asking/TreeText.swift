import ExplorerTerminal
import SluiceTree

/// A tree over several lines: what fits on one is on one, and nothing is cut.
struct TreeText {
  private static let step = 2

  /// The columns up to which a container stands on one line.
  let width: Int
  /// Whether longer lines are divided.
  let isTerminal: Bool

  /// - Parameter maximum: The number of lines after which the rest is left out, with an "…".
  func lines(_ tree: Tree, atMost maximum: Int = .max) -> [StyledText] {
    var lines: [StyledText] = []
    if let parts = TreeParts(tree) {
      for part in parts { append(part.label, part.value, 0, maximum, to: &lines) }
    } else {
      appendLine("", summary(tree, maximum), 0, maximum, to: &lines)
    }
    if lines.count > maximum {
      lines.removeSubrange(maximum...)
      lines.append(StyledText("…", .dim))
    }
    return lines
  }

  private func append(
    _ label: String,
    _ tree: Tree,
    _ indent: Int,
    _ maximum: Int,
    to lines: inout [StyledText]
  ) {
    // One more than there are tells that something is left out.
    guard lines.count <= maximum else { return }
    // What lies deeper stays where the rest is, or there would be no room for it.
    let indent = isTerminal ? min(indent, width / 2) : indent
    let parts = TreeParts(tree)
    // As much as fits on the line, and one more.
    let room = width - indent - label.columns - 2
    let text =
      parts == nil
      ? summary(tree, maximum - lines.count)
      : VisibleText(tree.summary(limit: max(room, 1) + 1))
        .description
    guard let parts, text.columns > room else {
      return appendLine(label + ":", text, indent, maximum, to: &lines)
    }
    appendLine(label + ":", "", indent, maximum, to: &lines)
    for part in parts {
      append(part.label, part.value, indent + Self.step, maximum, to: &lines)
    }
  }

  private func appendLine(
    _ label: String,
    _ text: String,
    _ indent: Int,
    _ maximum: Int,
    to lines: inout [StyledText]
  ) {
    let margin = String(repeating: " ", count: indent)
    var line = StyledText(margin)
    line.append(label, .dim)
    line.append(label.isEmpty || text.isEmpty ? text : " " + text)
    guard isTerminal else { return lines.append(line) }
    let hanging = min(indent + Self.step, width / 2)
    // One more than there are tells that something is left out.
    let room = min(maximum, .max - 1) + 1 - lines.count
    for (index, piece) in line.lines(of: width, hanging: hanging, atMost: room).enumerated() {
      lines.append(index == 0 ? piece : StyledText(String(repeating: " ", count: hanging)) + piece)
    }
  }

  /// Returns a value on one line, as much of it as there is room for.
  private func summary(_ tree: Tree, _ maximum: Int) -> String {
    let scalars = width.multipliedReportingOverflow(by: min(maximum, .max - 1) + 1)
    let limit = isTerminal && !scalars.overflow ? scalars.partialValue : .max
    return VisibleText(tree.summary(limit: limit)).description
  }
}
