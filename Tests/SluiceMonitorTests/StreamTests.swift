import Foundation
import Sluice
import SluiceMonitor
import SluiceTree
import SluiceWire
import TestSupport
import Testing

@Suite(.inTurn, .serialized)
struct StreamTests {
  @Test func `a stream is hello, the state and then each commit with its changes`() throws {
    let hub = try TestHub()
    let store = makeStore()
    store.register(
      interceptor: ExplorerInterceptor(name: "Todo", endpoint: hub.address) {
        $0.storeName = "main"
      }
    )
    let peer = try hub.accept()
    let (hello, state) = try peer.start()
    #expect((hello.name, hello.store, hello.stateType) == ("Todo", "main", "Counter"))
    #expect((hello.role, hello.lastCommit, state.number) == (.program, 0, 0))
    #expect(try state.state == tree(Counter()))

    store.dispatch(action: Add(amount: 2))
    let commit = try peer.commit()
    #expect((commit.number, commit.count) == (1, 1))
    #expect(commit.action == .init(type: "Add", payload: ["amount": 2]))
    #expect(commit.changes == [.set(["count"], old: 0, new: 2)])
    #expect(commit.origin?.file == "SluiceMonitorTests/StreamTests.swift")
    #expect(commit.reducing != nil)
    #expect(abs(commit.time - Int64(Date().timeIntervalSince1970 * 1e6)) < 60_000_000)
  }

  /// Puts a value of every kind among the others, or in the place of one.
  private struct Put: EncodableAction {
    let medley: Medley
  }

  private struct Shelf: Codable, Sendable {
    var count = 0
    var medleys: [Medley] = []

    mutating func put(_ medley: Medley) {
      count += 1
      let place = count * 7 % (medleys.count + 1)
      switch count % 5 {
      case 0: medleys.sort { $0.text < $1.text }
      case 1, 2: medleys.insert(medley, at: place)
      case 3 where place > 0: medleys[place - 1] = medley
      default: medleys.removeLast(min(medleys.count, 1))
      }
    }
  }

  @Test(arguments: 1...volume(2, nightly: 16))
  func `the state that changes rebuild is the program's, over random values`(seed: Int) throws {
    var values = RandomValues(seed: UInt64(seed))
    let put = Reducer<Shelf>(ReduceOn(Put.self) { $0.put($1.medley) })
    let watched = try Watched(Store(initialState: Shelf(), reducers: [put])) {
      $0.redaction = .none
      $0.overflow = seed % 2 == 0 ? .dropOldest : .wait(upTo: .seconds(20))
    }
    let store = watched.store
    let peer = try watched.hub.accept()
    var replica = try Replica()
    for _ in 0..<5 {
      for _ in 0..<15 { store.dispatch(action: Put(medley: values.medley(depth: 0))) }
      try replica.follow(peer, through: store.count)
      #expect(try replica.tree == tree(store.state))
    }
    #expect((replica.received, replica.dropped) == (store.count, 0))
    if seed % 2 == 1 { #expect(replica.commits.allSatisfy { $0.count == 1 }) }
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
      .lift(.state(\Till.total)),
  ]

  @Test func `a commit names its reducers, in order`() throws {
    let watched = try Watched(Store(initialState: Till(), reducers: Self.till))
    let peer = try watched.connect()
    watched.store.dispatch(action: Sold())
    #expect(try peer.commit().reducers?.map(\.id) == ["cart", "shop", "total"])
  }

  @Test func `actions are named by their types or ids, and show what they carry`() throws {
    struct Touch: Action { let at = 3 }
    let increment = ActionTemplate(id: "increment", payloadType: Int.self)
    let setPassword = ActionTemplate(id: "setPassword", payloadType: String.self)
    let watched = try Watched()
    let peer = try watched.connect()
    watched.store.dispatch(action: Touch())
    watched.store.dispatch(action: increment(payload: 4))
    watched.store.dispatch(action: setPassword(payload: "x"))
    let commits = try (1...3).map { _ in try peer.commit() }
    #expect(
      commits.map(\.action) == [
        .init(type: "Touch", payload: ["at": 3]),
        .init(type: "increment", id: "increment", payload: 4),
        .init(type: "setPassword", id: "setPassword", payload: .redacted),
      ]
    )
    // Nothing handles them.
    #expect(commits.map(\.number) == [1, 2, 3])
    #expect(commits.allSatisfy { $0.changes.isEmpty && $0.reducers == [] })
  }

