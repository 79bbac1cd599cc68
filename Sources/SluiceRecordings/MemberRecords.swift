import SluiceTree
package import SluiceWire

/// Passes on what a store's records say of one member of its state; commits of other members are joined, mostly
/// without being read.
///
/// ``isWhole`` is false once there was more than an object as the state, and commits behind it without a gap: then
/// all of the records have to be read.
package struct MemberRecords {
  package private(set) var isWhole = true
  private let member: String
  private let instance: String
  /// Both as JSON, without quotation marks.
  private let key: [UInt8]
  private let name: [UInt8]
  /// The instance of the last hello, whose records need not name it.
  private var current: String
  /// The number of the last commit.
  private var last: Int?
  /// The number of commits since the last one that was passed on.
  private var passed = 0

  /// - Returns: `nil` for a member whose name can be written in several ways.
  package init?(of member: String, instance: String) {
    key = Array(member.utf8)
    guard key.allSatisfy({ (0x20..<0x7F).contains($0) && $0 != 0x22 && $0 != 0x5C }) else {
      return nil
    }
    self.member = member
    self.instance = instance
    current = instance
    name = Array(JSONText.bytes(of: .string(instance)).dropFirst().dropLast())
  }

  /// Returns what has to be read of a line; takes it in, and returns `nil`, if that is nothing.
  package mutating func needed(of line: LineHead) -> ArraySlice<UInt8>? {
    guard line.mayBe(["commit", "state", "dropped", "hello"]), line.mayBe(ofProgram: name) else {
      return nil
    }
    guard let before = last, line.instance != nil || current == instance,
      let skim = line.commit(ofProgram: name, about: key),
      skim.number - skim.count == before
    else { return line.line }
    guard skim.part.isEmpty else { return skim.part[...] }
    last = skim.number
    passed += skim.count
    return nil
  }

  /// Takes in a record, and returns what is to be passed on for it.
  package mutating func take(_ envelope: WireEnvelope) -> [WireRecord] {
    if case .hello(let hello) = envelope.record { current = hello.instance }
    guard envelope.instance ?? current == instance else { return [] }
    switch envelope.record {
    case .state(var state):
      guard last == nil, let part = state.state.part(member) else { break }
      last = state.number
      state.state = part
      return [.state(state)]
    case .commit(let commit):
      guard let before = last, let part = commit.part(member), commit.number - part.count == before
      else { break }
      let joined = rest()
      last = commit.number
      return joined + [.commit(part)]
    case .dropped: break
    case .hello, .effect, .diagnostic, .reads, .bye, .welcome, .dispatch, .restore, .pause, .resume,
      .snapshot, .question, .answer, .error, .problem, .disconnected, .live, .mark, .unknown:
      return []
    }
    isWhole = false
    return []
  }

  /// Returns what is to be passed on at the end.
  package mutating func rest() -> [WireRecord] {
    guard passed > 0, let last else { return [] }
    defer { passed = 0 }
    return [.commit(.init(number: last, time: 0, action: .init(type: ""), count: passed))]
  }
}

extension Tree {
  /// Returns an object with no other member; `nil` if it is no object.
  fileprivate func part(_ member: String) -> Tree? {
    guard case .object(let object) = self else { return nil }
    return .object(Tree.Object(object[member].map { [.init(key: member, value: $0)] } ?? []))
  }
}

extension WireRecord.Commit {
  /// Returns the commit with no other changes than those of a member of the state; `nil` if it can't be without.
  fileprivate func part(_ member: String) -> Self? {
    if changesAreUnknown || omittedChanges > 0 { return nil }
    var part = self
    part.count = max(count, 1)
    part.changes = changes.filter { $0.path.steps.first.map { $0 == .key(member) } ?? true }
    let dependsOnOthers = part.changes.contains { change in
      switch change {
      case .add(let path, _, let position): path.steps.count == 1 && position != nil
      case .move(let path, _): path.steps.count == 1
      case .set(let path, _, _), .remove(let path, _): path.isRoot
      }
    }
    return dependsOnOthers ? nil : part
  }
}
