import SluiceTree
import SluiceWire

extension ExportFormat {
  /// What Perfetto opens.
  static let chromeTrace = ExportFormat(
    name: "chrome-trace",
    discussion: """
      chrome-trace is a file that ui.perfetto.dev and chrome://tracing open: effects as spans, commits
      as instants, arrows from actions to runs to their answers, and their rate.
      """,
    options: [.filter, .redact, .app, .store, .keep]
  ) { export throws(ExplorerError) in
    try export.convertSession { session throws(ExplorerError) in
      try rethrow(session.check(export.name), as: ExplorerError.question)
      try ChromeTrace(stores: session.stores)
        .write { bytes throws(ExplorerError) in try export.write(bytes) }
    }
  }
}

/// A session in the Trace Event Format, which Perfetto and `chrome://tracing` open.
///
/// The format is defined in the document “Trace Event Format” (docs.google.com/document/d/
/// 1CvAClvFfyA5R-PhYUmn5OOQtYMH4h6I0nSsKchNAySU); what Perfetto reads of it stands in
/// docs/getting-started/other-formats.md of github.com/google/perfetto, and in its importer,
/// src/trace_processor/importers/json. Times are in microseconds, here from the first event on. Each
/// store is a process, in which
///
/// - `"ph": "M"` events name the process and its threads, and order the processes,
/// - commits are instants (`i`, of the thread, `"s": "t"`) on the first thread,
/// - runs of effects are spans: complete ones (`X` with `dur`), or begun and not ended (`B`),
/// - arrows lead from a commit to the runs that it set off, and from these to the commits of what they
///   sent: each is an `s` and an `f` event of one `id`, which are bound to what is there, the latter by
///   `"bp": "e"`. An instant is open until the next event of its thread: the arrow's follows it,
/// - commits a second are a counter (`C`), which Perfetto calls by its name and that of its series.
///
/// Spans of one thread must nest, which runs don't: an effect has as many threads as it has runs at a
/// time. Perfetto lists the thread first that has the number of its process, and the others by their
/// numbers: the commits have it, and no number is used twice in the file. It shows `metadata` among
/// the facts of the trace. Its parser refuses a file with an escaped surrogate pair.
struct ChromeTrace {
  let stores: [Past]

