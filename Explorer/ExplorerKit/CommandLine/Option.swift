/// Something that can be set on the command line.
enum Option: String, CaseIterable, Sendable {
  case endpoint
  case color
  case filter
  case json
  case time
  case noOrigin = "no-origin"
  case full
  case backlog
  case app
  case watch
  case forever
  case seed
  case program
  case store
  case timeout
  case force
  case speed
  case to
  case step
  case allowUserID = "allow-uid"
  case maxRecord = "max-record"
  case verbose
  case help
  case version

  /// As it is written.
  var name: String {
    switch self {
    // To the demo, “app” is a part of it.
    case .program: "--app"
    default: "--" + rawValue
    }
  }

  /// What stands for the value in the help; nil for an option without one.
  var placeholder: String? {
    switch self {
    case .endpoint: "unix:PATH"
    case .color: "WHEN"
    case .seed, .allowUserID: "N"
    case .program, .store: "NAME"
    case .timeout: "SECONDS"
    case .maxRecord: "SIZE"
    case .filter: "EXPRESSION"
    case .speed: "X"
    case .time: "STYLE"
    case .to: "FORM"
    case .noOrigin, .full, .backlog: nil
    case .json, .app, .watch, .forever, .force, .step, .verbose, .help, .version: nil
    }
  }

  var help: String {
    switch self {
    case .endpoint: "Where programs connect. Default: SLUICE_EXPLORER, or the user's own place."
    case .color: "auto, always or never. auto colours on a terminal unless NO_COLOR is set."
    case .json: "Print one JSON object on each line."
    case .time: "clock, relative (to the first line) or delta (to the line before)."
    case .noOrigin: "Leave out the file and line that dispatched an action."
    case .full: "On a terminal, wrap what does not fit on a line. A pipe gets all in any case."
    case .backlog: "Show each action from before the Explorer listened, not only how many."
    case .program: "The program, by its name in the log. Needed where several match."
    case .store: "The store, by its name in the program. Needed where several match."
    case .timeout: "How long to wait for the program and its answer. Default: 5."
    case .filter: "Only what this is true of. See FILTERS below."
    case .force: "Write over the file if it exists."
    case .speed: "So many times as fast as it was recorded, or max. Default: 1."
    case .to: "What is made of it: swift-test or svg."
    case .step: "Wait for Enter before each commit."
    case .app: "Run the shop alone; it connects to the endpoint."
    case .watch: "Run the watcher alone; it listens at the endpoint."
    case .forever: "Keep the shop open until it is interrupted."
    case .seed: "What happens in the shop: the same number, the same day. Default: 1."
    case .allowUserID: "Let programs of this user connect too. May be repeated."
    case .maxRecord: "Longest record that is read, such as 32MiB. Default: 16MiB."
    case .verbose: "Say on standard error what is listened to, and why there."
    case .help: "Show this help."
    case .version: "Show the version."
    }
  }

  /// The commands that take it.
  var commands: [Command] {
    switch self {
    case .help, .version: Command.allCases
    case .maxRecord: Command.allCases.filter { $0 != .checkClient }
    case .endpoint, .allowUserID:
      [.log, .record, .stats, .send, .restore, .demo, .checkClient]
    case .verbose: [.log, .record, .stats, .send, .restore, .demo]
    case .color: [.log, .replay, .stats, .send, .restore, .demo]
    case .json: [.log, .replay, .send, .restore]
    case .time, .noOrigin, .full: [.log, .replay, .demo]
    case .backlog: [.log, .replay]
    case .program, .store: [.send, .restore]
    case .timeout: [.send, .restore, .checkClient]
    case .filter: [.log, .record, .replay, .stats]
    case .to: [.export]
    case .force: [.record]
    case .speed, .step: [.replay]
    case .app, .watch, .forever, .seed: [.demo]
    }
  }

  /// Finds an option by how it is written, and by the command where several are written so.
  init?(name: Substring, of command: Command? = nil) {
    if name == "-h" {
      self = .help
      return
    }
    let options = Option.allCases.filter { $0.name == name }
    let own = options.first { option in command.map(option.commands.contains) ?? true }
    guard let option = own ?? options.first else { return nil }
    self = option
  }
}
