import Sluice
import SluiceTree
import SluiceWire
import TestSupport
import Testing

@testable import SluiceMonitor

@Suite(.inTurn, .serialized)
struct ConnectionTests {
  @Test func `commits before the connection are sent without changes`() throws {
    let store = makeStore()
    store.dispatch(action: Add(amount: 100))
    let watched = try Watched(store, isListening: false) { $0.backlog = 3 }
    for amount in 1...5 { store.dispatch(action: Add(amount: amount)) }
    let peer = try watched.hub.beginToListen()
    #expect(try peer.hello().lastCommit == 6)
    let commits = try (1...3).map { _ in try peer.commit() }
    #expect(commits.map(\.number) == [4, 5, 6])
    #expect(commits.map(\.action.payload) == [["amount": 3], ["amount": 4], ["amount": 5]])
    #expect(commits.allSatisfy { $0.count == 1 && $0.changes.isEmpty && $0.changesAreUnknown })
    let state = try peer.state()
    #expect((state.number, state.state[["count"]]) == (6, 115))
    store.countUp()
    let commit = try peer.commit()
    #expect((commit.number, commit.changesAreUnknown) == (7, false))
    #expect(commit.changes == [.set(["count"], old: 115, new: 116)])
  }

  @Test func `a hub that comes back receives what it missed and a state`() throws {
    let watched = try Watched { $0.backlog = 2 }
    var instance = ""
    do {
      let peer = try watched.hub.accept()
      instance = try peer.start().hello.instance
      watched.store.countUp()
      #expect(try peer.commit().number == 1)
      watched.hub.stop()
    }
    try watched.waitForConnection(false)
    watched.store.countUp(5)
    let start = ContinuousClock.now
    let peer = try watched.hub.beginToListen()
    let hello = try peer.hello()
    #expect((hello.instance, hello.lastCommit) == (instance, 6))
    #expect(try peer.next() == .dropped(.init(count: 3, from: 2, to: 4, reason: .connection)))
    #expect(try [peer.commit().number, peer.commit().number] == [5, 6])
    let state = try peer.state()
    #expect(ContinuousClock.now - start < .seconds(20))
    #expect((state.number, state.state[["count"]]) == (6, 6))
    watched.store.countUp()
    #expect(try peer.commit().changes == [.set(["count"], old: 6, new: 7)])
  }

  @Test(arguments: [false, true])
  func `a store that is freed says goodbye, and leaves neither thread nor link`(
    isWatched: Bool
  ) throws {
    weak var link: Link?
    var peer: TestPeer?
    do {
      let watched = try Watched(isListening: isWatched)
      link = watched.explorer.link
      if isWatched { peer = try watched.hub.accept() }
      watched.store.countUp(10)
    }
    if let records = try peer?.recordsToTheEnd() {
      #expect(records.last?.type == "bye")
      let replica = try Replica(records)
      #expect((replica.number, replica.count) == (10, 10))
    }
    try wait(for: "the thread to let go of the link") { link == nil }
  }

  @Test(arguments: [false, true])
  func `an interceptor that the program holds says goodbye to its store`(unregisters: Bool) throws {
    let hub = try TestHub()
    let explorer = ExplorerInterceptor<Counter>(endpoint: hub.address)
    var store: Store<Counter, Void>? = makeStore()
    store?.register(interceptor: explorer)
    let peer = try hub.accept()
    store?.countUp()
    if unregisters {
      store?.unregisterInterceptors(ofType: ExplorerInterceptor<Counter>.self)
    } else {
      store = nil
    }
    #expect(try peer.recordsToTheEnd().last?.type == "bye")
    #expect(explorer.flush(timeout: .seconds(5)) == 0)
  }

  @Test func `a flush without an Explorer says at once what is not sent`() throws {
    let watched = try Watched(isListening: false)
    watched.store.countUp()
    let start = ContinuousClock.now
    #expect(watched.explorer.flush(timeout: .seconds(30)) == 1)
    #expect(ContinuousClock.now - start < .seconds(10))
  }

  @Test func `an endpoint that is off says why, and costs nothing`() throws {
    let off = ExplorerInterceptor<Counter>(endpoint: "unix:/tmp/x/y.sock") { $0.isEnabled = false }
    #expect(off.endpoint.address == "unix:/tmp/x/y.sock")
    #expect(off.endpoint.reasonOff == "It was made with isEnabled = false.")
    #expect((off.interests, off.flush()) == ([], 0))

    let wrong = ExplorerInterceptor<Counter>(endpoint: "tcp:80")
    #expect(wrong.endpoint.address == nil)
    #expect(wrong.endpoint.reasonOff?.contains("tcp:80") == true)
  }

  @Test func `an endpoint that is on says where, and whether an Explorer is connected`() throws {
    let watched = try Watched(isListening: false)
    let (hub, endpoint) = (watched.hub, watched.explorer.endpoint)
    #expect("\(endpoint)" == "\(hub.address) (not connected)")
    _ = try hub.beginToListen().hello()
    try watched.waitForConnection()
    #expect("\(watched.explorer.endpoint)" == "\(hub.address) (connected)")
  }
}
