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
    var watched: WatchedProgram
    /// The state according to the session so far.
    var recorded: Tree?
    /// The number of omitted commits since.
    var omitted = 0
  }

  private var filter: Filter?
  private var programs: [String: Program] = [:]
  private(set) var commits = 0
  private var instances: Set<String> = []

  init(filter: Filter? = nil) {
    self.filter = filter
  }

  /// The number of programs recorded.
  var programCount: Int { instances.count }

  /// Appends the lines of an event, if any.
  mutating func write(_ event: HubEvent, to buffer: inout [UInt8]) {
    // Each event, since a filter may have to follow the state.
    let isAdmitted = filter?.admits(event) ?? true
    switch event {
    case .connected(let label, let hello):
      guard isAdmitted else { return }
      instances.insert(hello.instance)
      programs[label] = Program(
        instance: hello.instance,
        watched: WatchedProgram(label: label, hello: hello)
      )
      WireRecord.hello(hello).write(to: &buffer)
    case .problem(let label, let message):
      let instance = label.flatMap { programs[$0]?.instance }
      WireRecord.problem(.init(message: message)).write(to: &buffer, instance: instance)
    case .disconnected(let label, _, let end):
      guard let program = programs.removeValue(forKey: label) else { return }
      WireRecord.disconnected(.init(isOrderly: end == .goodbye))
        .write(to: &buffer, instance: program.instance)
    case .held:
      break
    case .record(let label, let instance, let record):
      guard var program = programs.removeValue(forKey: label) else { return }
      if let record = recorded(record, isAdmitted, &program) {
        record.write(to: &buffer, instance: instance)
      }
      programs[label] = program
    }
  }

  /// Returns the record to write; `nil` for none.
  private mutating func recorded(
    _ record: WireRecord,
    _ isAdmitted: Bool,
    _ program: inout Program
  ) -> WireRecord? {
    switch record {
    case .commit(var commit):
      if filter != nil { _ = program.watched.take(record) }
      guard isAdmitted else {
        program.omitted = WireNumber.sum(program.omitted, max(commit.count, 1))
        return nil
      }
      commits = WireNumber.sum(commits, max(commit.count, 1))
      if program.omitted > 0, let recorded = program.recorded, let tree = program.watched.tree {
        commit.changes = Tree.changes(from: recorded, to: tree)
        commit.changesAreUnknown = false
        commit.count = WireNumber.sum(max(commit.count, 1), program.omitted)
      }
      commit.changes = commit.changes.map { $0.withoutLongOld() }
      program.omitted = 0
      program.recorded = program.watched.tree
      return .commit(commit)
    case .state:
      guard filter != nil else { return record }
      _ = program.watched.take(record)
      // The answer to a command: the session continues with changes.
      guard program.recorded == nil else { return nil }
      program.recorded = program.watched.tree
      program.omitted = 0
      return record
    case .dropped:
      if filter != nil { _ = program.watched.take(record) }
      program.recorded = nil
      return record
    case .effect:
      return isAdmitted ? record : nil
    default:
      return record
    }
  }
}
