/// An option of the command line, and all that is to be said of it.
///
/// Parser, help, completions, man page and documentation follow from the values in ``all``.
struct Option: Sendable {
  /// The option as it is written.
  ///
  /// The demo's `--app` and that of other commands are two options.
  let name: String
  /// A name of one letter, such as `-h`.
  var short: String?
  /// The placeholder of the value in the help; `nil` for an option without a value.
  let placeholder: String?
  /// What the value may be.
  let shape: ValueShape
  /// The commands that have this option.
  let commands: [Command]
  /// The line in the help.
  let help: String
  /// The line in the help of single commands, where another one is right.
  var helps: [Command: String] = [:]
  /// The commands that need it.
  var requiredBy: [Command] = []
  /// Options that can't be used with this one.
  var excludes: [Option] = []
  /// What this one has a meaning with only, by command.
  var requires: [Command: Option] = [:]
  /// Whether each occurrence adds a value.
  var isRepeatable = false
  /// Writes the option, with its value or "", into the settings.
  let read: @Sendable (String, inout Settings) throws(UsageError) -> Void

  /// Creates an option without a value.
  init(
    _ name: String,
    of commands: [Command],
    _ help: String,
    set: @escaping @Sendable (inout Settings) -> Void
  ) {
    self.name = name
    placeholder = nil
    shape = .free
    self.commands = commands
    self.help = help
    read = { _, settings in set(&settings) }
  }

  /// Creates an option with a value.
  init<Value>(
    _ name: String,
    _ kind: ValueKind<Value>,
    of commands: [Command],
    _ help: String,
    set: @escaping @Sendable (inout Settings, Value) -> Void
  ) {
    self.name = name
    placeholder = kind.placeholder
    shape = kind.shape
    self.commands = commands
    self.help = help
    read = { text, settings throws(UsageError) in
      guard let value = try kind.read(text) else {
        throw .badValue(name, text, expected: kind.expected)
      }
      set(&settings, value)
    }
  }

  static let all: [Option] = [
    .endpoint, .color, .filter, .json, .time, .noOrigin, .reads, .full, .backlog, .screen, .demoApp,
    .demoWatch, .forever, .seed, .app, .store, .timeout, .element, .without, .from, .force, .limit,
    .speed,
    .to,
    .step, .at,
    .keep, .plot, .pin, .redact, .allowCommands, .allowUserID, .maxRecord, .verbose, .help,
    .version,
  ]

  /// Finds an option by its name, and by the command if several options have that name.
  static func named(_ name: String, of command: Command?) -> Option? {
    let options = all.filter { $0.name == name || $0.short == name }
    return options.first { option in command.map(option.commands.contains) ?? true }
      ?? options.first
  }

  /// The name and the placeholder.
  var usage: String { placeholder.map { "\(name) \($0)" } ?? name }

  /// Returns the line in the help of a command.
  func help(of command: Command) -> String { helps[command] ?? help }

  /// Returns a changed option, for what few options have.
  func with(_ change: (inout Option) -> Void) -> Option {
    var option = self
    change(&option)
    return option
  }
}

extension Option: Hashable {
  static func == (one: Option, other: Option) -> Bool {
    one.name == other.name && one.placeholder == other.placeholder
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(name)
    hasher.combine(placeholder)
  }
}
