import ExplorerTerminal
import SluiceWire

/// What a store has reported, in words.
enum DiagnosticText {
  /// Returns one line: the kind, how often, what happened and what to do.
  static func line(_ diagnostic: WireRecord.Diagnostic) -> StyledText {
    var line = StyledText("! \(VisibleText(diagnostic.id)):", .problem)
    if diagnostic.count > 1 { line.append(" (\(NumberText.text(diagnostic.count)) times)", .dim) }
    line.append(" " + VisibleText(diagnostic.cause).description, .problem)
    if !diagnostic.cure.isEmpty { line.append(" " + VisibleText(diagnostic.cure).description) }
    return line
  }

  /// Returns a block of lines, none cut: a heading with the kind, then what happened and what to do.
  ///
  /// - Parameter wrap: Wraps a line behind an indent.
  static func lines(
    _ diagnostic: WireRecord.Diagnostic,
    _ wrap: (StyledText) -> [StyledText]
  ) -> [StyledText] {
    var local = LocalTime()
    let time =
      local.date(microsecondsSince1970: diagnostic.time) + " "
      + local.text(microsecondsSince1970: diagnostic.time)
    let count = NumberText.text(diagnostic.count)
    var facts = [diagnostic.count == 1 ? time : "\(count) times, last \(time)"]
    if let commit = diagnostic.commit { facts.append("after commit \(commit)") }
    if let effect = diagnostic.effect {
      facts.append(effect + (diagnostic.run.map { " run \($0)" } ?? ""))
    }
    if let position = diagnostic.position { facts.append(position) }
    var head = StyledText("! " + VisibleText(diagnostic.id).description, .problem)
    head.append("  " + VisibleText(facts.joined(separator: " · ")).description, .dim)
    var lines = wrap(head) + wrap(StyledText("  " + VisibleText(diagnostic.cause).description))
    if !diagnostic.cure.isEmpty {
      lines += wrap(StyledText("  " + VisibleText(diagnostic.cure).description, .strong))
    }
    return lines
  }
}
