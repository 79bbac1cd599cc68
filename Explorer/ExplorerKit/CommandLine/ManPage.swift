/// The manual page, made from the commands and options, in the format of `man`.
enum ManPage {
  static var text: String {
    var page = Roff()
    page.line(
      ".TH SLUICE-EXPLORER 1 \"\" \"\(Roff.escaped("sluice-explorer \(ExplorerVersion.number)"))\""
    )
    page.section("NAME")
    page.line("sluice\\-explorer \\- watch programs that keep their state in Sluice")
    page.section("SYNOPSIS")
    page.line(".B sluice\\-explorer")
    page.line("[\\fICOMMAND\\fR] [\\fIOPTIONS\\fR]")
    page.section("DESCRIPTION")
    page.text(HelpText.purpose)
    page.text("The default command is watch. Options may come before or after arguments.")
    page.section("COMMANDS")
    for command in Command.all { page.write(command) }
    page.section("FILTERS")
    for term in FilterTerm.all { page.item(term.example, term.meaning) }
    page.text(HelpText.filterDiscussion)
    page.section("EXIT STATUS")
    for code in ExitCode.allCases { page.item(String(code.rawValue), code.meaning) }
    page.section("ENVIRONMENT")
    for (name, meaning) in environment { page.item(name, meaning) }
    page.section("EXAMPLES")
    for example in HelpText.examples { page.item(example.line, example.purpose) }
    return page.text
  }

  private static let environment = [
    ("SLUICE_EXPLORER", "The endpoint, if --endpoint doesn't name one."),
    ("XDG_RUNTIME_DIR", "The directory of the socket, if no endpoint is named."),
    ("NO_COLOR", "If it is set and not empty, nothing is coloured unless --color asks for it."),
    ("CLICOLOR", "If it is 0, nothing is coloured unless --color asks for it."),
    (
      "TERM",
      "Without it or with dumb, nothing is coloured or shown in full screen. With vt100 and other types "
        + "without colours, the full screen has bold and reversed text only."
    ),
  ]
}

/// Text in the format of `man`.
private struct Roff {
  private(set) var text = ""

  mutating func line(_ line: String) {
    text += line + "\n"
  }

  mutating func section(_ title: String) {
    line(".SH \(title)")
  }

  /// Writes a command with its options.
  mutating func write(_ command: Command) {
    line(".SS \(Self.quoted(command.usage))")
    line(Self.escaped(command.abstract))
    text(command.discussion)
    for option in command.options {
      item((option.short.map { "\($0), " } ?? "") + option.usage, option.help(of: command))
    }
    line(".PP")
    line("Examples:")
    for example in command.examples { item(example.line, example.purpose) }
  }

  /// Writes a name and what is said of it.
  mutating func item(_ name: String, _ meaning: String) {
    line(".TP")
    line("\\fB\(Self.escaped(name))\\fR")
    line(Self.escaped(meaning))
  }

  /// Writes paragraphs with empty lines between them; indented ones as they are.
  mutating func text(_ text: String) {
    for paragraph in text.split(separator: "\n\n") {
      line(".PP")
      let isLiteral = paragraph.hasPrefix(" ")
      if isLiteral { line(".nf") }
      for one in paragraph.split(separator: "\n") { line(Self.escaped(String(one))) }
      if isLiteral { line(".fi") }
    }
  }

  /// The text with nothing in it that is an instruction.
  static func escaped(_ text: String) -> String {
    let escaped = text.replacing("\\", with: "\\e").replacing("-", with: "\\-")
      .replacing("'", with: "\\(aq").replacing("`", with: "\\(ga").replacing("^", with: "\\(ha")
      .replacing("~", with: "\\(ti")
    return escaped.hasPrefix(".") ? "\\&" + escaped : escaped
  }

  /// The text as one argument of a macro.
  private static func quoted(_ text: String) -> String {
    "\"" + escaped(text).replacing("\"", with: "\\(dq") + "\""
  }
}
