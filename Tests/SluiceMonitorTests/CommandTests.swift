import Foundation
import Sluice
import SluiceSocket
import SluiceTree
import SluiceWire
import Synchronization
import TestSupport
import Testing

@testable import SluiceMonitor

private final class Flag: Sendable {
  private let value = Atomic(false)

  var isSet: Bool { value.load(ordering: .acquiring) }

  func set() {
    value.store(true, ordering: .releasing)
  }
}

/// What an Explorer may do to a program, and what it may not.
@Suite(.inTurn, .serialized, .ownThread)
struct CommandTests {
  struct Rename: Action, Codable {
    let name: String
    var password: String?
  }

  struct Forbidden: Action, Codable {}

  struct Account: Codable, Equatable {
    struct Member: Codable, Equatable, Identifiable {
      var id: Int
      var name: String
      var token = "t"
    }

    var name = "Bo"
    var password = "hunter2"
    var members: [Member] = []
  }

  /// A store whose Explorer is the test.
  private struct Watched {
    let hub: TestHub
    let store: Store<Account, Void>
    let peer: TestPeer
    let hello: WireRecord.Hello

    init(
      _ state: Account = Account(),
      accepting: [any (Action & Decodable).Type] = [Rename.self],
      allowsRestore: Bool = true,
      limits: ExplorerLimits = ExplorerLimits(),
      prepare: (Store<Account, Void>) -> Void = { _ in }
    ) throws {
      hub = try TestHub()
      store = Store(
        initialState: state,
        reducers: [Reducer(ReduceOn(Rename.self) { $0.name = $1.name })]
      )
      prepare(store)
      store.register(
        interceptor: ExplorerInterceptor(endpoint: hub.address) {
          $0.limits = limits
          $0.acceptedActions = accepting
          $0.allowsRestore = allowsRestore
        }
      )
      peer = try hub.accept()
      hello = try peer.hello()
      _ = try peer.state()
    }

    func dispatch(_ request: Int, _ type: String, _ payload: Tree? = nil) throws {
      try peer.send(.dispatch(.init(request: request, action: .init(type: type, payload: payload))))
    }

    func refusal() throws -> WireRecord.Failure {
      guard case .error(let failure)? = try peer.next() else { throw TestFailure("No error came.") }
      return failure
    }
  }

