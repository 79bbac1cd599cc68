import SluiceTree
import SluiceWire

@testable import ExplorerKit

/// A session with its surroundings, fed with records and bytes.
struct SessionUnderTest {
  var session: PeerSession
  var pasts = Pasts()
  var output = PeerSession.Output()

  init(
    longestRecord: Int = 1 << 20,
    versions: ClosedRange<WireVersion> = WireVersion.supported,
    isRelaying: Bool = false
  ) {
    session = PeerSession(longestRecord: longestRecord, versions: versions)
    output.isRelaying = isRelaying
  }

  mutating func send(_ records: WireRecord...) {
    for record in records { send(bytes: record.line()) }
  }

  mutating func send(bytes: [UInt8]) {
    session.receive(bytes[...], pasts: &pasts, output: &output)
  }

  mutating func send(text: String) {
    send(bytes: Array(text.utf8))
  }

  mutating func end() {
    session.end(pasts: &pasts, output: &output)
  }

  /// What was found fault with.
  var problems: [String] {
    output.events.compactMap { event in
      if case .problem(_, let message) = event { message } else { nil }
    }
  }

  var answers: [WireRecord] {
    output.answers.split(separator: UInt8(ascii: "\n")).compactMap { try? WireRecord(line: $0) }
  }
}

extension WireRecord {
  static func hello(_ name: String = "Todo", pid: Int = 1, instance: String = "a") -> WireRecord {
    .hello(
      Hello(instance: instance, name: name, processID: pid, capabilities: [.snapshot])
    )
  }

  static func state(_ number: Int, _ tree: Tree) -> WireRecord {
    .state(State(number: number, state: tree))
  }

  static func commit(_ number: Int, count: Int = 1, _ changes: TreeChange...) -> WireRecord {
    .commit(
      Commit(
        number: number,
        time: 0,
        action: Action(type: "Act"),
        changes: changes,
        count: count
      )
    )
  }

  static func dropped(
    _ from: Int,
    _ to: Int,
    _ reason: Dropped.Reason? = nil
  ) -> WireRecord {
    .dropped(Dropped(count: to - from + 1, from: from, to: to, reason: reason))
  }
}
