/// The texts of `--help` and `--version`.
enum HelpText {
  static func text(about command: Command?) -> String {
    command.map(text) ?? whole
  }

  private static var whole: String {
    let commands = Command.allCases.map { ($0.rawValue, $0.abstract) }
    let common = Option.allCases.filter { $0.commands.count > Command.allCases.count / 2 }
    return """
      sluice-explorer shows what happens in programs that keep their state in Sluice.

      USAGE
        sluice-explorer [COMMAND] [OPTIONS]

      COMMANDS
      \(table(commands))

      Without a command it is “log”. More about one: sluice-explorer COMMAND --help

      OPTIONS
      \(table(of: common))

      EXAMPLES
      \(table([
        ("sluice-explorer demo", "See what it looks like."),
        ("sluice-explorer", "Watch your own programs."),
        ("sluice-explorer log --json", "The same for other programs to read."),
      ]))

      In a program: store.register(interceptor: ExplorerInterceptor(name: "Todo"))

      EXIT CODES
        0   done, interrupted, or the reader of the output went away
        64  the command line is wrong
        65  a file is damaged, or no session
        66  a file cannot be read
        69  the endpoint cannot be had, or no program answers
        73  a file cannot be made
        74  the output cannot be written
        76  a client does not follow the protocol
        77  the program refuses

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

      They are combined with and (or a space), or, not and parentheses; * stands for any characters,
      and small letters find capital ones, too. What holds spaces or parentheses stands in quotes:
      --filter 'type:Add* and not (app:Shop or payload:"oat milk")'

      state: and became: compare with ==, !=, <, <=, > and >= a number, a text, true, false or null,
      or say that something exists: state:user.name exists. Behind .count stands how many there are:
      state:cart.count>3. While a state is not known, after a gap, they admit nothing.

      """
  }

  private static func table(of options: [Option]) -> String {
    table(options.map { ($0.name + ($0.placeholder.map { " " + $0 } ?? ""), $0.help) })
  }

  /// Two columns, the second aligned.
  private static func table(_ rows: [(String, String)]) -> String {
    let width = rows.map(\.0.count).max() ?? 0
    return rows.map { left, right in
      "  " + left + String(repeating: " ", count: width - left.count + 2) + right
    }
    .joined(separator: "\n")
  }
}