  @Test func `effects are sent in order with the commits, with their causes`() throws {
    struct Failing: Action {}
    struct Refused: Error {
      let token = "hunter2"
      let code = 3
    }
    let watched = try Watched()
    let store = watched.store
    store.register(
      effect: Effect<Void>.on(Add.self) { action, _ in Note(text: "added \(action.amount)") },
      id: "note"
    )
    store.register(
      effect: Effect<Void>.on(Failing.self) { _, _ -> Note in throw Refused() }
        .retry(attempts: 2, backoff: .fixed(.milliseconds(2))),
      id: "fail"
    )
    store.onEffectFailure = { _ in }
    let peer = try watched.connect()
    store.countUp()
    let records = try peer.records { event($0) == .ended }
    guard case .effect(let started) = records[1], case .effect(let ended)? = records.last else {
      throw TestFailure("\(records)")
    }
    let commits = records.commits
    #expect(records.types == ["commit", "effect", "commit", "effect"])
    #expect(commits.map(\.number) == [1, 2])
    #expect((started.event, started.effect, started.commit) == (.started, "note", 1))
    #expect(commits[1].action == .init(type: "Note", payload: ["text": "added 1"]))
    #expect(commits[1].cause == .init(commit: 1, effect: "note", run: started.run))
    #expect((ended.event, ended.run) == (.ended, started.run))
    #expect(ended.duration != nil)

    store.dispatch(action: Failing())
    let attempts = try peer.records { event($0) == .failed }
    let last = attempts.last
    guard case .effect(let again)? = attempts.first(where: { event($0) == .retrying }) else {
      throw TestFailure("\(attempts)")
    }
    #expect((again.attempt, again.wait) == (1, 2_000_000))
    #expect(again.error?.contains("Refused") == true && again.error?.contains("hunter2") == false)
    guard case .effect(let failed)? = last, let text = failed.error else {
      throw TestFailure("\(String(describing: last))")
    }
    #expect(text.contains("Refused") && text.contains("3") && !text.contains("hunter2"))
  }

  @Test func `what is not encodable is reflected, and hello says so`() throws {
    final class Session: Sendable { let id = 7 }
    struct Plain: Sendable {
      var session = Session()
      var count = 1
    }
    let watched = try Watched(Store(initialState: Plain()))
    let (hello, state) = try watched.hub.accept().start()
    #expect(hello.notes.contains { $0.contains("Plain is shown by reflection") })
    #expect(state.state == ["session": .opaque(typeName: "Session"), "count": 1])
  }

  @MainActor
  @Test func `a conformance that is isolated to an actor is not used on another thread`() throws {
    let watched = try Watched(Store(initialState: Local()))
    let (hello, state) = try watched.hub.accept().start()
    #expect(hello.notes.contains { $0.contains("Local is shown by reflection") })
    #expect(state.state == ["value": 1])
  }

  @Test func `a hub that says how much it reads gets what it asks for, cut to that`() throws {
    let watched = try Watched()
    let peer = try watched.connect()
    try peer.send(.welcome(.init(longestRecord: 8 << 10)))
    try peer.send(.snapshot(.init(request: 5)))
    let state = try peer.state()
    #expect((state.reply, state.number) == (5, 0))
    try peer.send(.dispatch(.init(request: 6, action: .init(type: "Add"))))
    #expect(try peer.failure().reply == 6)
    watched.store.note(String(repeating: "x", count: 20 << 10))
    let commit = try peer.commit()
    #expect(commit.note?.contains("cut") == true)
    #expect(WireRecord.commit(commit).line().count <= 8 << 10)
  }

  @Test func `garbage from the hub is answered a few times and does no harm`() throws {
    let watched = try Watched()
    let peer = try watched.connect()
    var random = SplitMix64(seed: 4)
    for _ in 0..<50 {
      let line = (0..<200).map { _ in UInt8(random.next() & 0xFF) }
      try peer.send(line + [UInt8(ascii: "\n")])
    }
    try peer.send(Array(repeating: UInt8(ascii: "["), count: 3 << 20) + [UInt8(ascii: "\n")])
    try peer.send(Array("{\"type\":\"from the future\"}\n".utf8))
    try peer.send(.error(.init(message: "What?")))
    watched.store.countUp()
    let records = try peer.records(throughCommit: 1)
    #expect(records.count { $0.type == "error" } <= 16)
    #expect(watched.store.state.count == 1)
  }

  private func event(_ record: WireRecord) -> WireRecord.Effect.Event? {
    if case .effect(let effect) = record { effect.event } else { nil }
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
