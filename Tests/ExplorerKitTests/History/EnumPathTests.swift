import SluiceTree
import SluiceWire
import TestSupport
import Testing

@testable import ExplorerKit

/// Paths into the payloads of enums, which have the case.
@Suite(.inTurn) struct EnumPathTests {
  private static func phase(_ name: String, _ payload: (String, Tree)...) -> Tree {
    .enumCase(name: name, payload: Tree.Object(payload.map { .init(key: $0, value: $1) }))
  }

  private static func playing(_ square: String) -> Tree {
    phase("playing", ("_0", ["squares": ["x", .string(square)]]))
  }

  private static let won = phase("won", ("_0", "Ada"), ("by", phase("line")))

  private static func rooms(_ phase: Tree) -> Tree { ["rooms": [["id": "attic", "phase": phase]]] }

  /// A room whose game begins with commit 1, goes on with commit 2 and is won with commit 3.
  private static let history: History = {
    let states = [phase("lobby"), playing(""), playing("o"), won].map(rooms)
    var history = History()
    history.take(.state(.init(number: 0, state: states[0])))
    for number in 1..<states.count {
      let changes = Tree.changes(from: states[number - 1], to: states[number])
      let commit = WireRecord.Commit(number: number, time: 0, action: "Act", changes: changes)
      history.take(.commit(commit))
    }
    return history
  }()

  @Test func `a path with the case finds what last changed the value`() {
    let square: StatePath = "rooms[id:attic].phase.playing.squares[1]"
    #expect(Self.history.why(square, at: 2)?.author == .commit(2))
    #expect(
      Self.history.why("rooms[id:attic].phase.playing.squares[0]", at: 2)?.author == .commit(1)
    )
    #expect(Self.history.why("rooms[0].phase.won[0]", at: 3)?.author == .commit(3))
    #expect(Self.history.why("rooms[0].phase.won.by", at: 3)?.author == .commit(3))
    #expect(Self.history.why(square, at: 3)?.value == .missing)
    // As paths were written before they had the case.
    #expect(
      Self.history.why("rooms[id:attic].phase._0.squares[1]", at: 2)?.author == .commit(2)
    )
    let changes = Self.history.commit(2)?.changes.map(\.description)
    #expect(changes == [#"~ rooms[0].phase.playing.squares[1]: "" → "o""#])
  }

  @Test func `each value of a payload has its author, by its path`() throws {
    let blame = try #require(Self.history.blame("rooms[0].phase", at: 2))
    let leaves = blame.leaves.map { "\($0.path) \($0.author)" }
    #expect(
      leaves == [
        "rooms[0].phase.playing.squares[0] commit(1)",
        "rooms[0].phase.playing.squares[1] commit(2)",
      ]
    )
    let lines = TreeText(width: 20, isTerminal: false).lines(Self.rooms(Self.won)).map(\.text)
    #expect(
      lines == [
        "rooms:", "  [0]:", #"    id: "attic""#, "    phase:", "      won:",
        #"        [0]: "Ada""#, "        by: .line",
      ]
    )
  }

  @Test(
    arguments: [
      ("changed:rooms[0].phase.playing.squares[1]", [1, 2, 3]),
      ("changed:**.playing.squares[0]", [1, 3]), ("changed:**.won[0]", [3]),
      ("changed:**.won.by", [3]),
      ("state:rooms[id:attic].phase.playing.squares[1]==o", [2]),
      ("state:rooms[0].phase.won[0]==Ada", [3]), ("state:rooms[0].phase==won", [3]),
      ("state:rooms.*.phase.won.by==line", [3]),
    ]
  )
  func `a filter reads these paths`(text: String, numbers: [Int]) throws {
    var filter = try Filter(parsing: "type:* and \(text)")
    var found: [Int] = []
    var history = History()
    for number in 0...3 {
      let record: WireRecord =
        number == 0
        ? .state(.init(number: 0, state: try #require(Self.history.state(after: 0)?.tree)))
        : .commit(try #require(Self.history.commit(number)))
      history.take(record)
      if filter.admits(.record(record)) { found.append(number) }
    }
    #expect(found == numbers)
  }

  @Test func `a case is suggested as a member is`() throws {
    let sentence = Self.rooms(Self.won).nearest(to: try StatePath(parsing: "rooms[0].phase.win.by"))
    #expect(sentence == "There is `rooms[0].phase.won.by`.")
  }
}
