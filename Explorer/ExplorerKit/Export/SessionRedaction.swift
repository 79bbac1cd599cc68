import SluiceMonitor
import SluiceRecordings
import SluiceTree
import SluiceWire

/// Redacts states, changes and payloads in the events of a session.
///
/// Compares the redacted states to find what a commit changed: an element that moves into or out of a
/// redacted place is then not shown by its change. Omits changes while the state is unknown.
struct SessionRedaction {
  fileprivate struct Program {
    var replica = StateReplica()
    /// The last state, and what replaced it; `nil` while it is unknown.
    var last: Redactor.Redacted?
  }

  private let redactor: Redactor?
  /// By instance.
  private var programs: [String: Program] = [:]

  /// - Parameter paths: The places whose values are redacted; without any, events stay as they are.
  init(_ paths: [Redaction.Path]) {
    redactor = paths.isEmpty ? nil : Redactor(Redaction(names: [], paths: paths))
  }

  /// Returns the redacted event.
  mutating func take(_ event: HubEvent) -> HubEvent {
    guard let redactor else { return event }
    switch event {
    case .connected(_, let hello):
      programs[hello.instance] = Program()
    case .disconnected(_, let instance, _):
      programs[instance] = nil
    case .record(let label, let instance, let record):
      var program = programs.removeValue(forKey: instance) ?? Program()
      defer { programs[instance] = program }
      return .record(label: label, instance: instance, program.redacted(record, redactor))
    case .problem, .answer:
      break
    }
    return event
  }
}

extension SessionRedaction.Program {
  fileprivate mutating func redacted(_ record: WireRecord, _ redactor: Redactor) -> WireRecord {
    let before = last
    last = nil
    var known = record
    _ = replica.take(&known)
    if let tree = replica.tree { last = (tree, redactor.redact(tree, after: before)) }
    let hidesIDs = redactor.redact(id: "") == .redacted
    switch record {
    case .state(var state):
      state.state = last?.result ?? redactor.redact(state.state)
      return .state(state)
    case .commit(var commit):
      commit.action.payload = commit.action.payload.map { redactor.redact($0) }
      for index in commit.action.elements.indices {
        let id = commit.action.elements[index].id
        commit.action.elements[index].id = id.map { redactor.redact(id: $0) }
      }
      if hidesIDs { commit.cause?.element = nil }
      if let before, let last {
        commit.changes = Tree.changes(from: before.result, to: last.result)
      } else if !commit.changes.isEmpty {
        commit.changes = []
        commit.changesAreUnknown = true
      }
      return .commit(commit)
    case .effect(var effect) where hidesIDs:
      effect.element = nil
      return .effect(effect)
    case .hello, .effect, .diagnostic, .reads, .dropped, .bye, .welcome, .dispatch, .restore,
      .pause, .resume, .snapshot, .question, .answer, .error, .problem, .disconnected, .live, .mark,
      .unknown:
      return record
    }
  }
}