  /// Passes the file on, piece by piece.
  func write<Failure: Error>(
    _ put: @escaping ([UInt8]) throws(Failure) -> Void
  ) throws(Failure) {
    var buffer = ExportBuffer<Failure>(put)
    let start = start
    var isFirst = true
    func write(_ event: Tree.Object) throws(Failure) {
      try buffer.write(isFirst ? "\n" : ",\n")
      try buffer.write(json: .object(event), .perfetto)
      isFirst = false
    }
    try buffer.write(#"{"displayTimeUnit":"ms","traceEvents":["#)
    var process = 1
    var arrows = 0
    for (index, store) in stores.enumerated() {
      let lanes = EffectLanes(store.history.runs.runs)
      try write(Self.metadata("process_name", ["name": .string(store.label)], process, process))
      let place: Tree = ["sort_index": .integer(Int64(index))]
      try write(Self.metadata("process_sort_index", place, process, process))
      try write(Self.metadata("thread_name", ["name": "commits"], process, process))
      for (lane, name) in lanes.names.enumerated() {
        let thread = Self.thread(ofLane: lane, process)
        try write(Self.metadata("thread_name", ["name": .string(name)], process, thread))
      }
      let started = Dictionary(grouping: lanes.spans) { $0.run.commit ?? 0 }
      let spans = Dictionary(lanes.spans.map { ($0.run.run, $0) }) { first, _ in first }
      func arrow(_ name: String, _ ends: (time: Int64, thread: Int)...) throws(Failure) {
        arrows += 1
        for (end, phase) in zip(ends, ["s", "f"]) {
          let more: [(String, Tree?)] = [
            ("id", .integer(Int64(arrows))), ("bp", phase == "f" ? "e" : nil),
          ]
          try write(
            Self.event(
              name,
              "arrows",
              phase,
              max(end.time, start),
              process,
              end.thread,
              from: start,
              more
            )
          )
        }
      }
      try store.history.forEachItem { (item) throws(Failure) in
        guard case .commit(let commit, _) = item else { return }
        try write(Self.event(commit, process, from: start))
        if let span = commit.cause?.run.flatMap({ spans[$0] }) {
          // Reduced, perhaps, when the run had just ended.
          let end = span.duration.map { min(span.start + $0, commit.time) } ?? commit.time
          let sent = (time: max(span.start, end), thread: Self.thread(ofLane: span.lane, process))
          try arrow("sends", sent, (commit.time, process))
        }
        for span in started[commit.number] ?? [] {
          let thread = Self.thread(ofLane: span.lane, process)
          try arrow("starts", (commit.time, process), (span.start, thread))
        }
      }
      for span in lanes.spans {
        try write(Self.event(span, process, from: start))
      }
      var rate = RateHistory()
      for entry in store.history.segments.lazy.flatMap(\.entries) where entry.kind != .gap {
        rate.add(entry.count, at: entry.time)
      }
      for sample in rate.samples {
        try write(
          Self.event(
            "commits",
            "commits",
            "C",
            sample.time,
            process,
            process,
            from: start,
            [("args", ["a second": .double(sample.rate)])]
          )
        )
      }
      process += 1 + lanes.names.count
    }
    let date = CalendarText.utc(secondsSince1970: Double(start) / 1_000_000)
    try buffer.write("\n],\"metadata\":")
    try buffer.write(json: ["start": .string(date), "program": .string(ExplorerVersion.text)])
    try buffer.write("}\n")
    try buffer.finish()
  }

  /// The earliest time, in microseconds since 1970.
  private var start: Int64 {
    stores.flatMap { store in
      [store.history.firstTime].compactMap(\.self)
        + store.history.runs.runs.compactMap { $0.startTime ?? $0.endTime }
    }
    .min() ?? 0
  }

  /// The thread of the commits has the number of its process; those of the effects follow.
  private static func thread(ofLane lane: Int, _ process: Int) -> Int { process + 1 + lane }

  private static func metadata(
    _ name: String,
    _ arguments: Tree,
    _ process: Int,
    _ thread: Int
  ) -> Tree.Object {
    Tree.Object(present: [
      ("name", .string(name)), ("ph", "M"), ("pid", .integer(Int64(process))),
      ("tid", .integer(Int64(thread))), ("args", arguments),
    ])
  }

  private static func event(
    _ name: String,
    _ category: String,
    _ phase: String,
    _ time: Int64,
    _ process: Int,
    _ thread: Int,
    from start: Int64,
    _ more: [(String, Tree?)]
  ) -> Tree.Object {
    Tree.Object(
      present: [
        ("name", .string(name)), ("cat", .string(category)), ("ph", .string(phase)),
        // Times are not negative, so that no difference overflows.
        ("ts", .integer(time - start)), ("pid", .integer(Int64(process))),
        ("tid", .integer(Int64(thread))),
      ] + more
    )
  }

  private static func event(
    _ commit: WireRecord.Commit,
    _ process: Int,
    from start: Int64
  ) -> Tree.Object {
    guard case .object(let facts) = commit.plainFacts else { return Tree.Object() }
    var arguments = facts.members.map { ($0.key, Optional($0.value)) }
    arguments.append(("payload", commit.plainPayload(.perfetto)))
    if !commit.changes.isEmpty {
      arguments.append(("changes", .array(commit.changes.map { .string($0.line()) })))
    }
    return event(
      ActionText.nameWithCase(of: commit.action),
      "commits",
      "i",
      max(commit.time, start),
      process,
      process,
      from: start,
      [("s", "t"), ("args", .object(Tree.Object(present: arguments)))]
    )
  }

  private static func event(
    _ span: EffectLanes.Span,
    _ process: Int,
    from start: Int64
  ) -> Tree.Object {
    let run = span.run
    let arguments: [(String, Tree?)] = [
      ("element", run.element.map { .string($0) }), ("run", .integer(Int64(run.run))),
      ("startedBy", run.commit.map { .integer(Int64($0)) }),
      ("end", .string(run.end?.rawValue ?? "under way")), ("error", run.error.map { .string($0) }),
    ]
    return event(
      run.effect,
      "effects",
      span.duration == nil ? "B" : "X",
      max(span.start, start),
      process,
      thread(ofLane: span.lane, process),
      from: start,
      [
        ("dur", span.duration.map { .integer($0) }),
        ("args", .object(Tree.Object(present: arguments))),
      ]
    )
  }
}
