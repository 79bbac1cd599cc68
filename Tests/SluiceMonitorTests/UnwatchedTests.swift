import Sluice
import SluiceTree
import SluiceWire
import TestSupport
import Testing

@testable import SluiceMonitor

/// A program to which no Explorer was ever connected.
@Suite(.inTurn, .serialized)
struct UnwatchedTests {
  @Test func `nothing is needed of a commit until an Explorer watches`() throws {
    let hub = try TestHub(isListening: false)
    let store = makeStore()
    let explorer = ExplorerInterceptor<Counter>(endpoint: hub.address)
    let probe = InterestProbe()
    store.register(interceptor: explorer)
    store.register(interceptor: probe)
    let commits = try dispatch(to: store, untilUnwatched: probe)
    #expect(explorer.interests == [])
    store.dispatch(action: Add(amount: 1))
    #expect(probe.wasTimed == false)
    try wait(for: "what was recorded before to be removed") { explorer.link?.isDrained == true }

    try hub.listen()
    let peer = try hub.accept()
    #expect(try peer.hello().lastCommit == commits + 1)
    let state = try peer.state()
    #expect(state.number == commits + 1)
    #expect(state.state[["count"]] == .integer(Int64(commits + 1)))
    #expect(explorer.interests == [.instant, .timing, .effects, .steps])
    store.dispatch(action: Add(amount: 2))
    let commit = try peer.commit()
    #expect(commit.number == commits + 2)
    #expect(commit.reducing != nil)
    #expect(
      commit.changes
        == [.set(["count"], old: .integer(Int64(commits + 1)), new: .integer(Int64(commits + 3)))]
    )
    #expect(probe.wasTimed == true)
  }

  @Test func `an interceptor that rests is not notified at all`() throws {
    let hub = try TestHub(isListening: false)
    let store = makeStore()
    let explorer = ExplorerInterceptor<Counter>(endpoint: hub.address)
    store.register(interceptor: explorer)
    var commits = 0
    var lastSeen: Int?
    // The store asks for the interests again after the end of the attempt shows.
    try wait(for: "a commit that it is not notified of") {
      guard explorer.isDormant else { return false }
      lastSeen = explorer.link?.watch.lastNumber
      store.dispatch(action: Add(amount: 1))
      commits += 1
      return explorer.link?.watch.lastNumber == lastSeen
    }
    for _ in 0..<10 { store.dispatch(action: Add(amount: 1)) }
    #expect(explorer.link?.watch.lastNumber == lastSeen)
    try hub.listen()
    let peer = try hub.accept()
    #expect(try peer.hello().lastCommit == commits + 10)
    #expect(try peer.state().state[["count"]] == .integer(Int64(commits + 10)))
    store.dispatch(action: Add(amount: 1))
    let commit = try peer.commit()
    #expect(commit.number == commits + 11)
    #expect(commit.count == 1)
  }

  @Test func `a backlog that is requested has the times of its commits`() throws {
    let hub = try TestHub(isListening: false)
    let store = makeStore()
    let explorer = ExplorerInterceptor<Counter>(endpoint: hub.address) { $0.backlog = 5 }
    store.register(interceptor: explorer)
    try wait(for: "the first attempt to connect") { explorer.interests == .instant }
    let before = WallClock().time(at: CommitFacts.now)
    store.dispatch(action: Add(amount: 1))
    let after = WallClock().time(at: CommitFacts.now)
    try hub.listen()
    let peer = try hub.accept()
    _ = try peer.hello()
    let time = try peer.commit().time
    // The clocks are looked at one after the other.
    #expect((before - 1_000_000...after + 1_000_000).contains(time))
  }

  /// Connects while commit 1 is being delivered and commit 2 is queued behind it.
  @Test(arguments: [0, 5])
  func `a commit that is queued while an Explorer connects is sent once`(backlog: Int) throws {
    let hub = try TestHub(isListening: false)
    let store = makeStore()
    let explorer = ExplorerInterceptor<Counter>(endpoint: hub.address) {
      $0.backlog = backlog
    }
    store.register(interceptor: explorer)
    try wait(for: "the first attempt to connect") { !explorer.interests.contains(.timing) }
    let hello = Guarded<(peer: TestPeer, hello: WireRecord.Hello)?>(nil)
    // The subscriber is called on this thread.
    nonisolated(unsafe) let hubOfThisThread = hub
    let token = store.select(\.count).sink { count in
      guard count == 1 else { return }
      store.dispatch(action: Add(amount: 1))
      do {
        try unsafe hubOfThisThread.listen()
        let peer = try unsafe hubOfThisThread.accept()
        let record = try peer.hello()
        hello.withLock { $0 = (peer, record) }
      } catch {
        Issue.record(error)
      }
    }
    store.dispatch(action: Add(amount: 1))
    store.dispatch(action: Add(amount: 1))
    let (peer, record) = try #require(hello.withLock { $0 })
    var replica = Replica()
    try replica.apply(.hello(record))
    while replica.number != 3, let record = try peer.next() {
      // Until a state is known, no changes are.
      if case .commit(let commit) = record, replica.tree == nil {
        #expect(commit.changesAreUnknown)
      }
      try replica.apply(record)
    }
    while replica.tree == nil, let record = try peer.next() { try replica.apply(record) }
    #expect(replica.tree?[["count"]] == 3)
    #expect(replica.dropped == 0)
    token.cancel()
  }

  @Test func `where an Explorer is there already, the first action is shown`() throws {
    let hub = try TestHub()
    let store = makeStore()
    store.register(interceptor: ExplorerInterceptor(endpoint: hub.address))
    store.dispatch(action: Add(amount: 1))
    let peer = try hub.accept()
    let records = try peer.records(throughCommit: 1)
    #expect(records.count { $0.type == "commit" } == 1)
  }

  @Test func `what was missed between two connections is announced`() throws {
    let hub = try TestHub()
    let store = makeStore()
    let explorer = ExplorerInterceptor<Counter>(endpoint: hub.address)
    store.register(interceptor: explorer)
    do {
      let peer = try hub.accept()
      _ = try peer.hello()
      hub.stop()
    }
    try wait(for: "the end of the connection") { !explorer.endpoint.isConnected }
    store.dispatch(action: Add(amount: 1))
    try hub.listen()
    let peer = try hub.accept()
    _ = try peer.hello()
    #expect(try peer.commit().number == 1)
  }

  @Test func `an interceptor of a part of the state is shown all, too`() throws {
    let hub = try TestHub(isListening: false)
    let store = makeStore()
    let explorer = ExplorerInterceptor<Int>(endpoint: hub.address)
    store.register(interceptor: explorer.lift(state: \Counter.count))
    #expect(explorer.interests == [.instant, .timing, .effects, .steps])
    store.dispatch(action: Add(amount: 1))
    try hub.listen()
    let peer = try hub.accept()
    _ = try peer.hello()
    store.dispatch(action: Add(amount: 1))
    let commits = try peer.records(throughCommit: 2)
    guard case .commit(let commit)? = commits.last else { return }
    #expect(commit.reducing != nil)
  }

  @Test func `no commit that begins unwatched is lost`() throws {
    for _ in 0..<10 {
      let hub = try TestHub(isListening: false)
      let store = makeStore()
      let explorer = ExplorerInterceptor<Counter>(endpoint: hub.address)
      store.register(interceptor: explorer)
      try wait(for: "the first attempt to connect") { explorer.interests == [] }
      store.dispatch(action: Add(amount: 1))
      try hub.listen()
      for _ in 0..<1_000 { store.dispatch(action: Add(amount: 1)) }
      let peer = try hub.accept()
      store.dispatch(action: Add(amount: 1))
      var replica = Replica()
      while replica.number != 1_002 || replica.tree == nil, let record = try peer.next() {
        try replica.apply(record)
      }
      #expect(replica.tree?[["count"]] == 1_002)
    }
  }
}

/// Dispatches until the store measures no time for a commit: the end of the first attempt to
/// connect shows in the interceptor before the store asks for its interests again.
///
/// - Returns: The number of commits.
private func dispatch(
  to store: Store<Counter, Void>,
  untilUnwatched probe: InterestProbe
) throws -> Int {
  var commits = 0
  try wait(for: "a commit whose time nobody needs") {
    store.dispatch(action: Add(amount: 1))
    commits += 1
    return !probe.wasTimed
  }
  return commits
}

/// Sees whether the store measured the time of the last commit.
private final class InterestProbe: Interceptor {
  typealias State = Counter
  private let timed = Guarded(false)

  var interests: InterceptorInterests { [] }
  var wasTimed: Bool { timed.withLock { $0 } }

  func committed(_ commit: Commit<Counter>) {
    timed.withLock { $0 = commit.reducingTime != nil }
  }
}
