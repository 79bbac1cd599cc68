import Foundation
import Sluice
import SluiceMonitor
import SluiceTree
import SluiceWire
import TestSupport
import Testing

@Suite(.inTurn, .serialized)
struct StreamTests {
  /// A store that is watched, and its hub's end of the connection behind the first state.
  private static func watched() throws -> (TestHub, Store<Counter, Void>, TestPeer) {
    let hub = try TestHub()
    let store = makeStore()
    store.register(interceptor: ExplorerInterceptor(endpoint: hub.address))
    let peer = try hub.accept()
    _ = try peer.hello()
    _ = try peer.state()
    return (hub, store, peer)
  }

  @Test func `a stream is hello, the state and then each commit with its changes`() throws {
    let hub = try TestHub()
    let store = makeStore()
    store.register(
      interceptor: ExplorerInterceptor(name: "Todo", endpoint: hub.address) {
        $0.storeName = "main"
      }
    )
    let peer = try hub.accept()
    let hello = try peer.hello()
    #expect(hello.name == "Todo")
    #expect(hello.store == "main")
    #expect(hello.stateType == "Counter")
    #expect(hello.role == .program)
    #expect(hello.lastCommit == 0)
    let state = try peer.state()
    #expect(state.number == 0)
    #expect(try state.state == tree(Counter()))

    store.dispatch(action: Add(amount: 2))
    let commit = try peer.commit()
    #expect(commit.number == 1)
    #expect(commit.count == 1)
    #expect(commit.action == .init(type: "Add", payload: ["amount": 2]))
    #expect(commit.changes == [.set(["count"], old: 0, new: 2)])
    #expect(commit.origin?.file == "SluiceMonitorTests/StreamTests.swift")
    #expect(commit.reducing != nil)
    #expect(abs(commit.time - Int64(Date().timeIntervalSince1970 * 1e6)) < 60_000_000)
  }

