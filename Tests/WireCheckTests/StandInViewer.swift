import SluiceSocket
import SluiceTree
import SluiceWire
import TestSupport

@testable import wire_check

/// A viewer that reports what it has read, except for one fault.
///
/// Runs on a thread of its own until the hub closes the connection.
enum StandInViewer {
  /// A fault, and the beginning of the rule that it breaks.
  enum Fault: String, CaseIterable, Sendable {
    case programRole = "The first record is hello, from a viewer"
    case singleDollar = "A key that begins with $ is written with one more."
    case dollarInPath = "A key in a path is the user's own"
    case movesTooFar = "move counts its target"
    case stopsAtUnknown = "Unknown records, unknown keys"
    case losesFractions = "Integers and floating-point numbers"
    case exactKeys = "Canonically equivalent keys"
    case dropsOrder = "The order of keys is kept."
    case cutsInstance = "Programs are distinguished"
    case sameRequest = "Each command has a request of its own"
    case noInstance = "Each command has a request of its own, and the instance."
    case asksUnoffered = "Every line is a record that viewers send."
    case silent = "Plain JSON is reported as it was sent."
  }

  static func start(at endpoint: Endpoint, fault: Fault? = nil) throws {
    _ = try ServiceThread(name: "viewer") { try? run(at: endpoint, fault) }
  }

  private static func run(at endpoint: Endpoint, _ fault: Fault?) throws {
    let connection = try Connection.connect(to: endpoint, timeout: patience)
    let role = fault == .programRole ? "program" : "viewer"
    let hello =
      #"{"type":"hello","versions":[1,1],"role":"\#(role)","instance":"v","name":"V","pid":1}"#
    try connection.writeAll(Array((hello + "\n").utf8), timeout: patience)
    var framer = LineFramer()
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    var states: [String: Tree] = [:]
    var request = 0
    while true {
      var poller = Poller()
      poller.add(connection.descriptor, for: .reading)
      _ = try poller.wait()
      guard case .bytes(let count) = try connection.read(into: &buffer) else { return }
      framer.append(buffer[..<count])
      while let line = try framer.next() {
        guard let envelope = try? WireEnvelope(line: line), var instance = envelope.instance
        else { continue }
        if fault == .cutsInstance { instance = String(instance.prefix { $0 != "~" }) }
        switch envelope.record {
        case .state(let state):
          states[instance] = changed(state.state, fault)
        case .dropped, .disconnected:
          states[instance] = nil
        case .unknown where fault == .stopsAtUnknown:
          return
        case .commit(let commit) where commit.action.type == "CheckClient.Report":
          if fault == .silent { continue }
          if fault != .sameRequest { request += 1 }
          if fault == .asksUnoffered {
            let history = WireRecord.live(.init())
            let line = WireEnvelope(instance: instance, history).line()
            try connection.writeAll(line, timeout: patience)
          }
          let state = WireRecord.Restore.Target.state(states[instance] ?? .null)
          let report = WireRecord.restore(.init(request: request, to: state))
          let shown = fault == .noInstance ? nil : instance
          let line = WireEnvelope(instance: shown, report).line()
          try connection.writeAll(line, timeout: patience)
        case .commit(let commit):
          guard !commit.changesAreUnknown, commit.omittedChanges == 0 else { continue }
          for change in commit.changes {
            try? states[instance]?.apply([changed(change, fault)])
          }
        default:
          break
        }
      }
    }
  }

  private static func changed(_ tree: Tree, _ fault: Fault?) -> Tree {
    switch (tree, fault) {
    case (.double(let value), .losesFractions):
      return Int64(exactly: value).map { .integer($0) } ?? tree
    case (.array(let elements), _):
      return .array(elements.map { changed($0, fault) })
    case (.object(let object), _):
      let members = object.members.map { member in
        let key = fault == .singleDollar && member.key.first == "$" ? "$" + member.key : member.key
        return Tree.Object.Member(key: key, value: changed(member.value, fault))
      }
      return .object(
        Tree.Object(fault == .dropsOrder ? members.sorted { $0.key < $1.key } : members)
      )
    default:
      return tree
    }
  }

  private static func changed(_ change: TreeChange, _ fault: Fault?) -> TreeChange {
    switch (change, fault) {
    case (.move(let path, let target), .movesTooFar):
      return .move(path, to: target - 1)
    case (.set(let path, let old, let new), .dollarInPath):
      let steps = path.steps.map { step in
        guard case .key(let key) = step, key.first == "$" else { return step }
        return .key(String(key.dropFirst()))
      }
      return .set(TreePath(steps), old: old, new: new)
    case (.set(let path, let old, let new), .exactKeys):
      // A key that isn't ASCII is looked for as it is written, and not found.
      let isASCII = path.description.utf8.allSatisfy { $0 < 0x80 }
      return isASCII ? change : .set(path.appending("none"), old: old, new: new)
    default:
      return change
    }
  }
}
