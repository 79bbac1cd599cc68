extension CompletionScript {
  /// For fish, one line for each command and option.
  static let fish = CompletionScript("fish") {
    let lines = Command.all.flatMap { Self.lines(of: $0) }
    return """
      \(head("fish"))

      # Prints the command: the first word that is the name of one.
      function __sluice_explorer_command
        for word in (commandline -opc)[2..-1]
          if contains -- $word help \(Command.all.map(\.name).joined(separator: " "))
            echo $word
            return
          end
        end
        echo watch
      end

      function __sluice_explorer_is
        contains -- (__sluice_explorer_command) $argv
      end

      complete -c sluice-explorer -f
      complete -c sluice-explorer -n __fish_use_subcommand -a help -d 'Show help on a command.'
      complete -c sluice-explorer -n '__sluice_explorer_is help' -a \
      \(quoted(Command.all.map(\.name).joined(separator: " ")))
      \(lines.joined(separator: "\n"))

      """
  }

  private static func lines(of command: Command) -> [String] {
    let condition = "-n '__sluice_explorer_is \(command.name)'"
    var lines = [
      "complete -c sluice-explorer -n __fish_use_subcommand -a \(command.name)"
        + " -d \(quoted(command.abstract))"
    ]
    for argument in command.arguments {
      switch argument.values {
      case .free, .number: break
      case .file: lines.append("complete -c sluice-explorer \(condition) -F")
      case .choices(let names):
        lines.append(
          "complete -c sluice-explorer \(condition) -a \(quoted(names.joined(separator: " ")))"
        )
      }
    }
    for option in command.options {
      let short = option.short.map { " -s \($0.dropFirst())" } ?? ""
      let value =
        switch (option.placeholder, option.shape) {
        case (nil, _): ""
        case (_, .free), (_, .number): " -x"
        case (_, .file): " -r -F"
        case (_, .choices(let names)): " -x -a \(quoted(names.joined(separator: " ")))"
        }
      lines.append(
        "complete -c sluice-explorer \(condition)\(short) -l \(option.name.dropFirst(2))\(value)"
          + " -d \(quoted(option.help(of: command)))"
      )
    }
    return lines
  }

  /// The text in single quotes, in which fish reads escapes of quotes and backslashes.
  private static func quoted(_ text: String) -> String {
    "'" + text.replacing("\\", with: "\\\\").replacing("'", with: "\\'") + "'"
  }
}
