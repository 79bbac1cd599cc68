extension CompletionScript {
  /// For bash 3.2 and later, which has neither associative arrays nor descriptions.
  ///
  /// bash divides a line at `=` and `:` also, so that a value may be several words.
  static let bash = CompletionScript("bash") {
    """
    \(head("bash"))

    # Sets kind and choices to what the value of an option may be.
    _sluice_explorer_value() {
      kind=none choices=
      case "$1 $2" in
    \(values.joined(separator: "\n"))
      esac
    }

    # Sets kind and choices to what an argument of a command may be.
    _sluice_explorer_argument() {
      kind=free choices=
      case "$1 $2" in
    \(arguments.joined(separator: "\n"))
      esac
    }

    _sluice_explorer_options() {
      case "$1" in
    \(options.joined(separator: "\n"))
      esac
    }

    _sluice_explorer() {
      local current="${COMP_WORDS[COMP_CWORD]}" command= count=0 index=1 value= word kind choices
      COMPREPLY=()
      while ((index < COMP_CWORD)); do
        word="${COMP_WORDS[index]}"
        index=$((index + 1))
        case "$word" in
          -|-[0-9]*) count=$((count + 1)) ;;
          -*)
            _sluice_explorer_value "${command:-watch}" "$word"
            [ "$kind" = none ] && continue
            [ "${COMP_WORDS[index]}" = = ] && index=$((index + 1))
            index=$((index + 1))
            while [ "${COMP_WORDS[index]}" = : ]; do index=$((index + 2)); done
            if ((index > COMP_CWORD)); then value=yes; fi
            ;;
          *)
            if [ -z "$command" ]; then command="$word"; else count=$((count + 1)); fi
            ;;
        esac
      done
      if [ -n "$value" ]; then
        [ "$current" = = ] && current=
        [ "$current" = : ] && current=
      elif [[ "$current" == -* ]]; then
        kind=choices choices="$(_sluice_explorer_options "${command:-watch}")"
      elif [ -z "$command" ]; then
        kind=choices choices=\("\(commands) help".quotedForShell)
      else
        _sluice_explorer_argument "$command" "$count"
      fi
      case "$kind" in
        choices)
          while IFS= read -r word; do COMPREPLY+=("$word"); done \\
            < <(compgen -W "$choices" -- "$current")
          ;;
        file)
          compopt -o filenames 2>/dev/null
          while IFS= read -r word; do COMPREPLY+=("$word"); done < <(compgen -f -- "$current")
          ;;
      esac
    }

    complete -F _sluice_explorer sluice-explorer

    """
  }

  private static var commands: String { Command.all.map(\.name).joined(separator: " ") }

  private static var values: [String] {
    Option.all.filter { $0.placeholder != nil }.map { option in
      // Elsewhere, an option of that name has another value, or none.
      let isAlone = !Option.all.contains { $0.name == option.name && $0 != option }
      let commands = isAlone ? ["*"] : option.commands.map(\.name)
      let patterns = commands.map { "\($0)\\ \(option.name)" }.joined(separator: "|")
      return "    \(patterns)) \(branch(option.shape))"
    }
  }

  private static var arguments: [String] {
    let ofHelp = "    help\\ 0) kind=choices choices=\(commands.quotedForShell) ;;"
    return [ofHelp]
      + Command.all.flatMap { command in
        command.arguments.enumerated().map { index, argument in
          "    \(command.name)\\ \(index)) \(branch(argument.values))"
        }
      }
  }

  private static var options: [String] {
    Command.all.map { command in
      "    \(command.name)) echo \(command.options.flatMap(\.names).joined(separator: " ")) ;;"
    }
  }

  private static func branch(_ shape: ValueShape) -> String {
    switch shape {
    case .free, .number: "kind=free ;;"
    case .file: "kind=file ;;"
    case .choices(let names):
      "kind=choices choices=\(names.joined(separator: " ").quotedForShell) ;;"
    }
  }
}
