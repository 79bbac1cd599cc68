/// The texts of `--help` and `--version`.
enum HelpText {
  static func text(about command: Command?) -> String {
    command.map(text) ?? whole
  }

  private static var whole: String {
    let commands = Command.allCases.map { ($0.rawValue, $0.abstract) }
    // Those of commands that a program connects to; questions about a file have their own.
    let others = Set(Command.allCases).subtracting(Command.questions)
    let common = Option.allCases.filter { option in
      // A filter is explained in the commands' own help.
      option != .filter && others.intersection(option.commands).count > others.count / 2
    }
    return """
      sluice-explorer shows what happens in programs that keep their state in Sluice.

      USAGE
        sluice-explorer [COMMAND] [OPTIONS]

      COMMANDS
      \(table(commands))

      The default command is “watch”. Help on a command: sluice-explorer help COMMAND

      OPTIONS
      \(table(of: common))

      EXAMPLES
      \(table([
        ("sluice-explorer demo --screen", "See what it looks like."),
        ("sluice-explorer", "Watch your own programs."),
        ("sluice-explorer log --json", "The same for other programs to read."),
      ]))

      In a program: store.register(interceptor: ExplorerInterceptor(name: "Todo"))

      EXIT CODES
        0   success, interrupted, or the output was closed
        64  the command line is invalid, or asks for something unknown
        65  a file is damaged or not a session
        66  a file can't be read
        69  the endpoint is unavailable, or no program answers
        73  a file can't be created
        74  the output can't be written
        77  the program refuses the command

      """
  }

  private static func text(about command: Command) -> String {
    let options = Option.allCases.filter { $0.commands.contains(command) }
    return """
      \(command.abstract)

      USAGE
        sluice-explorer \(command.usage) [OPTIONS]

      \(command.discussion)

      OPTIONS
      \(table(of: options))
      \(options.contains(.filter) ? filters : "")
      EXAMPLES
      \(table(command.examples.map { ($0.line, $0.purpose) }))

      """
  }

  private static var filters: String {
    let terms = FilterTermKind.allCases.map { ($0.example, $0.meaning) }
    return """

      FILTERS
      \(table(terms))

      Combine terms with and (or a space), or, not and parentheses. * matches any characters, and
      lowercase letters also match uppercase ones. Put text with spaces or parentheses in quotes:
      --filter 'type:Add* and not (app:Shop or payload:"oat milk")'

      state: and became: compare a value with a number, a text, true, false or null (==, !=, <, <=, >,
      >=), or test that it exists: state:user.name exists. .count is the number of elements:
      state:cart.count>3. While the state is unknown, after a gap, they match nothing.

      """
  }

  private static func table(of options: [Option]) -> String {
    table(options.map { ($0.name + ($0.placeholder.map { " " + $0 } ?? ""), $0.help) })
  }

  /// Returns two columns, the second one aligned.
  private static func table(_ rows: [(String, String)]) -> String {
    let width = rows.map(\.0.count).max() ?? 0
    return rows.map { left, right in
      "  " + left + String(repeating: " ", count: width - left.count + 2) + right
    }
    .joined(separator: "\n")
  }
}
