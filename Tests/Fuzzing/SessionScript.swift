import SluiceTree
import SluiceWire

/// Connections of programs that say what programs say, and what they shouldn't, as bytes decide.
struct SessionScript {
  /// A piece of one program's stream; without bytes, its end.
  struct Piece {
    let connection: Int
    var bytes: [UInt8]
    var isEnd = false
  }

  /// A program as it sees itself.
  private struct Program {
    var tree: Tree = [:]
    var number = 0
    var last: [UInt8] = []
    var hasBegun = false
  }

  private(set) var pieces: [Piece] = []
  private var programs = [Program(), Program(), Program()]
  /// The one that speaks.
  private var connection = 0
  private var source: ByteSource

  private var program: Program {
    get { programs[connection] }
    set { programs[connection] = newValue }
  }

  /// The longest stream, so that a run stays short.
  private static let longest = 200

  init(_ bytes: [UInt8]) {
    source = ByteSource(bytes[...])
    while !source.isEmpty, pieces.count < Self.longest { step() }
  }

  private mutating func step() {
    connection = source.pick(8) < 6 ? 0 : source.pick(programs.count)
    if !program.hasBegun { return begin() }
    switch source.pick(24) {
    case 0...8: commit()
    case 9: commit(isHidden: true)
    case 10:
      program.number += source.pick(4)
      send(state)
    case 11:
      let count = 1 + source.pick(4)
      let first = program.number + 1
      program.number += count
      send(.dropped(.init(count: count, from: first, to: program.number, reason: .room)))
    case 12: sendEffect()
    case 13: sendBoundary()
    case 14: send(bytes: program.last)
    case 15: mutateLast()
    case 16: send(bytes: Array(source.prefix(source.pick(40))) + [10])
    case 17: send(.error(.init(message: source.text(), reply: source.pick([nil, 1, 2]))))
    case 18: send(.bye(.init(reason: source.text())))
    case 19: send(bytes: Array(source.pick(Self.oddities).utf8) + [10])
    case 20:
      pieces.append(Piece(connection: connection, bytes: [], isEnd: true))
      program.hasBegun = false
    case 21:
      commit(areChangesUnknown: true)
      send(state)
    case 22:
      program.tree = source.tree()
      send(state)
    default: splitLast()
    }
  }

  /// Lines that are read, and mean little.
  private static let oddities = [
    "", " ", "{}", "[]", #"{"type":"later"}"#, #"{"type":"later","instance":null}"#,
    #"{"instance":null,"type":"effect","event":"ended","effect":"e","run":1,"time":1}"#,
    #"{"type":"bye","instance":"other"}"#, #"{"type":"hello"}"#,
    #"{"type":"snapshot","request":1}"#,
  ]

  private mutating func begin() {
    program.hasBegun = true
    let hello = WireRecord.Hello(
      instance: source.pick(["a", "b", "a~2", "", "\u{1B}"]),
      name: source.text(),
      processID: source.pick(3),
      store: source.pick([nil, "s"]),
      capabilities: source.pick([[], [.snapshot], [.restoreFromTree, .snapshot, .pause]]),
      lastCommit: program.number
    )
    send(.hello(hello))
    if source.pick(4) > 0 { send(state) }
  }

  private var state: WireRecord { .state(.init(number: program.number, state: program.tree)) }

  private mutating func sendEffect() {
    let effect = WireRecord.Effect(
      event: source.pick(WireRecord.Effect.Event.allCases),
      effect: source.text(),
      run: source.pick(4),
      commit: program.number,
      time: source.pick(ByteSource.boundaries.filter { $0 >= 0 }),
      duration: source.pick([nil, 0, 1_000, .max])
    )
    send(.effect(effect))
  }

