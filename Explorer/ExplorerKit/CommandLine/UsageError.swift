import SluiceWire

/// An error in a command line.
enum UsageError: Error, Hashable, Sendable {
  case unknownCommand(String, suggestion: String?)
  case unknownOption(String, suggestion: String?)
  case optionOfOtherCommand(Option, Command)
  case missingValue(Option)
  case needlessValue(Option, String)
  /// The value of an option, or of an argument by its placeholder.
  case badValue(String, String, expected: String)
  case missingArgument(Command, Command.Argument)
  case unexpectedArgument(String, Command)
  case needlessArgument(String, Option)
  case badArgument(String, String)
  case badFilter(FilterError)
  case badPath(StatePathError)
  case contradiction(Option, Option)
  /// The first one has a meaning with the other only.
  case optionRequires(Option, Option)
  case optionOfOtherFormat(Option, ExportFormat)
  case needsTerminal(Option)
}

extension UsageError: CustomStringConvertible {
  var description: String {
    switch self {
    case .unknownCommand(let name, let suggestion?):
      "There is no command “\(name)”. Did you mean “\(suggestion)”?"
    case .unknownCommand(let name, nil):
      "There is no command “\(name)”. The commands are"
        + " \(Command.all.map(\.name).listed("and"))."
    case .unknownOption(let name, let suggestion?):
      "There is no option “\(name)”. Did you mean “\(suggestion)”?"
    case .unknownOption(let name, nil):
      "There is no option “\(name)”. Remove it."
    case .optionOfOtherCommand(let option, let command):
      "“\(command.name)” has no option \(option.name); it is an option of"
        + " \(option.commands.map { "“\($0.name)”" }.listed("and")). Remove it."
    case .missingValue(let option):
      "\(option.name) needs a value. Write \(option.name) \(option.placeholder ?? "VALUE")."
    case .needlessValue(let option, let value):
      "\(option.name) takes no value, but got “\(value)”. Write \(option.name) alone."
    case .badValue(let name, let value, let expected):
      "“\(value)” is not valid for \(name). Use \(expected)."
    case .missingArgument(let command, let argument):
      "“\(command.name)” needs \(argument.meaning)."
        + " Write sluice-explorer \(command.name) \(argument.placeholder)."
    case .unexpectedArgument(let argument, let command):
      switch command.arguments.count {
      case 0: "“\(command.name)” takes no argument, but got “\(argument)”. Remove it."
      case 1: "“\(command.name)” takes one argument; “\(argument)” is one too many. Remove it."
      case let count:
        "“\(command.name)” takes \(count) arguments; “\(argument)” is one too many. Remove it."
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
    case .optionOfOtherFormat(let option, let format):
      "\(option.name) has no meaning for --to \(format.name). Remove it."
    case .needsTerminal(let option):
      "\(option.name) needs a terminal that can be drawn on. Remove it."
    case .contradiction(let one, let other):
      "\(one.name) and \(other.name) can't be used together. Remove one of them."
    }
  }
}
