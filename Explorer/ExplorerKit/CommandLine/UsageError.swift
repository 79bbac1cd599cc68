import SluiceWire

/// An error in a command line.
enum UsageError: Error, Hashable, Sendable {
  case unknownCommand(String, suggestion: String?)
  case unknownOption(String, suggestion: String?)
  case optionOfOtherCommand(Option, Command)
  case missingValue(Option)
  case needlessValue(Option, String)
  case badValue(Option, String, expected: String)
  case missingArgument(Command, Command.Argument)
  case unexpectedArgument(String, Command)
  case needlessArgument(String, Option)
  case badArgument(String, String)
  case badFilter(FilterError)
  case badPath(StatePathError)
  case contradiction(Option, Option)
  /// The first one has a meaning with the other only.
  case optionRequires(Option, Option)
  case optionOfOtherForm(Option, Settings.ExportForm)
  case needsTerminal(Option)
}

extension UsageError: CustomStringConvertible {
  var description: String {
    switch self {
    case .unknownCommand(let name, let suggestion?):
      "There is no command “\(name)”. Did you mean “\(suggestion)”?"
    case .unknownCommand(let name, nil):
      "There is no command “\(name)”. The commands are"
        + " \(Self.list(Command.allCases.map(\.rawValue), "and"))."
    case .unknownOption(let name, let suggestion?):
      "There is no option “\(name)”. Did you mean “\(suggestion)”?"
    case .unknownOption(let name, nil):
      "There is no option “\(name)”. Remove it."
    case .optionOfOtherCommand(let option, let command):
      "“\(command.rawValue)” has no option \(option.name); it is an option of"
        + " \(Self.list(option.commands.map { "“\($0.rawValue)”" }, "and")). Remove it."
    case .missingValue(let option):
      "\(option.name) needs a value. Write \(option.name) \(option.placeholder ?? "VALUE")."
    case .needlessValue(let option, let value):
      "\(option.name) takes no value, but got “\(value)”. Write \(option.name) alone."
    case .badValue(let option, let value, let expected):
      "“\(value)” is not valid for \(option.name). Use \(expected)."
    case .missingArgument(let command, let argument):
      "“\(command.rawValue)” needs \(argument.meaning)."
        + " Write sluice-explorer \(command.rawValue) \(argument.placeholder)."
    case .unexpectedArgument(let argument, let command):
      switch command.arguments.count {
      case 0: "“\(command.rawValue)” takes no argument, but got “\(argument)”. Remove it."
      case 1: "“\(command.rawValue)” takes one argument; “\(argument)” is one too many. Remove it."
      case let count:
        "“\(command.rawValue)” takes \(count) arguments; “\(argument)” is one too many. Remove it."
      }
    case .needlessArgument(let argument, let option):
      "“\(argument)” and \(option.name) can't be used together. Remove one of them."
    case .badArgument(let argument, let expected):
      "“\(argument)” can't be used here. Use \(expected)."
    case .badFilter(let error):
      error.description
    case .badPath(let error):
      error.description
    case .optionRequires(let option, let other):
      "\(option.name) has a meaning with \(other.name) only. Remove it, or add \(other.name)."
    case .optionOfOtherForm(let option, let form):
      "\(option.name) has no meaning for --to \(form.rawValue). Remove it."
    case .needsTerminal(let option):
      "\(option.name) needs a terminal that can be drawn on. Remove it."
    case .contradiction(let one, let other):
      "\(one.name) and \(other.name) can't be used together. Remove one of them."
    }
  }

  private static func list(_ names: [String], _ conjunction: String) -> String {
    guard let last = names.last, names.count > 1 else { return names.first ?? "" }
    return names.dropLast().joined(separator: ", ") + " \(conjunction) " + last
  }
}
