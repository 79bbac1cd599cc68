import SluiceRecordings
import SluiceTree
import SluiceWire

/// Converts events to the lines of a session, as a viewer receives them.
///
/// With a filter, records the changes of omitted actions with the next one that is recorded, so that
/// the states can be rebuilt.
struct SessionRecorder {
  /// A program as a reader of the session knows it.
  private struct Program {
    let instance: String
    /// The bytes of its last whole state.
    var stateBytes = 0
    /// The state that commits since have, where a filter omits some.
    var replica = StateReplica()
    /// The state according to the session so far.
    var recorded: Tree?
    /// The number of its commit.
    var number = 0
  }

  private(set) var filter: Filter?
  private var programs: [String: Program] = [:]
  private(set) var commits = 0
  private var instances: Set<String> = []
  private var marks: MarkWriter

  /// - Parameters:
  ///   - distance: The minimum number of bytes between two marks.
  ///   - limit: Bytes of both files of a bounded recording.
  init(
    filter: Filter? = nil,
    marksAfter distance: Int = MarkWriter.minimumDistance,
    limit: Int? = nil
  ) {
    self.filter = filter
    marks = MarkWriter(minimum: distance, limit: limit)
  }

  /// Whether the other file of a bounded recording is to be begun.
  var isFull: Bool { marks.isFull }

  /// Raises the limit of a bounded recording if it is too low for the states; returns the new one.
  mutating func fitLimit() -> Int? { marks.fitLimit() }

  /// The number of programs recorded.
  var programCount: Int { instances.count }

  /// Appends the lines of an event, if any.
  mutating func write(_ event: HubEvent, to buffer: inout [UInt8]) {
    guard let envelope = envelope(of: event) else { return }
    let count = buffer.count
    envelope.record.write(to: &buffer, instance: envelope.instance)
    let length = buffer.count - count
    guard length > 0 else { return }
    let isHello = if case .connected = event { true } else { false }
    marks.note(bytes: length, lines: 1, programs: isHello ? 1 : 0)
    guard case .state = envelope.record, let label = event.label else { return }
    programs[label]?.stateBytes = length
    marks.stateBytes = programs.values.reduce(0) { $0 + $1.stateBytes }
  }

  /// Appends a mark if it is time for one.
  ///
  /// - Parameter pasts: What is known of the programs behind the events that were written.
  mutating func markIfDue(_ pasts: Pasts, to buffer: inout [UInt8]) {
    if marks.isDue { writeMark(pasts, turn: nil, to: &buffer) }
  }

  /// Appends what a file of a bounded recording begins with.
  ///
  /// - Parameters:
  ///   - pasts: As for ``markIfDue(_:to:)``.
  ///   - turn: The number of the file's turn.
  mutating func begin(turn: Int, _ pasts: Pasts, to buffer: inout [UInt8]) {
    writeMark(pasts, turn: turn, to: &buffer)
  }

  private mutating func writeMark(_ pasts: Pasts, turn: Int?, to buffer: inout [UInt8]) {
    var stores: [WireRecord.Mark.Store] = []
    var records: [WireEnvelope] = []
    for past in pasts.connected {
      guard let program = programs[past.label], program.instance == past.instance else { continue }
      var store = past.markedStore
      var state = past.state()
      if filter != nil {
        // As the session has it: what was omitted since is recorded with the next commit.
        store.number = program.recorded.map { _ in program.number }
        state = program.recorded.map { .state(.init(number: program.number, state: $0)) }
      }
      stores.append(store)
      records.append(WireEnvelope(.hello(past.hello.called(past.label))))
      guard store.number != nil, let state else { continue }
      records.append(WireEnvelope(instance: past.instance, state))
    }
    marks.write(stores, records, turn: turn, to: &buffer)
  }

  /// Returns the record of an event, and the program that it is about; `nil` for none.
  mutating func envelope(of event: HubEvent) -> WireEnvelope? {
    // Each event, since a filter may have to follow the state.
    let isAdmitted = filter?.admits(event) ?? true
    switch event {
    case .connected(let label, let hello):
      guard isAdmitted else { return nil }
      instances.insert(hello.instance)
      programs[label] = Program(instance: hello.instance)
      return WireEnvelope(instance: hello.instance, .hello(hello.called(label)))
    case .problem(let label, let message):
      let instance = label.flatMap { programs[$0]?.instance }
      return WireEnvelope(instance: instance, .problem(.init(message: message)))
    case .disconnected(let label, _, let end):
      guard let program = programs.removeValue(forKey: label) else { return nil }
      return WireEnvelope(
        instance: program.instance,
        .disconnected(.init(isOrderly: end == .goodbye))
      )
    case .answer:
      return nil
    case .record(let label, let instance, let record):
      guard var program = programs.removeValue(forKey: label) else { return nil }
      defer { programs[label] = program }
      return recorded(record, isAdmitted, &program).map { WireEnvelope(instance: instance, $0) }
    }
  }

  /// Returns the record to write; `nil` for none.
  private mutating func recorded(
    _ record: WireRecord,
    _ isAdmitted: Bool,
    _ program: inout Program
  ) -> WireRecord? {
    if filter != nil {
      var known = record
      _ = program.replica.take(&known)
    }
    switch record {
    case .commit(var commit):
      guard isAdmitted else { return nil }
      commits = WireNumber.sum(commits, max(commit.count, 1))
      // Both states are known, whether what lies between was omitted or lost.
      if commit.number - max(commit.count, 1) > program.number, let recorded = program.recorded,
        let tree = program.replica.tree
      {
        commit.changes = Tree.changes(from: recorded, to: tree)
        commit.changesAreUnknown = false
        commit.count = commit.number - program.number
      }
      commit.changes = commit.changes.map { $0.withoutLongOld() }
      program.recorded = program.replica.tree
      program.number = commit.number
      return .commit(commit)
    case .state(let state):
      guard filter != nil else { return record }
      // The answer to a command: the session continues with changes.
      guard program.recorded == nil else { return nil }
      program.recorded = program.replica.tree
      program.number = state.number
      return record
    case .dropped:
      program.recorded = nil
      return record
    case .effect:
      return isAdmitted ? record : nil
    case .hello, .diagnostic, .reads, .bye, .welcome, .dispatch, .restore, .pause, .resume,
      .snapshot, .question, .answer, .error, .problem, .disconnected, .live, .mark, .unknown:
      return record
    }
  }
}
