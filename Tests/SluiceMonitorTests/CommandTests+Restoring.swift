import Dispatch
import Foundation
import Sluice
import SluiceHistory
import SluiceTree
import SluiceWire
import TestSupport
import Testing

@testable import SluiceMonitor

/// Restoring a state, and reducing again without some actions.
extension CommandTests {
  @Test func `a state that is held is restored in full, and starts no effect`() throws {
    let program = try Program()
    try program.rename("Ada", "Cy")
    try program.restore(to: .number(1))
    let commit = try program.answer()
    #expect(commit.number == 3)
    #expect(commit.changes == [.set(["name"], old: "Cy", new: "Ada")])
    #expect(program.state == Account(name: "Ada"))
    // What it was made of can be left out again.
    try program.restore(to: .without([1]))
    _ = try program.answer()
    #expect(program.state.name == "Bo")
    // The state before the first commit is held, too.
    try program.rename("Di")
    try program.restore(to: .number(0))
    _ = try program.answer()
    #expect(program.state == Account())
    #expect(program.startedEffects == 0)
  }

  @Test func `a state that is no longer held is refused, and says which ones are`() throws {
    let program = try Program(limits: ExplorerLimits(restorableStates: 3))
    for number in 1...9 { try program.rename("\(number)") }
    try program.restore(to: .number(2))
    #expect(try program.refusal() == CommandRefusal.notHeld(number: 2, held: 7...9).description)
  }

  @Test func `what is withheld keeps its live value when a state comes from a text`() throws {
    let members = [
      Account.Member(id: 1, name: "a", token: "t1"), .init(id: 2, name: "b", token: "t2"),
    ]
    let program = try Program(Account(members: members))
    try program.send { .snapshot(.init(request: $0)) }
    var state = try program.peer.state().state
    #expect(state[["password"]] == .redacted)
    try state.apply([
      .set(["name"], old: nil, new: "Ada"), .set(["members", 0, "name"], old: nil, new: "x"),
      .move(["members", 1], to: 0),
    ])
    try program.restore(to: .state(state))
    _ = try program.answer()
    let expected = [members[1], Account.Member(id: 1, name: "x", token: "t1")]
    #expect(program.state == Account(name: "Ada", members: expected))
  }

  @Test func `a text in which it is not certain what is withheld is refused by its paths`() throws {
    let program = try Program(Account(members: [.init(id: 1, name: "a", token: "t1")]))
    let members: Tree = [
      ["id": 1, "name": "a", "token": .redacted], ["id": 5, "name": "e", "token": .redacted],
    ]
    try program.restore(to: .state(["name": "Ada", "password": "new", "members": members]))
    #expect(try program.refusal().contains("incomplete at members[1].token:"))
    #expect(program.state.name == "Bo" && program.state.password == "hunter2")
  }

  @Test func `one value is set, wherever its element stands, or refused with its path`() throws {
    let members = [
      Account.Member(id: 1, name: "a", token: "t1"), .init(id: 2, name: "b", token: "t2"),
    ]
    let program = try Program(Account(members: members))
    try program.restore(to: .value(at: [.key("members"), .id(2), .key("name")], "x"))
    _ = try program.answer()
    let changed = Account.Member(id: 2, name: "x", token: "t2")
    #expect(program.state == Account(members: [members[0], changed]))
    let refused: [([WireRecord.Restore.Step], Tree, String)] = [
      ([.key("name")], 7, "The value at name does not fit."),
      ([.key("members"), .index(0), .key("id")], "x", "The value at members[0].id does not fit."),
      ([.key("members"), .id(3), .key("name")], "x", "The state has nothing at members."),
      ([.key("members"), .index(5), .key("name")], "x", "The state has nothing at members[5]."),
      ([.key("name"), .key("first")], "x", "The state has nothing at name.first."),
      ([.key("name")], .redacted, "does not fit."),
    ]
    for (steps, value, message) in refused {
      try program.restore(to: .value(at: steps, value))
      #expect(try program.refusal().contains(message))
      #expect(program.state.members[1] == changed && program.state.name == "Bo")
    }
  }

  /// One member of each kind.
  struct Kinds: Codable, Equatable {
    enum Case: Codable, Equatable {
      case plain
      case loaded(Int, label: String?)
    }
    var flag = false
    var small: Int8 = 0
    var large: UInt64 = 0
    var wide: Int128 = 0
    var single: Float = 0
    var double = 0.0
    var negative = 1.0
    var infinite = 0.0
    var text = ""
    var optional: Int?
    var list: [Double] = []
    var keyed: [String: Int] = [:]
    var numbered: [Int: String] = [:]
    var bytes = Data()
    var moment = Date(timeIntervalSinceReferenceDate: 0)
    var place = Case.plain
  }

