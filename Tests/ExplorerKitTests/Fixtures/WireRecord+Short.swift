import SluiceTree
import SluiceWire

@testable import ExplorerKit

/// Records in few words, of which sessions in tests consist.
extension WireRecord {
  static func hello(_ name: String = "Todo", pid: Int = 1, instance: String = "a") -> WireRecord {
    .hello(Hello(instance, name, pid: pid, can: [.snapshot]))
  }

  static func state(_ number: Int, _ tree: Tree) -> WireRecord {
    .state(State(number: number, state: tree))
  }

  static func commit(_ number: Int, count: Int = 1, _ changes: TreeChange...) -> WireRecord {
    .commit(Commit(number: number, time: 0, action: "Act", changes: changes, count: count))
  }

  /// A commit of an action with a name, of which more is known.
  static func commit(
    _ number: Int,
    _ action: Action,
    at time: Int64 = 0,
    origin: Origin? = nil,
    cause: Cause? = nil,
    reducing: Int64? = nil,
    count: Int = 1,
    reply: Int? = nil,
    note: String? = nil,
    _ changes: TreeChange...
  ) -> WireRecord {
    .commit(
      Commit(
        number: number,
        time: time,
        action: action,
        origin: origin,
        cause: cause,
        reducing: reducing,
        changes: changes,
        count: count,
        reply: reply,
        note: note
      )
    )
  }

  /// A commit that sets a member to its number; before, it was the number of the one before.
  static func counting(_ number: Int, _ key: String = "n") -> WireRecord {
    .commit(number, .set([.key(key)], old: .number(number - 1), new: .number(number)))
  }

  /// A commit that sets a member, and leaves out what it was.
  static func setting(_ number: Int, _ key: String = "n", _ value: Tree) -> WireRecord {
    .commit(number, .set([.key(key)], old: nil, new: value))
  }

  static func dropped(_ from: Int, _ to: Int, _ reason: Dropped.Reason? = nil) -> WireRecord {
    .dropped(Dropped(count: to - from + 1, from: from, to: to, reason: reason))
  }

  static func effect(
    _ event: Effect.Event,
    _ name: String = "e",
    run: Int = 1,
    of commit: Int? = 1,
    at time: Int64 = 0,
    taking duration: Int64? = nil,
    error: String? = nil,
    attempt: Int? = nil,
    wait: Int64? = nil
  ) -> WireRecord {
    .effect(
      Effect(
        event: event,
        effect: name,
        run: run,
        commit: commit,
        time: time,
        duration: duration,
        error: error,
        attempt: attempt,
        wait: wait
      )
    )
  }

  static func error(_ message: String, reply: Int? = nil) -> WireRecord {
    .error(Failure(message: message, reply: reply))
  }

  /// The commit, if it is one.
  var asCommit: Commit? { if case .commit(let commit) = self { commit } else { nil } }

  var asState: State? { if case .state(let state) = self { state } else { nil } }

  var asMark: Mark? { if case .mark(let mark) = self { mark } else { nil } }

  /// What is refused, if it is an error.
  var failure: Failure? { if case .error(let failure) = self { failure } else { nil } }
}

extension WireRecord.Hello {
  init(
    _ instance: String,
    _ name: String = "Todo",
    pid: Int = 1,
    store: String? = nil,
    can capabilities: [Capability] = []
  ) {
    self.init(
      instance: instance,
      name: name,
      processID: pid,
      store: store,
      capabilities: capabilities
    )
  }
}

extension WireRecord.Action: ExpressibleByStringLiteral {
  package init(stringLiteral type: String) {
    self.init(type: type)
  }
}

extension WireRecord.Cause: ExpressibleByIntegerLiteral {
  package init(integerLiteral commit: Int) {
    self.init(commit: commit)
  }
}

extension HubEvent {
  static func record(_ record: WireRecord, of instance: String = "a") -> HubEvent {
    .record("Todo", of: instance, record)
  }

  static func record(_ label: String, of instance: String = "a", _ record: WireRecord) -> HubEvent {
    .record(label: label, instance: instance, record)
  }

  /// The record that came, if one did.
  var content: WireRecord? { if case .record(_, _, let record) = self { record } else { nil } }
}

extension [HubEvent] {
  var commits: [WireRecord.Commit] { compactMap(\.content?.asCommit) }

  var problems: [String] {
    compactMap { if case .problem(_, let message) = $0 { message } else { nil } }
  }
}