  private mutating func commit(isHidden: Bool = false, areChangesUnknown: Bool = false) {
    let count = source.pick(8) == 0 ? 1 + source.pick(3) : 1
    let old = program.tree
    let new = changed(old, depth: 3)
    program.number += count
    program.tree = new
    if isHidden { return }
    var changes = Tree.changes(from: old, to: new)
    if source.pick(3) == 0 { changes = changes.map(\.withoutOld) }
    if source.pick(8) == 0 { changes += [.move([0], to: source.pick(3))] }
    let commit = WireRecord.Commit(
      number: program.number,
      time: Int64(source.byte()),
      action: .init(type: source.text(), payload: source.pick([nil, .null, old])),
      reducing: source.pick([nil, 0, .max]),
      changes: areChangesUnknown ? [] : changes,
      omittedChanges: source.pick(16) == 0 ? 1 : 0,
      changesAreUnknown: areChangesUnknown,
      count: count,
      reply: source.pick([nil, nil, nil, 1, 2])
    )
    send(.commit(commit))
  }

  /// A tree with a small difference.
  private mutating func changed(_ tree: Tree, depth: Int) -> Tree {
    guard depth > 0, source.pick(4) > 0 else { return source.tree(depth: 2) }
    switch tree {
    case .array(var elements):
      let place = source.pick(elements.count + 1)
      if place == elements.count {
        elements.append(source.tree(depth: 1))
      } else if source.pick(3) == 0 {
        let element = elements.remove(at: place)
        if source.pick(2) == 0 { elements.append(element) }
      } else {
        elements[place] = changed(elements[place], depth: depth - 1)
      }
      return .array(elements)
    case .object(let object):
      var members = object.members
      let place = source.pick(members.count + 1)
      if place == members.count {
        let member = Tree.Object.Member(key: source.text(), value: source.tree(depth: 1))
        members.insert(member, at: source.pick(place + 1))
      } else if source.pick(3) == 0 {
        members.remove(at: place)
      } else {
        members[place].value = changed(members[place].value, depth: depth - 1)
      }
      return .object(Tree.Object(members))
    default:
      return source.tree(depth: 2)
    }
  }

  private mutating func send(_ record: WireRecord) { send(bytes: record.line()) }

  private mutating func send(bytes: [UInt8]) {
    if bytes.isEmpty { return }
    program.last = bytes
    pieces.append(Piece(connection: connection, bytes: bytes))
  }

  /// Sends a record whose numbers lie where arithmetic ends.
  private mutating func sendBoundary() {
    func number() -> Int64 { source.pick(ByteSource.boundaries) }
    let line =
      switch source.pick(4) {
      case 0: #"{"type":"state","number":\#(number()),"state":\#(number())}"#
      case 1: #"{"type":"dropped","count":\#(number()),"from":\#(number()),"to":\#(number())}"#
      case 2:
        #"{"type":"commit","number":\#(number()),"count":\#(number()),"time":\#(number()),"#
          + #""action":{"type":"A"},"reducing":\#(number()),"omittedChanges":\#(number()),"#
          + #""changes":[{"kind":"move","path":[\#(number())],"to":\#(number())}]}"#
      default:
        #"{"type":"effect","event":"ended","effect":"e","run":\#(number()),"time":\#(number()),"#
          + #""duration":\#(number())}"#
      }
    send(bytes: Array((line + "\n").utf8))
  }

  /// Sends the last line again with one byte changed.
  private mutating func mutateLast() {
    var line = program.last
    guard line.count > 1 else { return }
    let place = (source.pick(256) << 8 | source.pick(256)) % (line.count - 1)
    line[place] = source.byte()
    send(bytes: line)
  }

  /// Lets the last piece arrive in two.
  private mutating func splitLast() {
    guard let last = pieces.popLast() else { return }
    let middle = last.bytes.count / (1 + source.pick(8))
    guard middle < last.bytes.count else { return pieces.append(last) }
    pieces.append(Piece(connection: last.connection, bytes: Array(last.bytes[..<middle])))
    pieces.append(Piece(connection: last.connection, bytes: Array(last.bytes[middle...])))
  }
}
