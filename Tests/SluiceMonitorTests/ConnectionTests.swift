import Sluice
import SluiceTree
import SluiceWire
import TestSupport
import Testing

@testable import SluiceMonitor

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

@Suite(.inTurn, .serialized)
struct ConnectionTests {
  @Test func `commits before the connection are sent without changes, and the state follows`()
    throws
  {
    let hub = try TestHub()
    hub.stop()
    let store = makeStore()
    store.dispatch(action: Add(amount: 100))
    store.register(interceptor: ExplorerInterceptor(endpoint: hub.address) { $0.backlog = 3 })
    for amount in 1...5 { store.dispatch(action: Add(amount: amount)) }
    try hub.listen()
    let peer = try hub.accept()
    #expect(try peer.hello().lastCommit == 6)
    for number in 4...6 {
      let commit = try peer.commit()
      #expect(commit.number == number)
      #expect(commit.count == 1)
      #expect(commit.action.payload == ["amount": .integer(Int64(number - 1))])
      #expect(commit.changes.isEmpty)
      #expect(commit.changesAreUnknown)
    }
    let state = try peer.state()
    #expect(state.number == 6)
    #expect(state.state[["count"]] == 115)
    store.dispatch(action: Add(amount: 1))
    let commit = try peer.commit()
    #expect(commit.number == 7)
    #expect(commit.changes == [.set(["count"], old: 115, new: 116)])
    #expect(!commit.changesAreUnknown)
  }

  @Test func `a hub that comes back receives hello, what it missed and a fresh state`()
    throws
  {
    let hub = try TestHub()
    let store = makeStore()
    let explorer = ExplorerInterceptor<Counter>(endpoint: hub.address) { $0.backlog = 2 }
    store.register(interceptor: explorer)
    var instance = ""
    do {
      let peer = try hub.accept()
      instance = try peer.hello().instance
      _ = try peer.state()
      store.dispatch(action: Add(amount: 1))
      #expect(try peer.commit().number == 1)
      hub.stop()
    }
    try wait(for: "the end of the connection") { !explorer.endpoint.isConnected }
    for _ in 0..<5 { store.dispatch(action: Add(amount: 1)) }
    let start = ContinuousClock.now
    try hub.listen()
    let peer = try hub.accept()
    let hello = try peer.hello()
    #expect(hello.instance == instance)
    #expect(hello.lastCommit == 6)
    #expect(try peer.next() == .dropped(.init(count: 3, from: 2, to: 4, reason: .connection)))
    #expect(try peer.commit().number == 5)
    #expect(try peer.commit().number == 6)
    let state = try peer.state()
    #expect(ContinuousClock.now - start < .seconds(20))
    #expect(state.number == 6)
    #expect(state.state[["count"]] == 6)
    store.dispatch(action: Add(amount: 1))
    #expect(try peer.commit().changes == [.set(["count"], old: 6, new: 7)])
  }

  @Test func `a store that is freed says goodbye, and leaves neither thread nor link`() throws {
    let hub = try TestHub()
    weak var link: Link?
    var peer: TestPeer?
    do {
      let store = makeStore()
      let explorer = ExplorerInterceptor<Counter>(endpoint: hub.address)
      link = explorer.link
      store.register(interceptor: explorer)
      peer = try hub.accept()
      for _ in 0..<10 { store.dispatch(action: Add(amount: 1)) }
    }
    let records = try #require(peer).recordsToTheEnd()
    #expect(records.last?.type == "bye")
    var replica = Replica()
    try replica.apply(records)
    #expect(replica.number == 10)
    #expect(replica.tree?[["count"]] == 10)
    try wait(for: "the thread to let go of the link") { link == nil }
  }

  @Test func `an interceptor that the program still holds says goodbye when the store is freed`()
    throws
  {
    let hub = try TestHub()
    let explorer = ExplorerInterceptor<Counter>(endpoint: hub.address)
    var peer: TestPeer?
    do {
      let store = makeStore()
      store.register(interceptor: explorer)
      peer = try hub.accept()
      store.dispatch(action: Add(amount: 1))
    }
    #expect(try #require(peer).recordsToTheEnd().last?.type == "bye")
    #expect(explorer.flush(timeout: .seconds(5)) == 0)
  }

