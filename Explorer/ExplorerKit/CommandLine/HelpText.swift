/// The texts of `--help`.
enum HelpText {
  /// What the program is, in one sentence.
  static let purpose =
    "sluice-explorer shows what happens in programs that keep their state in Sluice."

  /// The examples of the program as a whole.
  static let examples = [
    Command.Example("sluice-explorer demo --screen", "See what it looks like."),
    Command.Example("sluice-explorer", "Watch your own programs."),
    Command.Example("sluice-explorer log --json", "The same for other programs to read."),
  ]

  static func text(about command: Command?) -> String {
    command.map(text) ?? whole
  }

  /// The options that most commands have which a program connects to.
  ///
  /// A filter is explained in the commands' own help.
  static var common: [Option] {
    // Questions about a file, and what is written for a shell, have their own options.
    let others = Set(Command.all).subtracting(Command.questions + [.completions, .man])
    return Option.all.filter { option in
      option != .filter && others.intersection(option.commands).count > others.count / 2
    }
  }

  private static var whole: String {
    """
    \(purpose)

    USAGE
      sluice-explorer [COMMAND] [OPTIONS]

    COMMANDS
    \(table(Command.all.map { ($0.name, $0.abstract) }))

    The default command is “watch”. Help on a command: sluice-explorer help COMMAND

    OPTIONS
    \(table(common.map { ($0.usage, $0.help) }))

    EXAMPLES
    \(table(examples.map { ($0.line, $0.purpose) }))

    In a program: store.register(interceptor: ExplorerInterceptor(name: "Todo"))

    EXIT CODES
    \(table(ExitCode.allCases.map { (String($0.rawValue), $0.meaning) }))

    """
  }

  private static func text(about command: Command) -> String {
    let options = command.options
    return """
      \(command.abstract)

      USAGE
        sluice-explorer \(command.usage) [OPTIONS]

      \(command.discussion)

      OPTIONS
      \(table(options.map { ($0.usage, $0.help(of: command)) }))
      \(options.contains(.filter) ? filters : "")
      EXAMPLES
      \(table(command.examples.map { ($0.line, $0.purpose) }))

      """
  }

  private static var filters: String {
    """

    FILTERS
    \(table(FilterTerm.all.map { ($0.example, $0.meaning) }))

    \(filterDiscussion)

    """
  }

  /// How terms of filters are combined and compared.
  static let filterDiscussion = """
    Combine terms with and (or a space), or, not and parentheses. * matches any characters, and
    lowercase letters also match uppercase ones. Put text with spaces or parentheses in quotes:
    --filter 'type:Add* and not (app:Shop or payload:"oat milk")'

    state: and became: compare a value with a number, a text, true, false or null (==, !=, <, <=, >,
    >=), or test that it exists: state:user.name exists. .count is the number of elements:
    state:cart.count>3. While the state is unknown, after a gap, they match nothing.
    """

  /// Returns two columns, the second one aligned.
  private static func table(_ rows: [(String, String)]) -> String {
    let width = rows.map(\.0.count).max() ?? 0
    return rows.map { left, right in
      "  " + left + String(repeating: " ", count: width - left.count + 2) + right
    }
    .joined(separator: "\n")
  }
}
