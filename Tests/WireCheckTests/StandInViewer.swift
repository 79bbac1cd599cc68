import SluiceSocket
import SluiceTree
import SluiceWire
import TestSupport

@testable import wire_check

/// A viewer that reports what it has read, except for one fault.
///
/// Runs on a thread of its own until the hub closes the connection.
enum StandInViewer {
  enum Fault: CaseIterable {
    case programRole, singleDollar, dollarInPath, movesTooFar, stopsAtUnknown, losesFractions
    case exactKeys, dropsOrder, cutsInstance, sameRequest, noInstance, silent, asksUnoffered
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
            let history = WireRecord.history(.init(request: 1_000 + request))
            let line = WireEnvelope(instance: instance, history).line()
            try connection.writeAll(line, timeout: patience)
          }
          let state = states[instance] ?? .null
          try report(state, of: fault == .noInstance ? nil : instance, request, over: connection)
        case .commit(let commit):
          guard !commit.changesAreUnknown, commit.omittedChanges == 0 else { continue }
          for change in commit.changes {
            try? states[instance]?.apply(changed(change, fault))
          }
        default:
          break
        }
      }
    }
  }

  private static func report(
    _ state: Tree,
    of instance: String?,
    _ request: Int,
    over connection: Connection
  ) throws {
    let restore = WireRecord.restore(.init(request: request, to: .state(state)))
    let line = WireEnvelope(instance: instance, restore).line()
    try connection.writeAll(line, timeout: patience)
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
      return .set(TreePath(path.steps.map(withoutDollar)), old: old, new: new)
    case (.set(let path, let old, let new), .exactKeys):
      // A key that isn't ASCII is looked for as it is written, and not found.
      let isASCII = path.description.utf8.allSatisfy { $0 < 0x80 }
      return isASCII ? change : .set(path.appending("none"), old: old, new: new)
    default:
      return change
    }
  }

  private static func withoutDollar(_ step: TreePath.Step) -> TreePath.Step {
    guard case .key(let key) = step, key.first == "$" else { return step }
    return .key(String(key.dropFirst()))
  }
}
