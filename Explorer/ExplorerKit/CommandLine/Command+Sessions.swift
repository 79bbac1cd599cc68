// Commands that write and read session files.
extension Command {
  static let record = Command(
    name: "record",
    abstract: "Record what happens in connected programs to a session file.",
    arguments: [
      Argument(placeholder: "FILE", meaning: "a name for the new file", values: .file)
    ],
    discussion: """
      Waits for programs and writes each record that they send to FILE at once, one on a line, so
      that a kill loses at most the last record. Only you can read the file. FILE may be - for
      standard output. A program can also record by itself, with the endpoint file:PATH.

      With --limit, a recording can be left on for ever: two files, FILE and FILE.1, take turns, each
      beginning with the whole states. Every command that is given FILE reads both, and the next
      record continues in the older one.

      With a filter, changes of omitted actions are recorded with the next action that matches.

      Ends when interrupted.
      """,
    examples: [
      Example("sluice-explorer record bug.session", "Record all programs."),
      Example("sluice-explorer record --filter app:Shop x.session", "Record one program."),
      Example("sluice-explorer record --limit 64MB x.session", "Keep only the latest."),
      Example("sluice-explorer record - | gzip > x.session.gz", "Compress the session."),
    ]
  ) { settings, interruption throws(ExplorerError) in
    try RecordCommand(settings: settings, interruption: interruption).run()
  }

  static let replay = Command(
    name: "replay",
    abstract: "Print a session file with its original timing.",
    arguments: [.requiredSession],
    discussion: """
      Prints what sluice-explorer record or a program has written, with the recorded times. FILE
      may be - for standard input. Pauses longer than 5 s are shortened to 5 s.

      Damaged lines are reported by number, and the others printed. With --screen the session is
      shown in full screen, all of it at once unless there is a --speed.
      """,
    examples: [
      Example("sluice-explorer replay bug.session", "Replay with the recorded timing."),
      Example(
        "sluice-explorer replay --speed max --json bug.session | jq .",
        "Print all at once."
      ),
      Example("sluice-explorer replay --screen bug.session", "Look around in it."),
      Example("sluice-explorer replay --step --filter changed:cart bug.session", "Step by step."),
    ]
  ) { settings, interruption throws(ExplorerError) in
    try ReplayCommand(settings: settings, interruption: interruption).run()
  }

  static let export = Command(
    name: "export",
    abstract: "Convert a session file to a page, for other tools, or to a test.",
    arguments: [.requiredSession],
    discussion: """
      \(ExportFormat.all.map(\.discussion).joined(separator: "\n\n"))

      With a filter, changes of omitted actions are part of the next action that matches: it hides
      actions, and not the state. To leave out a value, redact its path.

      FILE may be - for standard input. A session has one record on each line, so that head can
      shorten it.
      """,
    examples: [
      Example("sluice-explorer export bug.session --to html > bug.html", "Create a page."),
      Example(
        "sluice-explorer export bug.session --to swift-test > BugTest.swift",
        "Create a test."
      ),
      Example(
        "sluice-explorer export bug.session --to chrome-trace > trace.json",
        "For ui.perfetto.dev."
      ),
      Example(
        "head -n 30 bug.session | sluice-explorer export - --to svg > bug.svg",
        "Create a picture."
      ),
    ]
  ) { settings, interruption throws(ExplorerError) in
    try ExportCommand(settings: settings, interruption: interruption).run()
  }
}
