extension CompletionScript {
  /// For zsh, by its `_arguments`.
  static let zsh = CompletionScript("zsh") {
    """
    #compdef sluice-explorer
    \(head("zsh"))

    _sluice-explorer() {
      local curcontext="$curcontext" state line
      local -a commands
      typeset -A opt_args
      commands=(
    \(commands)
      )
      _arguments -C \\
    \(specifications(of: .watch)) \\
        '1:command:->command' \\
        '*::argument:->arguments'
      case $state in
        command) _describe -t commands command commands ;;
        arguments)
          case $words[1] in
            help) _arguments '1:command:(\(Command.all.map(\.name).joined(separator: " ")))' ;;
    \(Command.all.map(branch).joined(separator: "\n"))
          esac
          ;;
      esac
    }

    if [ "$funcstack[1]" = _sluice-explorer ]; then
      _sluice-explorer "$@"
    else
      compdef _sluice-explorer sluice-explorer
    fi

    """
  }

  private static var commands: String {
    let commands =
      Command.all.map { ($0.name, $0.abstract) } + [("help", "Show help on a command.")]
    return commands.map { name, abstract in
      "    " + "\(name):\(abstract.replacing(":", with: "\\:"))".quotedForShell
    }
    .joined(separator: "\n")
  }

  private static func branch(_ command: Command) -> String {
    """
            \(command.name))
              _arguments \\
    \(([specifications(of: command)] + arguments(of: command)).joined(separator: " \\\n"))
              ;;
    """
  }

  private static func specifications(of command: Command) -> String {
    command.options.map { option in
      let help = escaped(option.help(of: command))
      let value = option.placeholder.map { "=[\(help)]:\(escaped($0)):\(action(option.shape))" }
      let names = option.names.map { name in
        (option.isRepeatable ? "*" : "") + name + (value ?? "[\(help)]")
      }
      return names.map { "        " + $0.quotedForShell }.joined(separator: " \\\n")
    }
    .joined(separator: " \\\n")
  }

  private static func arguments(of command: Command) -> [String] {
    command.arguments.enumerated().map { index, argument in
      let place = "\(index + 1)" + (argument.isRequired ? ":" : "::")
      let meaning = "\(escaped(argument.meaning)):\(action(argument.values))"
      return "        " + (place + meaning).quotedForShell
    }
  }

  private static func action(_ shape: ValueShape) -> String {
    switch shape {
    case .free, .number: " "
    case .file: "_files"
    case .choices(let names): "(\(names.joined(separator: " ")))"
    }
  }

  private static func escaped(_ text: String) -> String {
    text.replacing("\\", with: "\\\\").replacing(":", with: "\\:").replacing("[", with: "\\[")
      .replacing("]", with: "\\]")
  }
}
