import Foundation
import Sluice
import SluiceTree
import SluiceWire
import TestSupport
import Testing

@testable import SluiceMonitor

@Suite(.inTurn, .serialized)
struct LoadTests {
  @Test func `commits from eight threads arrive complete and in order where the program waits`()
    throws
  {
    let hub = try TestHub()
    let store = makeStore()
    store.register(
      interceptor: ExplorerInterceptor(endpoint: hub.address) {
        $0.limits = ExplorerLimits(heldStates: 4)
        $0.overflow = .wait(upTo: patience)
      }
    )
    let peer = try hub.accept()
    var records = [WireRecord.hello(try peer.hello()), .state(try peer.state())]
    let group = DispatchGroup()
    for _ in 0..<8 {
      Thread {
        for _ in 0..<250 { store.dispatch(action: Add(amount: 1)) }
        group.leave()
      }
      .start(in: group)
    }
    records += try peer.records(throughCommit: 2_000)
    group.wait()
    var replica = Replica()
    try replica.apply(records)
    #expect(replica.commits.map(\.number) == Array(1...2_000))
    #expect(replica.commits.allSatisfy { $0.count == 1 })
    #expect(replica.tree?[["count"]] == 2_000)
  }

  @Test func `a hub that connects amid many commits misses only what is announced`() throws {
    let hub = try TestHub(isListening: false)
    let store = makeStore()
    let explorer = ExplorerInterceptor<Counter>(endpoint: hub.address) { $0.backlog = 5 }
    store.register(interceptor: explorer)
    let group = DispatchGroup()
    let isOver = Flag()
    for _ in 0..<4 {
      Thread {
        while !isOver.isSet { store.dispatch(action: Add(amount: 1)) }
        group.leave()
      }
      .start(in: group)
    }
    defer {
      isOver.set()
      group.wait()
    }
    for _ in 0..<4 {
      try hub.listen()
      let peer = try hub.accept()
      let hello = try peer.hello()
      var replica = Replica()
      var commits = 0
      // What was pending when the hub connected may be more than that.
      while commits < 150 || replica.number ?? 0 < hello.lastCommit,
        let record = try peer.next()
      {
        try replica.apply(record)
        if case .commit = record { commits += 1 }
        if let tree = replica.tree, let number = replica.number {
          #expect(tree[["count"]] == .integer(Int64(number)))
        }
      }
      #expect(replica.number ?? 0 >= hello.lastCommit)
      hub.stop()
    }
  }

  @Test func `beyond the held states commits coalesce, and say how many they stand for`() throws {
    let hub = try TestHub()
    let store = makeStore()
    let explorer = ExplorerInterceptor<Counter>(endpoint: hub.address) {
      $0.limits = ExplorerLimits(heldStates: 2)
    }
    store.register(interceptor: explorer)
    let peer = try hub.accept()
    var replica = Replica()
    while replica.tree == nil, let record = try peer.next() { try replica.apply(record) }
    var total = 0
    repeat {
      for _ in 0..<2_000 { store.dispatch(action: Add(amount: 1)) }
      total += 2_000
      while replica.number != total, let record = try peer.next() { try replica.apply(record) }
    } while !replica.commits.contains { $0.count > 1 } && total < 1_000_000
    #expect(replica.commits.contains { $0.count > 1 })
    #expect(replica.received == total)
    #expect(replica.dropped == 0)
    #expect(replica.tree?[["count"]] == .integer(Int64(total)))
  }

  @Test func `what a slow hub misses is announced, and followed by a state`() throws {
    let hub = try TestHub()
    let store = makeReplacingStore()
    let explorer = ExplorerInterceptor<Counter>(endpoint: hub.address) {
      $0.limits = ExplorerLimits(commits: 40)
    }
    store.register(interceptor: explorer)
    let peer = try hub.accept()
    _ = try peer.hello()
    // More than the kernel holds, so that commits pile up.
    let text = String(repeating: "x", count: 4_000)
    for number in 1...400 {
      store.dispatch(action: Note(text: "\(number)\(text)"))
      if number % 32 == 0 {
        try wait(for: "the background thread") { explorer.link?.isDrained == true }
      }
    }
    var replica = Replica()
    while replica.number != 400 || replica.tree == nil, let record = try peer.next() {
      try replica.apply(record)
    }
    #expect(replica.dropped > 0)
    #expect(try replica.tree == tree(store.state))
  }

