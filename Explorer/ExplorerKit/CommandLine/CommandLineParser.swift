/// Parses arguments; the first one that isn't an option is the command.
struct CommandLineParser {
  private var settings = Settings()
  private var command: Command?
  private var given: [Option] = []
  private var rest: ArraySlice<String>

  /// The first argument that names a command.
  ///
  /// Options may precede the command, and some mean different things to different commands.
  private let expected: Command?

  /// - Parameter arguments: The arguments without the program's name.
  static func parse(_ arguments: [String]) throws(UsageError) -> Invocation {
    var parser = CommandLineParser(rest: arguments[...])
    return try parser.parse()
  }

  private init(rest: ArraySlice<String>) {
    self.rest = rest
    expected = rest.lazy.compactMap(Command.named).first
  }

  private mutating func parse() throws(UsageError) -> Invocation {
    while let argument = rest.popFirst() {
      if argument == "--" {
        while let argument = rest.popFirst() { try take(name: argument) }
      } else if Self.isOption(argument) {
        try take(option: argument)
      } else {
        try take(name: argument)
      }
    }
    // A request for help takes precedence over errors.
    if given.contains(.help) { return .help(command) }
    if given.contains(.version) { return .version }
    settings.command = command ?? .watch
    try checkOptions()
    try checkArguments()
    return .run(settings)
  }

  /// Throws an error about options that the command doesn't have, lacks, or that don't go together.
  private func checkOptions() throws(UsageError) {
    let command = settings.command
    for option in given where !option.commands.contains(command) {
      throw .optionOfOtherCommand(option, command)
    }
    for option in Option.all where given.contains(option) {
      for other in option.excludes where given.contains(other) {
        throw .contradiction(option, other)
      }
    }
    for option in command.options where option.requiredBy.contains(command) {
      guard given.contains(option) else { throw .missingValue(option) }
    }
    if let format = settings.exportFormat {
      let options = format.options()
      let others = ExportFormat.all.flatMap { $0.options() }
      for option in given where others.contains(option) && !options.contains(option) {
        throw .optionOfOtherFormat(option, format)
      }
    }
    for option in given {
      if let other = option.requires[command], !given.contains(other) {
        throw .optionRequires(option, other)
      }
    }
  }

  /// Throws an error about arguments that are missing, or not what the command takes.
  private func checkArguments() throws(UsageError) {
    let command = settings.command
    if settings.without != nil {
      if let number = settings.arguments.first { throw .needlessArgument(number, .without) }
    } else if let argument = command.arguments.dropFirst(settings.arguments.count)
      .first(where: \.isRequired)
    {
      throw .missingArgument(command, argument)
    }
    for (argument, text) in zip(command.arguments, settings.arguments) {
      switch argument.values {
      case .number where CommitNumber.read(text) == nil:
        throw .badValue(argument.placeholder, text, expected: ValueKind<Int>.commit.expected)
      case .choices(let names) where !names.contains(text):
        throw .badValue(argument.placeholder, text, expected: names.listed("or"))
      default: break
      }
    }
    if command == .send, settings.source != nil {
      let range = settings.arguments[0]
      guard CommitNumber.range(range) != nil else {
        throw .badValue("TYPE", range, expected: CommitNumber.expectedRange)
      }
      if let payload = settings.arguments.dropFirst().first {
        throw .needlessArgument(payload, .from)
      }
    }
    if command == .mcp, let file = settings.arguments.first {
      // What is recorded runs no more.
      if given.contains(.allowCommands) {
        throw .badArgument(file, "no file with --allow-commands: a recording takes no commands")
      }
      if file == "-" { throw .badArgument(file, "a file, since questions come on standard input") }
    }
  }

  /// Returns whether an argument is an option, and neither `-` for standard input nor a negative number.
  private static func isOption(_ argument: String) -> Bool {
    guard argument.first == "-", let second = argument.dropFirst().first else { return false }
    return !second.isASCII || !second.isNumber
  }

  private mutating func take(name: String) throws(UsageError) {
    if let command {
      guard settings.arguments.count < command.arguments.count else {
        throw .unexpectedArgument(name, command)
      }
      return settings.arguments.append(name)
    }
    // As others say it: help record.
    if name == "help", !given.contains(.help) { return given.append(.help) }
    guard let command = Command.named(name) else {
      let names = Command.all.map(\.name)
      throw .unknownCommand(name, suggestion: Suggestion.nearest(to: name, among: names))
    }
    self.command = command
  }

  private mutating func take(option argument: String) throws(UsageError) {
    let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let name = String(parts[0])
    guard let option = Option.named(name, of: command ?? expected) else {
      let names = Option.all.map(\.name)
      throw .unknownOption(name, suggestion: Suggestion.nearest(to: name, among: names))
    }
    given.append(option)
    let attached = parts.count > 1 ? String(parts[1]) : nil
    guard option.placeholder != nil else {
      if let attached { throw .needlessValue(option, attached) }
      return try option.read("", &settings)
    }
    guard let value = attached ?? rest.popFirst() else { throw .missingValue(option) }
    try option.read(value, &settings)
  }
}
