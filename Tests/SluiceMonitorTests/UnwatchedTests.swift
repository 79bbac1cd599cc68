import Sluice
import SluiceTree
import SluiceWire
import TestSupport
import Testing

@testable import SluiceMonitor

/// A program to which no Explorer was ever connected.
@Suite(.inTurn, .serialized)
struct UnwatchedTests {
  private static let all: InterceptorInterests = [.instant, .timing, .effects]

  @Test(arguments: [false, true])
  func `until an Explorer watches, an interceptor needs nothing and, if alone, is not notified`(
    isAlone: Bool
  ) throws {
    let watched = try Watched(isListening: false)
    let (store, explorer) = (watched.store, watched.explorer)
    let probe = InterestProbe()
    if !isAlone { store.register(interceptor: probe) }
    var lastSeen: Int?
    // The end of the first attempt to connect shows in the interceptor before the store asks for its
    // interests again.
    try wait(for: "a commit that costs nothing") {
      guard explorer.isDormant else { return false }
      lastSeen = explorer.link?.watch.lastNumber
      store.countUp()
      return isAlone ? explorer.link?.watch.lastNumber == lastSeen : !probe.wasTimed
    }
    store.countUp(10)
    #expect((explorer.interests, probe.wasTimed) == ([], false))
    if isAlone { #expect(explorer.link?.watch.lastNumber == lastSeen) }
    try wait(for: "what was recorded before to be removed") { explorer.link?.isDrained == true }

    let commits = store.count
    let peer = try watched.hub.beginToListen()
    let (hello, state) = try peer.start()
    #expect((hello.lastCommit, state.number) == (commits, commits))
    #expect(state.state[["count"]] == .integer(Int64(commits)))
    store.countUp()
    let commit = try peer.commit()
    #expect((commit.number, commit.count) == (commits + 1, 1))
    let (old, new) = (Tree.integer(Int64(commits)), Tree.integer(Int64(commits + 1)))
    #expect(commit.changes == [.set(["count"], old: old, new: new)])
    #expect(commit.reducing != nil)
    #expect((explorer.interests, probe.wasTimed) == (Self.all, !isAlone))
  }

  @Test func `a backlog that is requested has the times of its commits`() throws {
    let watched = try Watched(isListening: false) { $0.backlog = 5 }
    try wait(for: "the first attempt to connect") { watched.explorer.interests == .instant }
    let before = WallClock().time(at: CommitFacts.now)
    watched.store.countUp()
    let after = WallClock().time(at: CommitFacts.now)
    let peer = try watched.hub.beginToListen()
    _ = try peer.hello()
    let time = try peer.commit().time
    // The clocks are looked at one after the other.
    #expect((before - 1_000_000...after + 1_000_000).contains(time))
  }

  /// Connects while commit 1 is being delivered and commit 2 is queued behind it.
  @Test(arguments: [0, 5])
  func `a commit that is queued while an Explorer connects is sent once`(backlog: Int) throws {
    let watched = try Watched(isListening: false) { $0.backlog = backlog }
    let store = watched.store
    try wait(for: "the first attempt to connect") { !watched.explorer.interests.contains(.timing) }
    let hello = Guarded<(peer: TestPeer, hello: WireRecord.Hello)?>(nil)
    // The subscriber is called on this thread.
    nonisolated(unsafe) let hubOfThisThread = watched.hub
    let token = store.select(\.count).sink { count in
      guard count == 1 else { return }
      store.countUp()
      do {
        try unsafe hubOfThisThread.listen()
        let peer = try unsafe hubOfThisThread.accept()
        let record = try peer.hello()
        hello.withLock { $0 = (peer, record) }
      } catch {
        Issue.record(error)
      }
    }
    store.countUp(2)
    let (peer, record) = try #require(hello.withLock { $0 })
    var replica = try Replica([.hello(record)])
    while replica.number != 3, let record = try peer.next() {
      // Until a state is known, no changes are.
      if case .commit(let commit) = record, replica.tree == nil {
        #expect(commit.changesAreUnknown)
      }
      try replica.apply(record)
    }
    try replica.follow(peer, through: 3)
    #expect((replica.count, replica.dropped) == (3, 0))
    token.cancel()
  }

  @Test func `where an Explorer is there already, the first action is shown`() throws {
    let watched = try Watched()
    watched.store.countUp()
    #expect(try watched.hub.accept().records(throughCommit: 1).commits.count == 1)
  }

  @Test func `what was missed between two connections is announced`() throws {
    let watched = try Watched()
    do {
      _ = try watched.hub.accept().hello()
      watched.hub.stop()
    }
    try watched.waitForConnection(false)
    // Without a backlog set: a program that was watched once doesn't rest again.
    watched.store.countUp()
    let peer = try watched.hub.beginToListen()
    _ = try peer.hello()
    #expect(try peer.commit().number == 1)
  }

  @Test func `an interceptor of a part of the state is shown all, too`() throws {
    let hub = try TestHub(isListening: false)
    let store = makeStore()
    let explorer = ExplorerInterceptor<Int>(endpoint: hub.address)
    let feature = Feature<Int, Void>(id: "count").interceptor(explorer)
    store.register(feature: feature.lift(.state(\Counter.count)))
    #expect(explorer.interests == Self.all)
    store.countUp()
    let peer = try hub.beginToListen()
    _ = try peer.hello()
    store.countUp()
    #expect(try peer.records(throughCommit: 2).commits.last?.reducing != nil)
  }

  @Test func `no commit that begins unwatched is lost`() throws {
    for _ in 0..<10 {
      let watched = try Watched(isListening: false)
      try wait(for: "the first attempt to connect") { watched.explorer.interests == [] }
      watched.store.countUp()
      try watched.hub.listen()
      watched.store.countUp(1_000)
      let peer = try watched.hub.accept()
      watched.store.countUp()
      var replica = try Replica()
      try replica.follow(peer, through: 1_002)
      #expect(replica.count == 1_002)
    }
  }
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
