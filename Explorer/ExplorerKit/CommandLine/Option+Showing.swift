// What is shown, and how.
extension Option {
  static let color = Option(
    "--color",
    .choice("WHEN", Settings.ColorChoice.allCases.map(\.rawValue)) {
      Settings.ColorChoice(rawValue: $0)
    },
    of: [.watch, .log, .replay, .stats, .until] + Command.questions + [
      .send, .restore, .set, .demo,
    ],
    "auto, always or never. auto: on a terminal, unless NO_COLOR is set."
  ) { $0.color = $1 }

  static let filter = Option(
    "--filter",
    .filter,
    of: [.watch, .log, .record, .replay, .stats, .export],
    "Include only what matches. See FILTERS below."
  ) { $0.filter = $1 }

  static let json = Option(
    "--json",
    of: [.watch, .log, .replay, .stats, .until] + Command.questions + [.send, .restore, .set],
    "Print one JSON object on each line."
  ) {
    $0.isJSON = true
  }.with { $0.helps = [.stats: "Print one JSON object, at the end."] }

  static let time = Option(
    "--time",
    .choice("STYLE", LogOptions.TimeStyle.allCases.map(\.rawValue)) {
      LogOptions.TimeStyle(rawValue: $0)
    },
    of: [.watch, .log, .replay, .demo],
    "clock, relative (to the first line) or delta (to the line before)."
  ) { $0.log.time = $1 }

  static let noOrigin = Option(
    "--no-origin",
    of: [.watch, .log, .replay, .demo],
    "Omit the file and line that dispatched each action."
  ) { $0.log.showsOrigins = false }

  static let reads = Option(
    "--reads",
    of: [.watch, .log, .replay],
    "Show which selectors and observers ran for each commit, if measured."
  ) { $0.log.showsReads = true }

  static let full = Option(
    "--full",
    of: [.watch, .log, .replay, .until, .why, .history, .diff, .blame, .demo],
    "On a terminal, wrap long lines instead of cutting them."
  ) { $0.log.isFull = true }

  static let backlog = Option(
    "--backlog",
    of: [.watch, .log, .replay],
    "Show each action from before the Explorer started, not only their number."
  ) { $0.log.showsBacklog = true }

  static let screen = Option(
    "--screen",
    of: [.replay, .export, .demo],
    "Show it in full screen, as watch does."
  ) {
    $0.showsScreen = true
  }.with {
    $0.helps = [
      .replay: "Show the session in full screen, as watch does.",
      .export: "With --to svg, draw the screen instead of the log.",
      .demo: "Show the shop in full screen, as watch does.",
    ]
    $0.excludes = [.json, .step, .demoApp]
  }

  static let plot = Option(
    "--plot",
    of: [.history],
    "Draw numbers as a chart instead of printing every value."
  ) {
    $0.isPlotted = true
  }.with { $0.excludes = [.json] }

  static let help = Option("--help", of: Command.all, "Show this help.") { _ in }
    .with { $0.short = "-h" }

  static let version = Option("--version", of: Command.all, "Show the version.") { _ in }
    .with { $0.short = "-V" }
}