  @Test func `the state that changes rebuild is the program's, over random programs`() throws {
    for seed in 1...4 {
      var random = SplitMix64(seed: UInt64(seed))
      let hub = try TestHub()
      let store = Store(initialState: Shop(), reducers: [Shop.reducer])
      store.register(
        interceptor: ExplorerInterceptor(endpoint: hub.address) {
          $0.overflow = seed % 2 == 0 ? .dropOldest : .wait(upTo: .seconds(20))
        }
      )
      let peer = try hub.accept()
      var replica = Replica()
      for _ in 0..<5 {
        for _ in 0..<40 { store.dispatch(action: ShopAction.random(&random)) }
        let last = store.dispatched
        while replica.number ?? -1 < last || replica.tree == nil, let record = try peer.next() {
          try replica.apply(record)
        }
        #expect(try replica.tree == tree(store.state))
      }
      #expect(replica.received == store.dispatched)
      #expect(replica.dropped == 0)
      if seed % 2 == 1 { #expect(replica.commits.allSatisfy { $0.count == 1 }) }
    }
  }

  private struct Sold: Action, Encodable {}

  private struct Till: Codable, Sendable {
    var cart = ["milk", "bread"]
    var total = 0
    var isOpen = true
  }

  private static let till = [
    Reducer<Till>(
      id: "cart",
      ReduceOn(Sold.self) { state, _ in
        state.cart = []
        state.isOpen = false
      }
    ),
    Reducer<Till>(id: "shop", ReduceOn(Sold.self) { _, _ in }),
    Reducer<Int>(id: "total", ReduceOn(Sold.self) { total, _ in total += 2 })
      .lift(state: \Till.total),
  ]

  @Test(arguments: [1, 2, 3])
  func `a commit names its reducers, and how much each changed`(count: Int) throws {
    let hub = try TestHub()
    let store = Store(initialState: Till(), reducers: Array(Self.till.suffix(count)))
    store.register(interceptor: ExplorerInterceptor(endpoint: hub.address))
    let peer = try hub.accept()
    _ = try peer.hello()
    _ = try peer.state()
    let expected: [[WireRecord.Reducer]] = [
      [.init(id: "total")],
      [.init(id: "shop", changes: 0), .init(id: "total", changes: 1, path: ["total"])],
      [
        .init(id: "cart", changes: 3), .init(id: "shop", changes: 0),
        .init(id: "total", changes: 1, path: ["total"]),
      ],
    ]
    store.dispatch(action: Sold())
    #expect(try peer.commit().reducers == expected[count - 1])
  }

  @Test func `an action that nothing handles changes nothing`() throws {
    struct Unknown: Action {}
    let (hub, store, peer) = try Self.watched()
    defer { withExtendedLifetime((hub, store)) {} }
    store.dispatch(action: Unknown())
    let commit = try peer.commit()
    #expect(commit.number == 1)
    #expect(commit.action == .init(type: "Unknown"))
    #expect(commit.changes.isEmpty)
    #expect(commit.reducers == [])
  }

  @Test func `effects are sent in order with the commits, with their causes`() throws {
    struct Failing: Action {}
    let hub = try TestHub()
    let store = makeStore()
    store.register(interceptor: ExplorerInterceptor(endpoint: hub.address))
    store.register(
      effect: Effect<Void>.on(Add.self) { action, _ in Note(text: "added \(action.amount)") },
      id: "note"
    )
    store.register(
      effect: Effect<Void>.on(Failing.self) { _, _ -> Note in
        throw Refused(token: "hunter2", code: 3)
      },
      id: "fail"
    )
    store.onEffectFailure = { _ in }
    let peer = try hub.accept()
    _ = try peer.hello()
    _ = try peer.state()
    store.dispatch(action: Add(amount: 1))
    let records = try peer.records(throughCommit: 2)
    guard case .commit(let cause) = records[0], case .effect(let started) = records[1],
      case .commit(let note) = records[2]
    else { throw TestFailure("\(records)") }
    #expect(cause.number == 1)
    #expect(started.event == .started)
    #expect(started.effect == "note")
    #expect(started.commit == 1)
    #expect(note.action == .init(type: "Note", payload: ["text": "added 1"]))
    #expect(note.cause == .init(commit: 1, effect: "note", run: started.run))
    guard case .effect(let ended)? = try peer.next() else { throw TestFailure("no end") }
    #expect(ended.event == .ended)
    #expect(ended.run == started.run)
    #expect(ended.duration != nil)

    store.dispatch(action: Failing())
    while case .effect(let effect)? = try peer.next() ?? .bye(.init()) {
      guard effect.event == .failed else { continue }
      #expect(effect.error?.contains("Refused") == true)
      #expect(effect.error?.contains("3") == true)
      #expect(effect.error?.contains("hunter2") == false)
      return
    }
  }

  @Test func `templates' actions are named by their ids`() throws {
    let increment = ActionTemplate(id: "increment", payloadType: Int.self)
    let (hub, store, peer) = try Self.watched()
    defer { withExtendedLifetime((hub, store)) {} }
    store.dispatch(action: increment(payload: 4))
    store.dispatch(
      action: ActionTemplate(id: "setPassword", payloadType: String.self)(payload: "x")
    )
    #expect(try peer.commit().action == .init(type: "increment", id: "increment", payload: 4))
    #expect(try peer.commit().action.payload == .redacted)
  }

  @Test func `what is not encodable is reflected, objects by their types, and hello says so`()
    throws
  {
    final class Session: Sendable { let id = 7 }
    struct Plain: Sendable {
      var session = Session()
      var count = 1
    }
    struct Touch: Action { let at = 3 }
    let hub = try TestHub()
    let store = Store(initialState: Plain())
    store.register(interceptor: ExplorerInterceptor(endpoint: hub.address))
    let peer = try hub.accept()
    #expect(try peer.hello().notes.contains { $0.contains("Plain is shown by reflection") })
    #expect(try peer.state().state == ["session": .opaque(typeName: "Session"), "count": 1])
    store.dispatch(action: Touch())
    #expect(try peer.commit().action.payload == ["at": 3])
  }

  @MainActor
  @Test func `a conformance that is isolated to an actor is not used on another thread`() throws {
    let hub = try TestHub()
    let store = Store(initialState: Local())
    store.register(interceptor: ExplorerInterceptor(endpoint: hub.address))
    let peer = try hub.accept()
    #expect(try peer.hello().notes.contains { $0.contains("Local is shown by reflection") })
    #expect(try peer.state().state == ["value": 1])
  }

  @Test func `the state is sent on request, and other commands are refused`() throws {
    let (hub, store, peer) = try Self.watched()
    defer { withExtendedLifetime((hub, store)) {} }
    try peer.send(.snapshot(.init(request: 5)))
    let state = try peer.state()
    #expect(state.reply == 5)
    #expect(state.number == 0)
    try peer.send(.dispatch(.init(request: 6, action: .init(type: "Add"))))
    guard case .error(let failure)? = try peer.next() else { throw TestFailure("no refusal") }
    #expect(failure.reply == 6)
  }

  @Test func `a record that is longer than the hub reads is cut`() throws {
    let (hub, store, peer) = try Self.watched()
    defer { withExtendedLifetime((hub, store)) {} }
    try peer.send(.welcome(.init(longestRecord: 8 << 10)))
    try peer.send(.snapshot(.init(request: 1)))
    _ = try peer.state()
    store.dispatch(action: Note(text: String(repeating: "x", count: 20 << 10)))
    let commit = try peer.commit()
    #expect(commit.note?.contains("cut") == true)
    #expect(WireRecord.commit(commit).line().count <= 8 << 10)
  }

  @Test func `garbage from the hub is answered a few times and does no harm`() throws {
    let (hub, store, peer) = try Self.watched()
    defer { withExtendedLifetime((hub, store)) {} }
    var random = SplitMix64(seed: 4)
    for _ in 0..<50 {
      var line = (0..<200).map { _ in UInt8(random.next() & 0xFF) }
      line.append(UInt8(ascii: "\n"))
      try peer.send(line)
    }
    try peer.send(Array(repeating: UInt8(ascii: "["), count: 3 << 20) + [UInt8(ascii: "\n")])
    try peer.send(Array("{\"type\":\"from the future\"}\n".utf8))
    try peer.send(.error(.init(message: "What?")))
    store.dispatch(action: Add(amount: 1))
    let records = try peer.records(throughCommit: 1)
    let errors = records.count { if case .error = $0 { true } else { false } }
    #expect(errors <= 16)
    #expect(store.state.count == 1)
  }
}

private struct Local: Sendable {
  var value = 1
}

extension Local: @MainActor Encodable {
  @MainActor
  func encode(to encoder: any Encoder) throws {
    fatalError("Not on this thread.")
  }
}

private struct Refused: Error {
  let token: String
  let code: Int
}
