import SluiceMonitor
import SluiceWire

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
    expected = rest.lazy.compactMap(Command.init).first
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
    for option in given where !option.commands.contains(settings.command) {
      throw .optionOfOtherCommand(option, settings.command)
    }
    if given.contains(.app), given.contains(.watch) { throw .contradiction(.app, .watch) }
    if given.contains(.step), given.contains(.speed) { throw .contradiction(.step, .speed) }
    for option in [Option.json, .step, .app] where given.contains(option) {
      if given.contains(.screen) { throw .contradiction(.screen, option) }
    }
    if given.contains(.plot), given.contains(.json) { throw .contradiction(.plot, .json) }
    if settings.command == .record, settings.page == nil {
      for option in [Option.pin, .keep] where given.contains(option) {
        throw .optionRequires(option, .html)
      }
    }
    let missing = settings.command.arguments.dropFirst(settings.arguments.count)
    if settings.without != nil {
      if let number = settings.arguments.first { throw .needlessArgument(number, .without) }
    } else if let argument = missing.first(where: \.isRequired) {
      throw .missingArgument(settings.command, argument)
    }
    if settings.command == .mcp, let file = settings.arguments.first {
      // What is recorded runs no more.
      if given.contains(.allowCommands) {
        throw .badArgument(file, "no file with --allow-commands: a recording takes no commands")
      }
      if file == "-" { throw .badArgument(file, "a file, since questions come on standard input") }
    }
    if settings.command == .export {
      guard let form = settings.exportForm else { throw .missingValue(.to) }
      for option in given where Option.ofExports.contains(option) && !form.options.contains(option)
      {
        throw .optionOfOtherForm(option, form)
      }
    }
    return .run(settings)
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
    guard let command = Command(rawValue: name) else {
      let names = Command.allCases.map(\.rawValue)
      throw .unknownCommand(name, suggestion: Suggestion.nearest(to: name, among: names))
    }
    self.command = command
  }

  private mutating func take(option argument: String) throws(UsageError) {
    let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard let option = Option(name: parts[0], of: command ?? expected) else {
      let names = Option.allCases.map(\.name)
      let name = String(parts[0])
      throw .unknownOption(name, suggestion: Suggestion.nearest(to: name, among: names))
    }
    given.append(option)
    let attached = parts.count > 1 ? String(parts[1]) : nil
    guard option.placeholder != nil else {
      if let attached { throw .needlessValue(option, attached) }
      return set(option)
    }
    guard let value = attached ?? rest.popFirst() else { throw .missingValue(option) }
    try set(option, to: value)
  }

  private mutating func set(_ option: Option) {
    switch option {
    case .json: settings.isJSON = true
    case .verbose: settings.isVerbose = true
    case .forever: settings.isForever = true
    case .app: settings.part = .app
    case .watch: settings.part = .watch
    case .force: settings.isForced = true
    case .step: settings.isStepped = true
    case .plot: settings.isPlotted = true
    case .allowCommands: settings.allowsCommands = true
    case .screen: settings.showsScreen = true
    case .noOrigin: settings.log.showsOrigins = false
    case .full: settings.log.isFull = true
    case .backlog: settings.log.showsBacklog = true
    case .help, .version, .endpoint, .color, .seed, .allowUserID, .maxRecord, .filter, .speed, .to:
      break
    case .program, .store, .timeout, .without, .time, .at, .keep, .pin, .redact, .html:
      break
    }
  }

  private mutating func set(_ option: Option, to value: String) throws(UsageError) {
    switch option {
    case .endpoint:
      settings.endpoint = value
    case .color:
      guard let choice = Settings.ColorChoice(rawValue: value) else {
        throw .badValue(option, value, expected: "auto, always or never")
      }
      settings.color = choice
    case .seed:
      guard let seed = UInt64(value) else {
        throw .badValue(option, value, expected: "a whole number from 0 to \(UInt64.max)")
      }
      settings.seed = seed
    case .allowUserID:
      guard let user = UInt32(value) else {
        throw .badValue(option, value, expected: "a numeric user id, as id -u prints it")
      }
      settings.allowedUserIDs.append(user)
    case .maxRecord:
      guard let size = ByteSize(parsing: value), Self.recordSizes.contains(size.bytes) else {
        throw .badValue(option, value, expected: "a size from 64KiB to 1024MiB, such as 32MiB")
      }
      settings.recordLimit = size.bytes
    case .program:
      settings.app = value
    case .store:
      settings.store = value
    case .timeout:
      guard let seconds = Double(value), Self.timeouts.contains(seconds) else {
        throw .badValue(option, value, expected: "seconds, from 0.1 to 3600")
      }
      settings.timeout = .milliseconds(Int(seconds * 1_000))
    case .without:
      guard let commits = Self.numbers(value) else {
        throw .badValue(option, value, expected: "commit numbers such as 3,5, or none")
      }
      settings.without = commits
    case .filter:
      do throws(FilterError) {
        settings.filter = try Filter(parsing: value)
      } catch {
        throw .badFilter(error)
      }
    case .to:
      guard let form = Settings.ExportForm(rawValue: value) else {
        throw .badValue(option, value, expected: Self.forms)
      }
      settings.exportForm = form
    case .at:
      guard let number = Self.number(value) else {
        throw .badValue(option, value, expected: "the number of a commit; 0 is the initial state")
      }
      settings.at = number
    case .keep:
      guard let count = Self.number(value), Self.heldCommits.contains(count) else {
        throw .badValue(option, value, expected: "a number of commits from 1 to 1000000000")
      }
      settings.keep = count
    case .pin:
      do throws(StatePathError) {
        settings.pins.append(try StatePath(parsing: value))
      } catch {
        throw .badPath(error)
      }
    case .redact:
      guard let path = Redaction.Path(parsing: value) else {
        throw .badValue(option, value, expected: "a path such as user.email or cards.*.number")
      }
      settings.redactions.append(path)
    case .html:
      settings.page = value
    case .time:
      guard let style = LogOptions.TimeStyle(rawValue: value) else {
        throw .badValue(option, value, expected: "clock, relative or delta")
      }
      settings.log.time = style
    case .speed:
      guard let speed = Self.speed(value) else {
        throw .badValue(option, value, expected: "a number above 0, such as 10 or 0.5, or max")
      }
      settings.speed = speed
    case .json, .verbose, .forever, .app, .watch, .force, .step, .plot, .help, .version:
      break
    case .noOrigin, .full, .backlog, .allowCommands, .screen:
      break
    }
  }

  private static let timeouts = 0.1...3600
  private static let heldCommits = 1...1_000_000_000

  /// The names of the forms, for an error.
  private static var forms: String {
    let names = Settings.ExportForm.allCases.map(\.rawValue)
    return names.dropLast().joined(separator: ", ") + " or " + (names.last ?? "")
  }

  /// Returns `nil` unless the text consists of digits and is a number that the wire can carry.
  private static func number(_ value: String) -> Int? {
    let number = value.allSatisfy { $0.isASCII && $0.isNumber } ? Int(value) : nil
    return number.flatMap { $0 <= WireNumber.maximum ? $0 : nil }
  }

  /// Returns `nil` unless the text consists of numbers with commas between them, or is “none”.
  private static func numbers(_ value: String) -> [Int]? {
    if value == "none" { return [] }
    let parts = value.split(separator: ",", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { $0.isEmpty ? nil : number(String($0)) }
    return numbers.count == parts.count ? numbers : nil
  }

  /// Returns `nil` for an invalid speed, and `.some(nil)` for as fast as possible.
  private static func speed(_ value: String) -> Double?? {
    if value == "max" { return .some(nil) }
    guard let speed = Double(value), speed > 0, speed.isFinite else { return nil }
    return speed
  }

  /// From what a peer may send before `hello` to a limit that protects against typing errors.
  private static let recordSizes = LineLimit.beforeHello.bytes...(1 << 30)
}
