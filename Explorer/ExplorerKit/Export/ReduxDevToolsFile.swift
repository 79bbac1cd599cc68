import SluiceRecordings
import SluiceTree
import SluiceWire

extension ExportFormat {
  /// What Redux DevTools imports.
  static let reduxDevTools = ExportFormat(
    name: "redux-devtools",
    discussion: "redux-devtools is the file that Redux DevTools' Import takes, of one store.",
    options: [.filter, .redact, .app, .store, .keep]
  ) { export throws(ExplorerError) in
    try export.convertSession { session throws(ExplorerError) in
      let store = try rethrow(session.onlyStore(in: export.name), as: ExplorerError.question)
      if session.stores.count > 1 {
        Remark.write("\(store.label) was started several times; this is about the last time.")
      }
      let file = ReduxDevToolsFile(history: store.history)
      guard file.history.numbers != nil else {
        throw .question(.nothingRecorded(file: export.name))
      }
      let size = file.estimatedSize
      guard size <= ReduxDevToolsFile.maximumSize else {
        throw export.refusal(
          expected:
            "a shorter session: each action has a whole state here, which makes about "
            + "\(ByteCount(size)), and at most \(ByteCount(ReduxDevToolsFile.maximumSize)) are "
            + "written; --keep and --filter shorten it"
        )
      }
      try file.write { bytes throws(ExplorerError) in try export.write(bytes) }
    }
  }
}

/// A session in the form that the *Import* of Redux DevTools reads.
///
/// That is the lifted state of its store enhancer, as its *Export* writes it: `LiftedState` in
/// packages/redux-devtools-instrument/src/instrument.ts of github.com/reduxjs/redux-devtools, which
/// `importState` in packages/redux-devtools-utils/src/importState.ts parses.
///
///     {
///       "monitorState": {},
///       "actionsById": {                    // each action by its id; 0 is the initial state's
///         "0": {"type": "PERFORM_ACTION", "action": {"type": "@@INIT"}, "timestamp": 0},
///         "1": {"type": "PERFORM_ACTION", "action": {"type": "AddTodo", …}, "timestamp": 1700…}
///       },
///       "computedStates": [{"state": {…}}, …],   // after each staged action, in their order
///       "stagedActionIds": [0, 1],               // the actions in their order
///       "nextActionId": 2, "skippedActionIds": [], "currentStateIndex": 1,
///       "committedState": {…},                   // the state before the first action
///       "isLocked": false, "isPaused": false
///     }
///
/// Timestamps are milliseconds since 1970. Actions have the members of a Flux Standard Action: type,
/// payload and meta. The parser, jsan (github.com/kolodny/jsan, lib/cycle.js), takes an object with the key
/// `$jsan` for what JSON has not: `{"$jsan": "i"}`, `"y"` and `"n"` are the numbers that aren't finite,
/// `{"$jsan": "d1700…"}` is a date. A program's own key of that name gets another dollar sign.
struct ReduxDevToolsFile {
  /// The most bytes of states: browsers hold no text that is much longer.
  static let maximumSize = 256 << 20

  let history: History

  /// The bytes of all states, about: those of each segment are taken to be as long as its first.
  var estimatedSize: Int {
    history.segments.reduce(0) { sum, segment in
      let length = segment.tree.map { JSONText.length(of: $0) } ?? 0
      let (size, overflows) = length.multipliedReportingOverflow(by: segment.entries.count + 1)
      return WireNumber.sum(sum, overflows ? WireNumber.maximum : size)
    }
  }

