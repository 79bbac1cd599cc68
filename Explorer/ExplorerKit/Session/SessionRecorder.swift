import SluiceTree
import SluiceWire

/// Makes a session's lines of events: what a viewer is sent, behind each other.
///
/// With a filter, what the actions change that are passed over is recorded with the next one that is
/// not, so that the states can be made again.
struct SessionRecorder {
  /// One program, as whoever reads the session will know it.
  private struct Program {
    let instance: String
    var watched: WatchedProgram
    /// The state as the session tells it so far.
    var told: Tree?
    var passedOver = 0
  }

  private var filter: Filter?
  private var programs: [String: Program] = [:]
  private(set) var commits = 0
  private var instances: Set<String> = []

  init(filter: Filter? = nil) {
    self.filter = filter
  }

  /// How many programs were heard.
  var programCount: Int { instances.count }

  /// Appends the lines of an event, if there are any.
  mutating func write(_ event: HubEvent, to buffer: inout [UInt8]) {
    switch event {
    case .connected(let label, let hello):
      guard filter?.admits(event) ?? true else { return }
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
    case .record(let label, let instance, let record):
      guard var program = programs.removeValue(forKey: label) else { return }
      if let record = told(record, label, &program) {
        record.write(to: &buffer, instance: instance)
      }
      programs[label] = program
    }
  }

  /// The record to write; nil for none.
  private mutating func told(
    _ record: WireRecord,
    _ label: String,
    _ program: inout Program
  ) -> WireRecord? {
    switch record {
    case .commit(var commit):
      let isAdmitted = admits(record, label, program)
      if filter != nil { _ = program.watched.take(record) }
      guard isAdmitted else {
        program.passedOver = WireNumber.sum(program.passedOver, max(commit.count, 1))
        return nil
      }
      commits = WireNumber.sum(commits, max(commit.count, 1))
      if program.passedOver > 0, let told = program.told, let tree = program.watched.tree {
        commit.changes = Tree.changes(from: told, to: tree)
        commit.changesAreUnknown = false
        commit.count = WireNumber.sum(max(commit.count, 1), program.passedOver)
      }
      commit.changes = commit.changes.map { $0.withoutLongOld() }
      program.passedOver = 0
      program.told = program.watched.tree
      return .commit(commit)
    case .state:
      guard filter != nil else { return record }
      _ = program.watched.take(record)
      // An answer to somebody; the session goes on with changes.
      guard program.told == nil else { return nil }
      program.told = program.watched.tree
      program.passedOver = 0
      return record
    case .dropped:
      if filter != nil { _ = program.watched.take(record) }
      program.told = nil
      return record
    case .effect:
      return admits(record, label, program) ? record : nil
    default:
      return record
    }
  }

  private mutating func admits(_ record: WireRecord, _ label: String, _ program: Program) -> Bool {
    filter?.admits(record, app: label, instance: program.instance) ?? true
  }
}
