import SluiceTree
import SluiceWire

/// A session in the Trace Event Format, which Perfetto and `chrome://tracing` open.
///
/// The format is defined in the document “Trace Event Format” (docs.google.com/document/d/
/// 1CvAClvFfyA5R-PhYUmn5OOQtYMH4h6I0nSsKchNAySU); what Perfetto reads of it stands in
/// docs/getting-started/other-formats.md of github.com/google/perfetto. Times are in microseconds, here
/// from the first event on. Each store is a process, in which
///
/// - `"ph": "M"` events name the process and its threads,
/// - commits are instants (`i`, of the thread, `"s": "t"`) on the first thread,
/// - runs of effects are spans: complete ones (`X` with `dur`), or begun and not ended (`B`),
/// - commits a second are a counter (`C`).
///
/// Spans of one thread must nest, which runs don't: an effect has as many threads as it has runs at a
/// time.
struct ChromeTrace {
  /// The thread of the commits; effects follow.
  private static let commitThread = 1

  let stores: [ExportedSession.Store]

  /// Passes the file on, piece by piece.
  func write<Failure: Error>(
    _ put: @escaping ([UInt8]) throws(Failure) -> Void
  ) throws(Failure) {
    var buffer = ExportBuffer<Failure>(put)
    let start = start
    var isFirst = true
    func write(_ event: Tree.Object) throws(Failure) {
      try buffer.write(isFirst ? "\n" : ",\n")
      try buffer.write(json: .object(event))
      isFirst = false
    }
    try buffer.write(#"{"displayTimeUnit":"ms","traceEvents":["#)
    for (index, store) in stores.enumerated() {
      let process = index + 1
      let lanes = EffectLanes(store.history.runs.runs)
      try write(Self.name(of: "process", store.label, process, thread: 0))
      try write(Self.name(of: "thread", "commits", process, thread: Self.commitThread))
      for (number, name) in lanes.names.enumerated() {
        let thread = Self.commitThread + 1 + number
        try write(Self.name(of: "thread", name, process, thread: thread))
      }
      try store.history.forEachItem { (item) throws(Failure) in
        guard case .commit(let commit, _) = item else { return }
        try write(Self.event(commit, process, from: start))
      }
      for span in lanes.spans {
        try write(Self.event(span, process, from: start))
      }
      for sample in CommitRate(store.history).samples {
        try write(
          Self.event(
            "commits a second",
            "commits",
            "C",
            sample.time,
            process,
            0,
            from: start,
            [("args", ["commits": .double(sample.rate)])]
          )
        )
      }
    }
    let date = CalendarText.utc(secondsSince1970: Double(start) / 1_000_000)
    try buffer.write("\n],\"otherData\":")
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

  private static func name(
    of kind: String,
    _ name: String,
    _ process: Int,
    thread: Int
  ) -> Tree.Object {
    Tree.Object(present: [
      ("name", .string("\(kind)_name")), ("ph", "M"), ("pid", .integer(Int64(process))),
      ("tid", .integer(Int64(thread))), ("args", ["name": .string(name)]),
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
    arguments.append(("payload", commit.plainPayload))
    if !commit.changes.isEmpty {
      arguments.append(("changes", .array(commit.changes.map { .string($0.line()) })))
    }
    return event(
      ActionText.nameWithCase(of: commit.action),
      "commits",
      "i",
      max(commit.time, start),
      process,
      commitThread,
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
      ("run", .integer(Int64(run.run))), ("startedBy", run.commit.map { .integer(Int64($0)) }),
      ("end", .string(run.end?.rawValue ?? "under way")), ("error", run.error.map { .string($0) }),
    ]
    return event(
      run.effect,
      "effects",
      span.duration == nil ? "B" : "X",
      max(span.start, start),
      process,
      commitThread + 1 + span.lane,
      from: start,
      [
        ("dur", span.duration.map { .integer($0) }),
        ("args", .object(Tree.Object(present: arguments))),
      ]
    )
  }
}