  @Test func `a command that is too long is refused by its number, and says how long it may be`()
    throws
  {
    let watched = try Watched(allowsRestore: false)
    try watched.dispatch(7, "Rename", ["name": .string(String(repeating: "x", count: 2 << 20))])
    let refusal = try watched.refusal()
    #expect(refusal.reply == 7)
    #expect(
      refusal.message
        == "The command is 2.1 MiB long; this program reads at most 1 MiB. Send less; a program that"
        + " allows restoring reads 16 MiB."
    )
    try watched.dispatch(8, "Rename", ["name": "Ada"])
    #expect(try watched.peer.commit().reply == 8)
  }

  @Test func `a long command is read in few pieces`() throws {
    let hub = try TestHub()
    let connection = try Connection.connect(to: try Endpoint(parsing: hub.address))
    let peer = try hub.accept()
    let text = String(repeating: "x", count: 4 << 20)
    let command = WireRecord.dispatch(
      .init(request: 1, action: .init(type: "A", payload: .string(text)))
    )
    let thread = Thread { try? peer.send(command) }
    thread.start()
    var inbox = Inbox(acceptsStates: true)
    var received: [WireRecord] = []
    var turns = 0
    var poller = Poller()
    while received.isEmpty {
      poller.removeAll()
      poller.add(connection.descriptor, for: .reading)
      try #require(try poller.wait(timeout: .seconds(60)) > 0)
      turns += 1
      _ = try inbox.receive(from: connection) { line in
        if case .record(let record) = line { received.append(record) }
      }
    }
    #expect(received == [command])
    // Between two turns a busy program encodes up to 16 commits: 256 turns took seconds.
    #expect(turns < 64)
  }

  @Test func `an action that is accepted is dispatched, and its commit is the reply`() throws {
    let watched = try Watched()
    #expect(watched.hello.accepts == ["Rename"])
    #expect(
      Set(watched.hello.capabilities)
        == [.snapshot, .pause, .dispatch, .restoreByNumber, .restoreFromTree]
    )
    try watched.dispatch(7, "Rename", ["name": "Ada"])
    let commit = try watched.peer.commit()
    #expect(commit.reply == 7)
    #expect(commit.action.type == "Rename")
    #expect(commit.origin?.file == "sluice-explorer")
    #expect(commit.changes == [.set(["name"], old: "Bo", new: "Ada")])
    #expect(watched.store.state.name == "Ada")
    // What the program does by itself answers nobody.
    watched.store.dispatch(action: Rename(name: "Cy"))
    #expect(try watched.peer.commit().reply == nil)
  }

  @Test func `many commands are obeyed in their order`() throws {
    let watched = try Watched()
    for number in 1...100 { try watched.dispatch(number, "Rename", ["name": .string("\(number)")]) }
    for number in 1...100 {
      let commit = try watched.peer.commit()
      #expect(commit.reply == number)
      #expect(commit.action.payload?[["name"]] == .string("\(number)"))
    }
  }

  static let refusals: [(type: String, payload: Tree?, message: String)] = [
    (
      "Forbidden", nil,
      "This program accepts no “Forbidden”. It accepts Rename; name more types in"
        + " acceptedActions to allow them."
    ),
    (
      "Rename", ["nam": "Ada"],
      #"No “Rename” can be made of the payload. At the top: there is no member "name"."#
    ),
    (
      "Rename", ["name": 7],
      #"No “Rename” can be made of the payload. name: a String is wanted, and an integer, 7, was found."#
    ),
    (
      "Rename", ["name": "Ada", "password": .redacted],
      "No “Rename” can be made of the payload. password: the value is incomplete: password was cut or"
        + " withheld."
    ),
  ]

  @Test(arguments: refusals.indices)
  func `an action that cannot be had is refused, and says why`(index: Int) throws {
    let (type, payload, message) = Self.refusals[index]
    let watched = try Watched()
    try watched.dispatch(3, type, payload)
    #expect(try watched.refusal() == .init(message: message, reply: 3))
    #expect(watched.store.state == Account())
  }

  @Test func `nothing is allowed by default`() throws {
    let watched = try Watched(accepting: [], allowsRestore: false)
    #expect(watched.hello.capabilities == [.snapshot, .pause])
    #expect(watched.hello.accepts.isEmpty)
    try watched.dispatch(1, "Rename", ["name": "Ada"])
    #expect(
      try watched.refusal().message.contains(
        "ExplorerInterceptor { $0.acceptedActions = [Rename.self] }"
      )
    )
    for target in [WireRecord.Restore.Target.number(0), .state(["name": "x"])] {
      try watched.peer.send(.restore(.init(request: 2, to: target)))
      #expect(
        try watched.refusal().message.contains("ExplorerInterceptor { $0.allowsRestore = true }")
      )
    }
    #expect(watched.store.state == Account())
  }

  @Test func `an action that a middleware drops is refused`() throws {
    let watched = try Watched { store in
      store.register(
        middleware: MiddlewareFunction { action, _, next in
          if (action as? Rename)?.name != "Ada" { next(action) }
        }
      )
    }
    try watched.dispatch(1, "Rename", ["name": "Ada"])
    #expect(try watched.refusal() == .init(message: CommandRefusal.noCommit.description, reply: 1))
    try watched.dispatch(2, "Rename", ["name": "Cy"])
    #expect(try watched.peer.commit().reply == 2)
  }

  @Test func `an interceptor that is lifted commands nothing`() throws {
    struct Whole: Sendable { var account = Account() }
    let hub = try TestHub()
    let store = Store(initialState: Whole())
    let interceptor = ExplorerInterceptor<Account>(endpoint: hub.address) {
      $0.acceptedActions = [Rename.self]
      $0.allowsRestore = true
    }
    store.register(interceptor: interceptor.lift(state: \.account))
    store.dispatch(action: Forbidden())
    let peer = try hub.accept()
    #expect(try peer.hello().capabilities == [.snapshot, .pause])
    try peer.send(.dispatch(.init(request: 1, action: .init(type: "Rename"))))
    while let record = try peer.next() {
      guard case .error(let failure) = record else { continue }
      #expect(failure.message == CommandRefusal.liftedInterceptor.description)
      return
    }
  }

  // MARK: - Restoring

  @Test func `a state that is held comes back whole, and sets off no effect`() throws {
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
    let watched = try Watched(limits: ExplorerLimits(heldStates: 3))
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

  @Test func `a text that does not fit is refused without a word of what is withheld`() throws {
    let watched = try Watched()
    let state: Tree = ["name": 7, "password": .redacted, "members": []]
    try watched.peer.send(.restore(.init(request: 2, to: .state(state))))
    let refusal = try watched.refusal()
    #expect(refusal.message == "No state can be made of it. What is at name does not fit.")
    #expect(!String(decoding: watched.peer.bytes, as: UTF8.self).contains("hunter2"))
  }

  // MARK: - Pausing

  @Test func `a program that is paused tells nothing, and says how much when it goes on`() throws {
    let watched = try Watched()
    watched.store.dispatch(action: Rename(name: "1"))
    try watched.peer.send(.pause(.init(request: 1)))
    let records = try watched.peer.records { if case .state = $0 { true } else { false } }
    #expect(records.last == .state(.init(number: 1, state: try tree(withheld: "1"), reply: 1)))
    for number in 2...50 { watched.store.dispatch(action: Rename(name: "\(number)")) }
    try watched.peer.send(.resume(.init(request: 2)))
    #expect(try watched.peer.next() == .dropped(.init(count: 49, from: 2, to: 50, reason: .pause)))
    #expect(try watched.peer.state() == .init(number: 50, state: tree(withheld: "50"), reply: 2))
    watched.store.dispatch(action: Rename(name: "51"))
    #expect(try watched.peer.commit().changes == [.set(["name"], old: "50", new: "51")])
  }

  @Test func `a command is answered during a pause, for all that happened before it`() throws {
    let watched = try Watched()
    try watched.peer.send(.pause(.init(request: 1)))
    #expect(try watched.peer.state().reply == 1)
    for number in 1...5 { watched.store.dispatch(action: Rename(name: "\(number)")) }
    try watched.dispatch(2, "Rename", ["name": "Ada"])
    let commit = try watched.peer.commit()
    #expect(commit.reply == 2)
    #expect(commit.number == 6)
    #expect(commit.count == 6)
    #expect(commit.changes == [.set(["name"], old: "Bo", new: "Ada")])
    #expect(watched.hello.capabilities.contains(.pause))
  }

  @Test func `who does not read its answers is refused more of them`() throws {
    let long = String(repeating: "x", count: 1 << 20)
    let watched = try Watched(Account(name: long), limits: ExplorerLimits(encodedBytes: 4 << 20))
    for request in 1...1_000 { try watched.peer.send(.snapshot(.init(request: request))) }
    var states = 0
    var refusals = 0
    while states + refusals < 1_000 {
      switch try watched.peer.next() {
      case .state: states += 1
      case .error: refusals += 1
      default: throw TestFailure("Something else came.")
      }
    }
    #expect(states >= 100)
  }

  private func tree(withheld name: String) throws -> Tree {
    ["name": .string(name), "password": .redacted, "members": []]
  }
}