  /// Measured in a process of its own, because other tests allocate memory too.
  @Test(.unsanitized)
  func `a hub that never reads neither blocks the program nor fills its memory`()
    async
  {
    await #expect(processExitsWith: .success) {
      let hub = try TestHub()
      let store = makeReplacingStore()
      let explorer = ExplorerInterceptor<Counter>(endpoint: hub.address) {
        $0.limits = ExplorerLimits(encodedBytes: 1 << 20)
      }
      store.register(interceptor: explorer)
      let peer = try hub.accept()
      try wait(for: "the connection") { explorer.endpoint.isConnected }
      let text = String(repeating: "x", count: 10_000)
      func storm(_ count: Int) throws {
        for number in 1...count {
          store.dispatch(action: Note(text: "\(number)\(text)"))
          // So that every commit is encoded.
          if number % 32 == 0 {
            try wait(for: "the background thread") { explorer.link?.isDrained == true }
          }
        }
      }
      try storm(192)
      let before = residentBytes()
      try storm(480)
      // Commits with 20 KB of records each would be more than 9 MB.
      let growth = residentBytes() - before
      if growth > 5 << 20 { throw MemoryGrowth(name: "Unread", bytes: growth, count: 480) }
      try #require(explorer.flush(timeout: .milliseconds(10)) > 0)
      withExtendedLifetime(peer) {}
    }
  }

  @Test func `a dispatch waits once for a hub that does not read, and continues`() throws {
    let hub = try TestHub()
    let store = makeStore()
    let explorer = ExplorerInterceptor<Counter>(endpoint: hub.address) {
      $0.limits = ExplorerLimits(encodedBytes: 100_000, heldStates: 4)
      $0.overflow = .wait(upTo: .milliseconds(100))
    }
    store.register(interceptor: explorer)
    let peer = try hub.accept()
    try wait(for: "the connection") { explorer.endpoint.isConnected }
    let start = ContinuousClock.now
    for _ in 0..<200 { store.dispatch(action: Note(text: String(repeating: "x", count: 5_000))) }
    let time = ContinuousClock.now - start
    #expect(time >= .milliseconds(100))
    #expect(time < .seconds(10))
    // What was held up comes when it is read again.
    var replica = Replica()
    while replica.number != 200 || replica.tree == nil, let record = try peer.next() {
      try replica.apply(record)
    }
    #expect(try replica.tree == tree(store.state))
  }

  @Test func `a secret is in no byte that is sent`() throws {
    let secret = "hunter2-\(UInt32.random(in: 0 ... .max))"
    let hub = try TestHub(isListening: false)
    var peer: TestPeer?
    do {
      let store = Store(initialState: Account(), reducers: [Account.reducer])
      store.register(
        interceptor: ExplorerInterceptor(endpoint: hub.address) {
          $0.backlog = 5
          $0.redaction = ["contacts.*.email", "note"]
        }
      )
      store.dispatch(action: LogIn(user: "ada", password: secret))
      try hub.listen()
      peer = try hub.accept()
      _ = try peer?.hello()
      for _ in 0..<3 {
        store.dispatch(action: LogIn(user: "ada", password: secret + "!"))
        store.dispatch(action: AccountAction.token(secret))
        store.dispatch(action: Reflected(accessToken: secret, nested: [.cookie(secret)]))
        store.dispatch(
          action: ActionTemplate(id: "setPasscode", payloadType: String.self)(payload: secret)
        )
        store.dispatch(action: LogIn(user: "ada", password: secret))
      }
      try peer?.send(.snapshot(.init(request: 1)))
      try peer?.send(Array("\(secret)\n".utf8))
    }
    let records = try #require(peer).recordsToTheEnd()
    #expect(records.last?.type == "bye")
    #expect(records.count { $0.type == "commit" } == 16)
    let text = String(decoding: try #require(peer).bytes, as: UTF8.self)
    #expect(!text.contains("hunter2"))
    #expect(text.contains(#"{"$":"redacted"}"#))
    #expect(text.contains("ada"))
  }
}

private func makeReplacingStore() -> Store<Counter, Void> {
  Store(
    initialState: Counter(),
    reducers: [Reducer(ReduceOn(Note.self) { state, action in state.log = [action.text] })]
  )
}

private struct Account: Codable, Sendable {
  var user = ""
  var passwords: [String] = []
  var headers: [String: String] = [:]
  var contacts: [[String: String]] = []
  var note = ""

  static let reducer = Reducer<Account>(
    ReduceOn(LogIn.self) { state, action in
      state.user = action.user
      state.passwords.append(action.password)
      state.headers["Authorization"] = "Bearer \(action.password)"
      state.contacts.append(["email": action.password])
      state.note = action.password
    }
  )
}

private struct LogIn: EncodableAction {
  let user: String
  let password: String
}

private enum AccountAction: EncodableAction {
  case token(String)
}

private struct Reflected: Action {
  enum Part: Sendable { case cookie(String) }
  let accessToken: String
  let nested: [Part]
}

/// A flag that threads share.
private final class Flag: @unchecked Sendable {
  // `@unchecked`: `lock` guards it.
  private let lock = NSLock()
  private var value = false

  var isSet: Bool { lock.withLock { value } }
  func set() { lock.withLock { value = true } }
}

extension Thread {
  fileprivate func start(in group: DispatchGroup) {
    group.enter()
    start()
  }
}