  @Test func `unregistering says goodbye`() throws {
    let hub = try TestHub()
    let store = makeStore()
    store.register(interceptor: ExplorerInterceptor(endpoint: hub.address))
    let peer = try hub.accept()
    store.dispatch(action: Add(amount: 1))
    store.unregisterInterceptors(ofType: ExplorerInterceptor<Counter>.self)
    #expect(try peer.recordsToTheEnd().last?.type == "bye")
  }

  @Test func `a store that is freed while no Explorer listens leaves no thread`() throws {
    let hub = try TestHub(isListening: false)
    weak var link: Link?
    do {
      let store = makeStore()
      let explorer = ExplorerInterceptor<Counter>(endpoint: hub.address)
      link = explorer.link
      store.register(interceptor: explorer)
      store.dispatch(action: Add(amount: 1))
    }
    try wait(for: "the thread to let go of the link") { link == nil }
  }

  @Test func `a store is freed although an Explorer watches it`() throws {
    let hub = try TestHub()
    weak var freed: Store<Counter, Void>?
    do {
      let store = makeStore()
      freed = store
      store.register(interceptor: ExplorerInterceptor(endpoint: hub.address))
      _ = try hub.accept().hello()
    }
    #expect(freed == nil)
  }

  @Test func `a flush waits until everything was sent`() throws {
    let hub = try TestHub()
    let store = makeStore()
    let explorer = ExplorerInterceptor<Counter>(endpoint: hub.address)
    store.register(interceptor: explorer)
    let peer = try hub.accept()
    for _ in 0..<50 { store.dispatch(action: Add(amount: 1)) }
    #expect(explorer.flush(timeout: .seconds(10)) == 0)
    let records = try peer.records(throughCommit: 50)
    #expect(!records.isEmpty)
  }

  @Test func `a flush without an Explorer says at once what is not sent`() throws {
    let hub = try TestHub(isListening: false)
    let store = makeStore()
    let explorer = ExplorerInterceptor<Counter>(endpoint: hub.address)
    store.register(interceptor: explorer)
    store.dispatch(action: Add(amount: 1))
    let start = ContinuousClock.now
    #expect(explorer.flush(timeout: .seconds(30)) == 1)
    #expect(ContinuousClock.now - start < .seconds(10))
  }

  @Test func `a flush of a hub that does not read ends in time`() throws {
    let hub = try TestHub()
    let store = makeStore()
    let explorer = ExplorerInterceptor<Counter>(endpoint: hub.address)
    store.register(interceptor: explorer)
    let peer = try hub.accept()
    for _ in 0..<40 { store.dispatch(action: Note(text: String(repeating: "x", count: 60_000))) }
    #expect((1...40).contains(explorer.flush(timeout: .milliseconds(100))))
    withExtendedLifetime(peer) {}
  }

  @Test func `an endpoint that is off says why, and costs nothing`() throws {
    let off = ExplorerInterceptor<Counter>(endpoint: "unix:/tmp/x/y.sock") { $0.isEnabled = false }
    #expect(off.endpoint.address == "unix:/tmp/x/y.sock")
    #expect(off.endpoint.reasonOff == "It was made with isEnabled = false.")
    #expect(off.interests == [])
    #expect(off.flush() == 0)

    let wrong = ExplorerInterceptor<Counter>(endpoint: "tcp:80")
    #expect(wrong.endpoint.address == nil)
    #expect(wrong.endpoint.reasonOff?.contains("tcp:80") == true)
  }

  @Test func `an endpoint that is on says where, and whether an Explorer is connected`() throws {
    let hub = try TestHub()
    let store = makeStore()
    let explorer = ExplorerInterceptor<Counter>(endpoint: hub.address)
    #expect(explorer.endpoint.description == "\(hub.address) (not connected)")
    store.register(interceptor: explorer)
    _ = try hub.accept().hello()
    try wait(for: "the connection") { explorer.endpoint.isConnected }
    #expect(explorer.endpoint.description == "\(hub.address) (connected)")
  }
}

/// Checks repeatedly until something holds, for what has no event.
func wait(
  for what: String,
  within limit: Duration = patience,
  until holds: () -> Bool
) throws {
  let deadline = ContinuousClock.now + limit
  try awaiting(what) {
    while !holds() {
      guard ContinuousClock.now < deadline else {
        throw TestFailure("Waited \(limit) in vain for \(what).")
      }
      // What is waited for may need the processor.
      usleep(1_000)
    }
  }
}
