import Sluice
import SluiceTree
import SluiceWire
import TestSupport
import Testing

@testable import SluiceMonitor

@Suite(.inTurn, .serialized)
struct LoadTests {
  @Test func `commits from eight threads arrive in order where the program waits`() throws {
    let watched = try Watched {
      $0.limits = ExplorerLimits(heldStates: 4)
      $0.overflow = .wait(upTo: patience)
    }
    let peer = try watched.hub.accept()
    var replica = try Replica()
    try replica.follow(peer, through: 0)
    let storm = Storm(of: 8, on: watched.store, times: 100)
    try replica.follow(peer, through: 800)
    storm.wait()
    #expect(replica.commits.map(\.number) == Array(1...800))
    #expect(replica.commits.allSatisfy { $0.count == 1 })
    #expect(replica.count == 800)
  }

  @Test func `a hub that connects amid many commits misses only what is announced`() throws {
    let watched = try Watched(isListening: false) { $0.backlog = 5 }
    let storm = Storm(of: 4, on: watched.store)
    defer { storm.end() }
    for _ in 0..<4 {
      let peer = try watched.hub.beginToListen()
      let hello = try peer.hello()
      var replica = try Replica()
      // What was pending when the hub connected may be more than that.
      while replica.commits.count < 150 || replica.number ?? 0 < hello.lastCommit,
        let record = try peer.next()
      {
        try replica.apply(record)
        if replica.tree != nil { #expect(replica.count == replica.number) }
      }
      #expect(replica.number ?? 0 >= hello.lastCommit)
      watched.hub.stop()
    }
  }

  @Test func `what a slow hub misses is announced, and followed by a state`() throws {
    let watched = try Watched(makeReplacingStore()) { $0.limits = ExplorerLimits(commits: 40) }
    let peer = try watched.hub.accept()
    _ = try peer.hello()
    // More than the kernel holds, so that commits pile up.
    try watched.storm(400, bytes: 4_000)
    var replica = try Replica()
    try replica.follow(peer, through: 400)
    #expect(replica.dropped > 0)
    #expect(try replica.tree == tree(watched.store.state))
  }

  /// Measured in a process of its own, because other tests allocate memory too.
  @Test(.unsanitized)
  func `a hub that never reads neither blocks nor fills the program`() async {
    await #expect(processExitsWith: .success) {
      let watched = try Watched(makeReplacingStore()) {
        $0.limits = ExplorerLimits(encodedBytes: 1 << 20)
      }
      let peer = try watched.hub.accept()
      try watched.waitForConnection()
      try watched.storm(96, bytes: 10_000)
      let before = residentBytes()
      try watched.storm(240, bytes: 10_000)
      // Commits with 20 KB of records each would be more than 4 MB.
      let growth = residentBytes() - before
      if growth > 5 << 19 { throw MemoryGrowth(name: "Unread", bytes: growth, count: 240) }
      try #require(watched.explorer.flush(timeout: .milliseconds(10)) > 0)
      withExtendedLifetime(peer) {}
    }
  }

  @Test func `a dispatch waits once for a hub that does not read, and continues`() throws {
    let watched = try Watched {
      $0.limits = ExplorerLimits(encodedBytes: 100_000, heldStates: 4)
      $0.overflow = .wait(upTo: .milliseconds(100))
    }
    let peer = try watched.hub.accept()
    try watched.waitForConnection()
    let start = ContinuousClock.now
    for _ in 0..<200 { watched.store.note(String(repeating: "x", count: 5_000)) }
    let time = ContinuousClock.now - start
    #expect((Duration.milliseconds(100)..<Duration.seconds(10)).contains(time))
    // What was held up comes when it is read again.
    var replica = try Replica()
    try replica.follow(peer, through: 200)
    #expect(try replica.tree == tree(watched.store.state))
  }
}

private func makeReplacingStore() -> Store<Counter, Void> {
  Store(
    initialState: Counter(),
    reducers: [Reducer(ReduceOn(Note.self) { state, action in state.log = [action.text] })]
  )
}

extension Watched<Counter> {
  /// Dispatches long notes, each of which is encoded.
  fileprivate func storm(_ count: Int, bytes: Int) throws {
    let text = String(repeating: "x", count: bytes)
    for number in 1...count {
      store.note("\(number)\(text)")
      if number % 32 == 0 {
        try wait(for: "the background thread") { explorer.link?.isDrained == true }
      }
    }
  }
}
