import SluiceMonitor

// The past: which commit, how much of it, and what is made of it.
extension Option {
  static let at = Option(
    "--at",
    .commit,
    of: [.why, .history, .state, .blame, .export],
    "Ask about the state after commit N. Default: the last one."
  ) {
    $0.at = $1
  }.with {
    $0.helps = [.export: "With --screen, show the state after commit N. Default: the last one."]
    $0.requires = [.export: .screen]
  }

  static let keep = Option(
    "--keep",
    .commitCount,
    of: [.watch, .log, .replay, .export, .mcp],
    "Hold the last N commits of a store to be asked about. Default: 100000."
  ) {
    $0.keep = $1
  }.with {
    $0.helps = [.export: "Export the last N commits of each store. Default: 100000."]
  }

  static let without = Option(
    "--without",
    .commits,
    of: [.restore],
    "Instead of N: the commits whose actions have not happened, or none."
  ) { $0.without = $1 }

  static let from = Option(
    "--from",
    .text("FILE", .file),
    of: [.restore, .send],
    "Restore the state that a session file has after commit N."
  ) {
    $0.source = $1
  }.with {
    $0.helps = [
      .send: "Dispatch the actions of a session file's commits N, or N-M, instead of TYPE."
    ]
    $0.excludes = [.without, .element]
  }

  static let force = Option("--force", of: [.record], "Overwrite the file if it exists.") {
    $0.isForced = true
  }

  static let limit = Option(
    "--limit",
    .recordingSize,
    of: [.record],
    "Two files, FILE and FILE.1, take turns and stay below SIZE."
  ) { $0.limit = $1 }

  static let speed = Option(
    "--speed",
    ValueKind<Double?>("X", "a number above 0, such as 10 or 0.5, or max") { text in
      if text == "max" { return .some(nil) }
      guard let speed = Double(text), speed > 0, speed.isFinite else { return nil }
      return speed
    },
    of: [.replay],
    "2 is twice as fast, max all at once. Default: 1; with --screen max."
  ) {
    $0.speed = $1
    $0.isPlayed = $1 != nil
  }

  static let step = Option("--step", of: [.replay], "Wait for Enter before each commit.") {
    $0.isStepped = true
  }.with { $0.excludes = [.speed] }

  static let to = Option(
    "--to",
    .choice("FORMAT", ExportFormat.all.map(\.name)) { ExportFormat.named($0) },
    of: [.export],
    "The format: \(ExportFormat.all.map(\.name).listed("or"))."
  ) {
    $0.exportFormat = $1
  }.with { $0.requiredBy = [.export] }

  static let pin = Option(
    "--pin",
    .path,
    of: [.export],
    "Plot the value at PATH over time, in the page. May be repeated."
  ) {
    $0.pins.append($1)
  }.with {
    $0.isRepeatable = true
  }

  static let redact = Option(
    "--redact",
    ValueKind("PATH", "a path such as user.email or cards.*.number") {
      Redaction.Path(parsing: $0)
    },
    of: [.export],
    "Redact what is at PATH, such as cards.*.number. May be repeated."
  ) {
    $0.redactions.append($1)
  }.with { $0.isRepeatable = true }
}