  /// Passes the file on, piece by piece.
  func write<Failure: Error>(
    _ put: @escaping ([UInt8]) throws(Failure) -> Void
  ) throws(Failure) {
    var buffer = ExportBuffer<Failure>(put)
    try buffer.write(#"{"monitorState":{},"actionsById":{"#)
    let count = try writeActions(to: &buffer)
    try buffer.write("},\n\"computedStates\":[")
    let first = try writeStates(to: &buffer)
    let ids = (0..<count).map(String.init).joined(separator: ",")
    try buffer.write("],\n\"stagedActionIds\":[\(ids)],\"nextActionId\":\(count),")
    try buffer.write("\"skippedActionIds\":[],\"currentStateIndex\":\(count - 1),\n")
    try buffer.write("\"committedState\":")
    try buffer.write(json: first.plain(.jsan), .jsan)
    try buffer.write(",\"isLocked\":false,\"isPaused\":false}\n")
    try buffer.finish()
  }

  /// - Returns: The number of actions.
  private func writeActions<Failure: Error>(
    to buffer: inout ExportBuffer<Failure>
  ) throws(Failure) -> Int {
    var count = 0
    var time = history.firstTime ?? 0
    try history.forEachItem { (item) throws(Failure) in
      let action: Tree
      switch item {
      case .state:
        // A checkpoint, unless it is the first one.
        guard count == 0 else { return }
        action = ["type": "@@INIT"]
      case .commit(let commit, _):
        if count == 0 {
          try buffer.write("\n")
          try Self.write(["type": "@@INIT"], 0, at: commit.time, to: &buffer)
          count = 1
        }
        time = commit.time
        action = Self.action(of: commit)
      case .gap(let gap):
        action = Self.action(of: gap)
      }
      try buffer.write(count == 0 ? "\n" : ",\n")
      try Self.write(action, count, at: time, to: &buffer)
      count += 1
    }
    return count
  }

  private static func write<Failure: Error>(
    _ action: Tree,
    _ id: Int,
    at time: Int64,
    to buffer: inout ExportBuffer<Failure>
  ) throws(Failure) {
    try buffer.write("\"\(id)\":")
    try buffer.write(
      json: ["type": "PERFORM_ACTION", "action": action, "timestamp": .integer(time / 1_000)],
      .jsan
    )
  }

  private static func action(of commit: WireRecord.Commit) -> Tree {
    .object(present: [
      ("type", .string(ActionText.nameWithCase(of: commit.action))),
      ("payload", commit.plainPayload(.jsan)), ("meta", commit.plainFacts),
    ])
  }

  /// Returns an action that stands for commits that are missing.
  private static func action(of gap: History.Gap) -> Tree {
    .object(present: [("type", "@@MISSING"), ("payload", .string(GapText.sentence(gap)))])
  }

  /// - Returns: The first state.
  private func writeStates<Failure: Error>(
    to buffer: inout ExportBuffer<Failure>
  ) throws(Failure) -> Tree {
    var first: Tree?
    var replica = StateReplica()
    var isFirst = true
    // A gap is followed by the state behind it.
    var endsGap = false
    try history.forEachItem { (item) throws(Failure) in
      var isKnown = true
      var record = item.record
      _ = replica.take(&record)
      switch item {
      case .state(_, let state, _):
        first = first ?? state
        guard isFirst || endsGap else { return }
        endsGap = false
      case .commit(_, let known):
        if isFirst {
          // Nothing is known of the state before.
          try Self.write(nil, isKnown: false, "\n", to: &buffer)
          isFirst = false
        }
        isKnown = known && replica.known != nil
      case .gap:
        endsGap = true
        return
      }
      try Self.write(replica.known, isKnown: isKnown, isFirst ? "\n" : ",\n", to: &buffer)
      isFirst = false
    }
    if endsGap {
      try Self.write(replica.known, isKnown: false, isFirst ? "\n" : ",\n", to: &buffer)
    }
    return first ?? .null
  }

  private static func write<Failure: Error>(
    _ tree: Tree?,
    isKnown: Bool,
    _ separator: String,
    to buffer: inout ExportBuffer<Failure>
  ) throws(Failure) {
    try buffer.write(separator)
    let error: Tree? = isKnown ? nil : "The state after this commit is not known."
    try buffer.write(
      json: .object(present: [("state", tree?.plain(.jsan) ?? .null), ("error", error)]),
      .jsan
    )
  }
}
