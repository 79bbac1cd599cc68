import Foundation
import Sluice
import SluiceSocket
import SluiceTree
import SluiceWire
import Synchronization
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

  /// A store whose Explorer is the test.

  final class Flag: Sendable {
    private let value = Atomic(false)

    var isSet: Bool { value.load(ordering: .acquiring) }

    func set() {
      value.store(true, ordering: .releasing)
    }
  }

  /// A store whose Explorer is the test.
  struct Watched {
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
    try watched.dispatch(7, "Rename", ["name": .string(String(repeating: "x", count: 1_100_000))])
    let refusal = try watched.refusal()
    #expect(refusal.reply == 7)
    #expect(
      refusal.message
        == "The command is 1.1 MiB long; this program reads at most 1 MiB. Send less; a program that"
        + " allows restoring reads 16 MiB."
    )
    try watched.dispatch(8, "Rename", ["name": "Ada"])
    #expect(try watched.peer.commit().reply == 8)
  }

  @Test func `a long command is read in few pieces`() throws {
    let hub = try TestHub()
    let connection = try Connection.connect(to: try Endpoint(parsing: hub.address))
    let peer = try hub.accept()
    let text = String(repeating: "x", count: 1 << 20)
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
    let watched = try Watched()
    #expect(watched.hello.accepts == ["Rename"])
    #expect(watched.hello.examples["Rename"] == ["name": ""])
    #expect(
      Set(watched.hello.capabilities)
        == [
          .snapshot, .pause, .dispatch, .restoreByNumber, .restoreFromTree, .restoreWithout,
        ]
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

  @Test func `many commands are executed in their order`() throws {
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
  func `an action that cannot be decoded is refused with the reason`(index: Int) throws {
    let (type, payload, message) = Self.refusals[index]
    let watched = try Watched()
    try watched.dispatch(3, type, payload)
    #expect(try watched.refusal() == .init(message: message, reply: 3))
    #expect(watched.store.state == Account())
  }

  @Test func `no command is allowed by default`() throws {
    let watched = try Watched(accepting: [], allowsRestore: false)
    #expect(watched.hello.capabilities == [.snapshot, .pause])
    #expect(watched.hello.accepts.isEmpty && watched.hello.examples.isEmpty)
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

  @Test func `an action that middleware drops is refused`() throws {
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
}
