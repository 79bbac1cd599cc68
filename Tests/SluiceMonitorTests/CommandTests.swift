import Foundation
import Sluice
import SluiceSocket
import SluiceTree
import SluiceWire
import TestSupport
import Testing

@testable import SluiceMonitor

/// What an Explorer may do to a program, and what it may not.
@Suite(.inTurn, .serialized)
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

  /// An account whose Explorer is the test.
  final class Program {
    let store: Store<Account, Void>
    let peer: TestPeer
    let hello: WireRecord.Hello
    private let hub: TestHub
    private let restorations = Guarded(0)
    /// The number of the last command.
    private(set) var request = 0

    init(
      _ state: Account = Account(),
      accepting: [any (Action & Decodable).Type] = [Rename.self],
      allowsRestore: Bool = true,
      limits: ExplorerLimits = ExplorerLimits(),
      prepare: (Store<Account, Void>) -> Void = { _ in }
    ) throws {
      let reducer = Reducer<Account>(ReduceOn(Rename.self) { $0.name = $1.name })
      store = Store(initialState: state, reducers: [reducer])
      store.register(
        effect: Effect<Void>.on(StateRestored.self).run { [restorations] _, _ in
          restorations.withLock { $0 += 1 }
        },
        id: "restored"
      )
      prepare(store)
      let watched = try Watched(store) {
        $0.limits = limits
        $0.acceptedActions = accepting
        $0.allowsRestore = allowsRestore
      }
      hub = watched.hub
      peer = try hub.accept()
      hello = try peer.start().hello
    }

    var state: Account { store.state }
    /// How often a restored state started an effect.
    var startedEffects: Int { restorations.withLock { $0 } }

    /// Lets the program itself dispatch, and reads the commits.
    func rename(_ names: String...) throws {
      for name in names {
        store.dispatch(action: Rename(name: name))
        _ = try peer.commit()
      }
    }

    func send(_ command: (_ request: Int) -> WireRecord) throws {
      request += 1
      try peer.send(command(request))
    }

    func dispatch(_ type: String, _ payload: Tree? = nil) throws {
      try send { .dispatch(.init(request: $0, action: .init(type: type, payload: payload))) }
    }

    func restore(to target: WireRecord.Restore.Target) throws {
      try send { .restore(.init(request: $0, to: target)) }
    }

    /// The commit that answers the last command.
    func answer() throws -> WireRecord.Commit {
      let commit = try peer.commit()
      #expect(commit.reply == request)
      return commit
    }

    /// The reason for which the last command was refused.
    func refusal() throws -> String {
      let failure = try peer.failure()
      #expect(failure == .init(message: failure.message, reply: request))
      return failure.message
    }
  }

  @Test func `a command that is too long is refused, with how long it may be`() throws {
    let program = try Program(allowsRestore: false)
    try program.dispatch("Rename", ["name": .string(String(repeating: "x", count: 1_100_000))])
    #expect(
      try program.refusal()
        == "The command is 1.1 MiB long; this program reads at most 1 MiB. Send less; a program that"
        + " allows restoring reads 16 MiB."
    )
    try program.dispatch("Rename", ["name": "Ada"])
    _ = try program.answer()
  }

  @Test func `a long command is read in few pieces`() throws {
    let hub = try TestHub()
    let connection = try Connection.connect(to: try Endpoint(parsing: hub.address))
    let peer = try hub.accept()
    let text = Tree.string(String(repeating: "x", count: 1 << 20))
    let command = WireRecord.dispatch(.init(request: 1, action: .init(type: "A", payload: text)))
    Thread.detachNewThread { try? peer.send(command) }
    var inbox = Inbox(acceptsStates: true)
    var received: [WireRecord] = []
    var turns = 0
    var poller = Poller()
    while received.isEmpty {
      poller.removeAll()
      poller.add(connection.descriptor, for: .reading)
      try #require(try poller.wait(timeout: patience) > 0)
      turns += 1
      _ = try inbox.receive(from: connection, .system) { line in
        if case .record(let record) = line { received.append(record) }
      }
    }
    #expect(received == [command])
    // Between two turns a busy program encodes up to 16 commits: 4 MiB in 256 turns took seconds.
    #expect(turns < 16)
  }

  @Test func `an action that is accepted is dispatched, and its commit is the reply`() throws {
    let program = try Program()
    #expect(program.hello.accepts == ["Rename"])
    #expect(program.hello.examples["Rename"] == ["name": ""])
    #expect(
      Set(program.hello.capabilities)
        == [
          .snapshot, .pause, .dispatch, .restoreByNumber, .restoreWithout, .restoreFromTree,
          .restoreValue,
        ]
    )
    try program.dispatch("Rename", ["name": "Ada"])
    let commit = try program.answer()
    #expect((commit.action.type, commit.origin?.file) == ("Rename", "sluice-explorer"))
    #expect(commit.changes == [.set(["name"], old: "Bo", new: "Ada")])
    #expect(program.state.name == "Ada")
    // What the program does by itself answers nobody.
    program.store.dispatch(action: Rename(name: "Cy"))
    #expect(try program.peer.commit().reply == nil)
  }

  @Test func `many commands are executed in their order`() throws {
    let program = try Program()
    for number in 1...100 { try program.dispatch("Rename", ["name": .string("\(number)")]) }
    let commits = try (1...100).map { _ in try program.peer.commit() }
    #expect(commits.map(\.reply) == Array(1...100))
    #expect(commits.map { $0.action.payload?["name"] } == (1...100).map { .string("\($0)") })
  }

  @Test func `an action that cannot be decoded is refused with the reason`() throws {
    let rows: [(type: String, payload: Tree?, message: String)] = [
      (
        "Forbidden", nil,
        "This program accepts no “Forbidden”. It accepts Rename; name more types in"
          + " acceptedActions to allow them."
      ),
      (
        "Rename", ["nam": "Ada"],
        #"The payload can't be decoded as “Rename”. At the top: there is no member "name"."#
      ),
      (
        "Rename", ["name": 7],
        "The payload can't be decoded as “Rename”. name: expected a String, but found an"
          + " integer, 7."
      ),
      (
        "Rename", ["name": "Ada", "password": .redacted],
        "The payload can't be decoded as “Rename”. password: the value is incomplete: password was cut"
          + " or withheld."
      ),
    ]
    let program = try Program()
    for (type, payload, message) in rows {
      try program.dispatch(type, payload)
      #expect(try program.refusal() == message)
      #expect(program.state == Account())
    }
  }

  @Test func `no command is allowed by default`() throws {
    let program = try Program(accepting: [], allowsRestore: false)
    #expect(program.hello.capabilities == [.snapshot, .pause])
    #expect(program.hello.accepts.isEmpty && program.hello.examples.isEmpty)
    try program.dispatch("Rename", ["name": "Ada"])
    let setting = "ExplorerInterceptor { $0.acceptedActions = [Rename.self] }"
    #expect(try program.refusal().contains(setting))
    for target: WireRecord.Restore.Target in [.number(0), .state(["name": "x"]), .without([1])] {
      try program.restore(to: target)
      #expect(try program.refusal() == CommandRefusal.restoringNotAllowed.description)
    }
    let hint = "ExplorerInterceptor { $0.allowsRestore = true }"
    #expect(CommandRefusal.restoringNotAllowed.description.contains(hint))
    #expect(program.state == Account())
  }

  @Test func `an action that middleware drops is refused`() throws {
    let program = try Program { store in
      store.register(
        middleware: MiddlewareFunction { action, _, next in
          if (action as? Rename)?.name != "Ada" { next(action) }
        }
      )
    }
    try program.dispatch("Rename", ["name": "Ada"])
    #expect(try program.refusal() == CommandRefusal.noCommit.description)
    try program.dispatch("Rename", ["name": "Cy"])
    _ = try program.answer()
  }

  @Test func `an interceptor that is lifted commands nothing`() throws {
    struct Whole: Sendable { var account = Account() }
    let hub = try TestHub()
    let store = Store(initialState: Whole())
    let interceptor = ExplorerInterceptor<Account>(endpoint: hub.address) {
      $0.acceptedActions = [Rename.self]
      $0.allowsRestore = true
    }
    let feature = Feature<Account, Void>(id: "account").interceptor(interceptor)
    store.register(feature: feature.lift(.state(\.account)))
    store.dispatch(action: Forbidden())
    let peer = try hub.accept()
    #expect(try peer.hello().capabilities == [.snapshot, .pause])
    try peer.send(.dispatch(.init(request: 1, action: .init(type: "Rename"))))
    let last = try peer.records { $0.type == "error" }.last
    let message = CommandRefusal.liftedInterceptor.description
    #expect(last == .error(.init(message: message, reply: 1)))
  }

  @Test func `a paused program sends no commits, and their number when it resumes`() throws {
    let program = try Program()
    func state(named name: String) -> Tree {
      ["name": .string(name), "password": .redacted, "members": []]
    }
    program.store.dispatch(action: Rename(name: "1"))
    try program.send { .pause(.init(request: $0)) }
    let records = try program.peer.records { $0.type == "state" }
    #expect(records.last == .state(.init(number: 1, state: state(named: "1"), reply: 1)))
    for number in 2...50 { program.store.dispatch(action: Rename(name: "\(number)")) }
    try program.send { .resume(.init(request: $0)) }
    #expect(try program.peer.next() == .dropped(.init(count: 49, from: 2, to: 50, reason: .pause)))
    #expect(try program.peer.state() == .init(number: 50, state: state(named: "50"), reply: 2))
    program.store.dispatch(action: Rename(name: "51"))
    #expect(try program.peer.commit().changes == [.set(["name"], old: "50", new: "51")])
  }

  @Test func `a command is answered during a pause, for all that happened before it`() throws {
    let program = try Program()
    try program.send { .pause(.init(request: $0)) }
    #expect(try program.peer.state().reply == 1)
    for number in 1...5 { program.store.dispatch(action: Rename(name: "\(number)")) }
    try program.dispatch("Rename", ["name": "Ada"])
    let commit = try program.answer()
    #expect((commit.number, commit.count) == (6, 6))
    #expect(commit.changes == [.set(["name"], old: "Bo", new: "Ada")])
  }

  @Test func `a sender that doesn't read its answers is refused further ones`() throws {
    let name = String(repeating: "x", count: 1 << 15)
    let program = try Program(Account(name: name), limits: ExplorerLimits(encodedBytes: 1 << 17))
    for _ in 1...300 { try program.send { .snapshot(.init(request: $0)) } }
    let types = try (1...300).map { _ in try program.peer.next()?.type }
    let states = types.count { $0 == "state" }
    #expect((30..<300).contains(states))
    #expect(types.count { $0 == "error" } == 300 - states)
  }
}
