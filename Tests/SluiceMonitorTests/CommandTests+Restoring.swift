import Sluice
import SluiceTree
import SluiceWire
import TestSupport
import Testing

@testable import SluiceMonitor

extension CommandTests {
  @Test func `a state that is held is restored in full, and starts no effect`() throws {
    let ran = Flag()
    let watched = try Watched { store in
      store.register(
        effect: Effect<Void>.on(StateRestored.self) { _, _ -> Void in ran.set() },
        id: "restored"
      )
    }
    for name in ["Ada", "Cy"] { watched.store.dispatch(action: Rename(name: name)) }
    _ = try watched.peer.records(throughCommit: 2)
    try watched.peer.send(.restore(.init(request: 9, to: .number(1))))
    let commit = try watched.peer.commit()
    #expect(commit.number == 3)
    #expect(commit.reply == 9)
    #expect(commit.changes == [.set(["name"], old: "Cy", new: "Ada")])
    #expect(watched.store.state == Account(name: "Ada"))
    // The state before the first commit is held, too.
    try watched.peer.send(.restore(.init(request: 10, to: .number(0))))
    #expect(try watched.peer.commit().reply == 10)
    #expect(watched.store.state == Account())
    #expect(!ran.isSet)
  }

  @Test func `a state that is no longer held is refused, and says which ones are`() throws {
    let watched = try Watched(limits: ExplorerLimits(restorableStates: 3))
    for number in 1...9 {
      watched.store.dispatch(action: Rename(name: "\(number)"))
      _ = try watched.peer.commit()
    }
    try watched.peer.send(.restore(.init(request: 1, to: .number(2))))
    let refusal = CommandRefusal.notHeld(number: 2, held: 7...9)
    #expect(try watched.refusal() == .init(message: refusal.description, reply: 1))
  }

  @Test func `what is withheld keeps its live value when a state comes from a text`() throws {
    let members = [
      Account.Member(id: 1, name: "a", token: "t1"), .init(id: 2, name: "b", token: "t2"),
    ]
    let watched = try Watched(Account(members: members))
    try watched.peer.send(.snapshot(.init(request: 1)))
    var state = try watched.peer.state().state
    #expect(state[["password"]] == .redacted)
    try state.apply([
      .set(["name"], old: nil, new: "Ada"), .set(["members", 0, "name"], old: nil, new: "x"),
      .move(["members", 1], to: 0),
    ])
    try watched.peer.send(.restore(.init(request: 2, to: .state(state))))
    #expect(try watched.peer.commit().reply == 2)
    let expected = [members[1], Account.Member(id: 1, name: "x", token: "t1")]
    #expect(watched.store.state == Account(name: "Ada", members: expected))
  }

  @Test func `a text in which it is not certain what is withheld is refused by its paths`() throws {
    let watched = try Watched(Account(members: [.init(id: 1, name: "a", token: "t1")]))
    let state: Tree = [
      "name": "Ada", "password": "new",
      "members": [
        ["id": 1, "name": "a", "token": .redacted], ["id": 5, "name": "e", "token": .redacted],
      ],
    ]
    try watched.peer.send(.restore(.init(request: 2, to: .state(state))))
    let refusal = try watched.refusal()
    #expect(refusal.reply == 2)
    #expect(refusal.message.contains("incomplete at members[1].token:"))
    #expect(watched.store.state.name == "Bo")
    #expect(watched.store.state.password == "hunter2")
  }

  @Test func `a text that does not fit is refused without withheld values`() throws {
    let watched = try Watched()
    let state: Tree = ["name": 7, "password": .redacted, "members": []]
    try watched.peer.send(.restore(.init(request: 2, to: .state(state))))
    let refusal = try watched.refusal()
    #expect(refusal.message == "No state can be made of it. What is at name does not fit.")
    #expect(!String(decoding: watched.peer.bytes, as: UTF8.self).contains("hunter2"))
  }
}