  @Test func `values of all kinds are set to the bit`() throws {
    let kinds = Kinds(
      flag: true,
      small: -128,
      large: .max,
      wide: .min,
      single: 0.1,
      double: .leastNonzeroMagnitude,
      negative: -0.0,
      infinite: -.infinity,
      text: "a\u{0}\u{301}\u{1F600}",
      optional: 5,
      list: [.greatestFiniteMagnitude, .infinity, 1],
      keyed: ["$": 1, "a.b": 2],
      numbered: [7: "x"],
      bytes: Data([0, 255]),
      moment: Date(timeIntervalSinceReferenceDate: 0.1),
      place: .loaded(1, label: nil)
    )
    guard case .object(let members) = try tree(kinds) else { return }
    var made = try tree(Kinds())
    for member in members.members {
      let command = WireRecord.restore(
        .init(request: 1, to: .value(at: [.key(member.key)], member.value))
      )
      guard case .restore(let read) = try WireRecord(line: command.line().dropLast()),
        case .value(let steps, let value) = read.target
      else {
        Issue.record("not read: \(command)")
        return
      }
      made = try made.replacing(at: steps, with: value)
    }
    let decoded = try TreeDecoder().decode(Kinds.self, from: made)
    #expect(decoded == kinds && decoded.negative.sign == .minus)
    #expect(try tree(decoded) == tree(kinds))
  }

  @Test func `a text that does not fit is refused without withheld values`() throws {
    let program = try Program()
    try program.restore(to: .state(["name": 7, "password": .redacted, "members": []]))
    let message = "The state can't be decoded. The value at name does not fit."
    #expect(try program.refusal() == message)
    #expect(!String(decoding: program.peer.bytes, as: UTF8.self).contains("hunter2"))
  }

  @Test func `actions are reduced again without some, and start no effect`() throws {
    let program = try Program()
    try program.rename("Ada", "Cy", "Di")
    try program.restore(to: .without([3]))
    let commit = try program.answer()
    #expect((commit.number, commit.action.type) == (4, "StateRestored"))
    #expect(commit.changes == [.set(["name"], old: "Di", new: "Cy")])
    #expect(commit.action.payload?[["reason", "without"]] == [3])
    // The list is complete.
    try program.restore(to: .without([1, 2]))
    _ = try program.answer()
    #expect(program.state.name == "Di")
    // What the program does in the meantime is reduced again, too.
    try program.rename("Eve")
    try program.restore(to: .without([3]))
    _ = try program.answer()
    #expect(program.state.name == "Eve")
    #expect(program.startedEffects == 0)
  }

  @Test func `an action that is no longer held is refused, with the earliest one that is`() throws {
    let program = try Program(limits: ExplorerLimits(recordedActions: 2))
    for number in 1...6 { try program.rename("\(number)") }
    try program.restore(to: .without([6, 2]))
    #expect(
      try program.refusal()
        == "Commit 2 can't be left out: the actions are recorded from commit 5 on. Leave out commits"
        + " from 5 to 6."
    )
    #expect(program.state.name == "6")
  }

  @Test func `the record starts over at a state that was restored from a text`() throws {
    let program = try Program()
    try program.rename("Ada")
    try program.restore(to: .state(["name": "Text", "password": .redacted, "members": []]))
    _ = try program.answer()
    try program.restore(to: .without([1]))
    let refusal = CommandRefusal.notRecorded(ReplayRefusal(commit: 1, available: nil))
    #expect(try program.refusal() == refusal.description)
  }

  @Test func `what is recorded is released when the Explorer disconnects`() throws {
    struct Hold: Action { let witness: Witness }
    let released = DispatchSemaphore(value: 0)
    let watched = try Watched(Store(initialState: Account())) { $0.allowsRestore = true }
    var peer: TestPeer? = try watched.connect()
    watched.store.dispatch(action: Hold(witness: Witness { released.signal() }))
    watched.store.dispatch(action: Rename(name: "Ada"))
    _ = try peer?.records(throughCommit: 2)
    #expect(released.wait(timeout: .now()) == .timedOut)
    watched.hub.stop()
    peer = nil
    #expect(released.wait(timeout: .now() + 60) == .success)
  }
}
