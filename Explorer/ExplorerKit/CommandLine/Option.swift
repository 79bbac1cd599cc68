/// An option of the command line.
enum Option: String, CaseIterable, Sendable {
  case endpoint
  case color
  case filter
  case json
  case time
  case noOrigin = "no-origin"
  case full
  case backlog
  case screen
  case app
  case watch
  case forever
  case seed
  case program
  case store
  case timeout
  case without
  case force
  case speed
  case to
  case step
  case at
  case keep
  case plot
  case pin
  case redact
  case html
  case allowCommands = "allow-commands"
  case allowUserID = "allow-uid"
  case maxRecord = "max-record"
  case verbose
  case help
  case version

  /// The option as it is written.
  var name: String {
    switch self {
    // The demo has an `--app` of its own: its part that runs the shop.
    case .program: "--app"
    default: "--" + rawValue
    }
  }

  /// The placeholder of the value in the help; `nil` for an option without a value.
  var placeholder: String? {
    switch self {
    case .endpoint: "unix:PATH"
    case .color: "WHEN"
    case .seed, .allowUserID, .at, .keep: "N"
    case .program, .store: "NAME"
    case .timeout: "SECONDS"
    case .without: "N,N…"
    case .maxRecord: "SIZE"
    case .filter: "EXPRESSION"
    case .speed: "X"
    case .time: "STYLE"
    case .pin, .redact: "PATH"
    case .html: "PAGE"
    case .to: "FORM"
    case .noOrigin, .full, .backlog, .screen: nil
    case .json, .app, .watch, .forever, .force, .step, .plot, .allowCommands: nil
    case .verbose, .help, .version: nil
    }
  }

  var help: String {
    switch self {
    case .endpoint: "Where programs connect. Default: SLUICE_EXPLORER, or a socket of your own."
    case .color: "auto, always or never. auto: on a terminal, unless NO_COLOR is set."
    case .json: "Print one JSON object on each line."
    case .time: "clock, relative (to the first line) or delta (to the line before)."
    case .noOrigin: "Omit the file and line that dispatched each action."
    case .full: "On a terminal, wrap long lines instead of cutting them."
    case .backlog: "Show each action from before the Explorer started, not only their number."
    case .program: "The program's name in the log. Required if several programs match."
    case .store: "The store's name in the program. Required if several stores match."
    case .timeout: "The maximum time until there is an answer. Default: 5."
    case .without: "Instead of N: the commits whose actions have not happened, or none."
    case .filter: "Include only what matches. See FILTERS below."
    case .force: "Overwrite the file if it exists."
    case .speed: "The speed: 2 is twice as fast as recorded, max as fast as possible. Default: 1."
    case .to: "The form of the output: html, redux-devtools, chrome-trace, swift-test or svg."
    case .step: "Wait for Enter before each commit."
    case .at: "Ask about the state after commit N. Default: the last one."
    case .keep: "Hold the last N commits of a store to be asked about. Default: 100000."
    case .plot: "Draw numbers as a chart instead of printing every value."
    case .screen: "In full screen, as watch shows it."
    case .pin: "Plot the value at PATH over time, in the page. May be repeated."
    case .redact: "Redact what is at PATH, such as cards.*.number. May be repeated."
    case .html: "At the end, also write the session as a page to this file."
    case .allowCommands: "Let the assistant dispatch actions and restore states."
    case .app: "Run only the shop, which connects to the endpoint."
    case .watch: "Run only the log, which listens at the endpoint."
    case .forever: "Keep the shop open until it is interrupted."
    case .seed: "Selects what happens in the shop; repeatable. Default: 1."
    case .allowUserID: "Also accept programs of this user. May be repeated."
    case .maxRecord: "The maximum length of a record, such as 32MiB. Default: 16MiB."
    case .verbose: "Print the endpoint and where it comes from, on standard error."
    case .help: "Show this help."
    case .version: "Show the version."
    }
  }

  /// The commands that have this option.
  var commands: [Command] {
    switch self {
    case .help, .version, .maxRecord: Command.allCases
    case .endpoint, .allowUserID, .verbose:
      [.watch, .log, .record, .stats, .mcp] + Command.questions + [.send, .restore, .demo]
    case .color: [.watch, .log, .replay, .stats] + Command.questions + [.send, .restore, .demo]
    case .json: [.watch, .log, .replay, .stats] + Command.questions + [.send, .restore]
    case .time, .noOrigin: [.watch, .log, .replay, .demo]
    case .full: [.watch, .log, .replay, .why, .history, .diff, .blame, .demo]
    case .backlog: [.watch, .log, .replay]
    case .program, .store: Command.questions + [.mcp, .export, .send, .restore]
    case .timeout: Command.questions + [.mcp, .send, .restore]
    case .without: [.restore]
    case .filter: [.watch, .log, .record, .replay, .stats, .export]
    case .to: [.export]
    case .force: [.record]
    case .speed, .step: [.replay]
    case .at: [.why, .history, .state, .blame, .export]
    case .keep: [.watch, .log, .replay, .export, .record, .mcp]
    case .screen: [.replay, .export, .demo]
    case .pin: [.export, .record]
    case .redact: [.export]
    case .html: [.record]
    case .allowCommands: [.mcp]
    case .plot: [.history]
    case .app, .watch, .forever, .seed: [.demo]
    }
  }

  /// The options of `export` that not every form has.
  static let ofExports: [Option] = [
    .filter, .redact, .program, .store, .keep, .pin, .screen, .at,
  ]

  /// Finds an option by its name, and by the command if several options have that name.
  init?(name: Substring, of command: Command? = nil) {
    switch name {
    case "-h": self = .help
    case "-V": self = .version
    default:
      let options = Option.allCases.filter { $0.name == name }
      let own = options.first { option in command.map(option.commands.contains) ?? true }
      guard let option = own ?? options.first else { return nil }
      self = option
    }
  }
}
