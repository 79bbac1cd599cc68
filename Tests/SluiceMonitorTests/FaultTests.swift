import Foundation
import Sluice
import SluiceLocks
import SluiceSocket
import SluiceWire
import TestSupport
import Testing

@testable import SluiceMonitor

/// A recording in systems in which each call fails once, or from then on.
@Suite(.inTurn, .unsanitized)
struct RecordingFaultTests {
  /// A world whose pauses are short.
  static func world(_ system: FaultySystem) -> World {
    var world = World(system.calls)
    world.threads.pause = { ServiceThread.pause($0 / 100) }
    return world
  }

  @Test func `a recording reports any failing call once, continues, and loses nothing`() throws {
    let failures = try FaultySystem.forEachFault(of: [.open, .write, .poll]) { system, fault in
      let file = Recorded()
      let interceptor = try LinkInterceptor(to: .file(path: file.path), in: Self.world(system))
      let link = interceptor.link
      let troubles: Troubles
      let expected: Counter
      let hadFailed: Bool
      do {
        let store = makeStore()
        troubles = Troubles(of: store, at: file.path)
        store.register(interceptor: interceptor)
        for number in 1...3 {
          store.note("\(number)")
          try wait(for: "commit \(number), or that \(fault)") {
            system.hasFailed || link.lock.withLock { link.sent.commit == number }
          }
        }
        if system.hasFailed, fault.isLasting {
          try wait(for: "the report, after \(fault)") { !troubles.all.isEmpty }
          #expect(link.status.trouble != nil, "\(fault)")
        }
        system.mend()
        store.note("4")
        #expect(link.flush(timeout: patience) == 0, "\(fault)")
        try wait(for: "the end of the trouble, after \(fault)") { link.status.trouble == nil }
        hadFailed = system.hasFailed
        expected = store.state
      }
      let records = try file.recordsToTheEnd()
      let replica = try Replica(records)
      #expect((replica.received, replica.dropped) == (4, 0), "\(fault): \(records)")
      #expect(try replica.tree == tree(expected), "\(fault)")
      // What is tried again at once is not worth a word.
      let isTriedAgain = !fault.isLasting && (fault.code == EINTR || fault.call != .write)
      let count = hadFailed && !isTriedAgain ? 1 : 0
      // That a dispatch waits for more than a second is said of a busy machine, too.
      let reported = troubles.all.filter { $0 != .slow }
      #expect(reported.count == count, "\(fault): \(reported)")
      let isNotWritten = reported.allSatisfy { $0 == .notWritten(reason: $0.reason ?? "") }
      #expect(isNotWritten, "\(fault): \(troubles.all)")
    }
    // Each call was reached.
    #expect(failures > 20)
  }
}

/// A program that is watched, in systems in which each call fails once, or from then on.
@Suite(.inTurn, .unsanitized)
struct SendingFaultTests {
  /// Which commits reached the Explorer, and how.
  private struct Account {
    var commits: [Int] = []
    var dropped: [Int] = []
    /// The last commit before the last connection that was made before any commit was sent.
    ///
    /// A reader that received none begins with the state of the next connection.
    var before: Int?

    mutating func take(_ record: WireRecord) {
      switch record {
      case .hello(let hello):
        if commits.isEmpty, dropped.isEmpty { before = hello.lastCommit }
      case .commit(let commit):
        commits += Array(commit.number - commit.count + 1...commit.number)
      case .dropped(let gap): dropped += Array(gap.from...gap.to)
      default: break
      }
    }

    /// All commits, each as often as the Explorer learnt of it.
    var all: [Int] {
      let received = (commits + dropped).sorted()
      // Those before are no part of what is watched: they are in the first state only.
      let first = min(received.first ?? 1, (before ?? 0) + 1)
      return Array(1..<first) + received
    }
  }

  @Test func `with any failing call, each commit arrives or is reported`() throws {
    let failures = try FaultySystem.forEachFault(of: [.connect, .send, .receive, .poll]) {
      (system, fault) in
      let hub = try TestHub()
      let endpoint = try Endpoint(parsing: hub.address)
      let world = RecordingFaultTests.world(system)
      let interceptor = try LinkInterceptor(to: endpoint, in: world)
      let link = interceptor.link
      var expected = Counter()
      var acknowledged: [Int] = []
      do {
        let store = makeStore()
        store.register(interceptor: interceptor)
        func dispatch(_ number: Int) throws {
          store.note("\(number)")
          try wait(for: "commit \(number), or that \(fault)") {
            system.hasFailed || link.lock.withLock { link.sent.commit == number }
          }
          if link.lock.withLock({ link.sent.commit == number }) { acknowledged.append(number) }
        }
        for number in 1...3 { try dispatch(number) }
        if system.hasFailed, fault.isLasting, fault.call != .connect || fault.code != ECONNREFUSED,
          fault.code != EAGAIN, fault.code != ENOBUFS
        {
          try wait(for: "the reason, after \(fault)") {
            link.status.trouble != nil || !link.status.isConnected
          }
        }
        system.mend()
        // Continues: the next commit is sent, as soon as it is connected again.
        try wait(for: "a connection, after \(fault)") { link.status.isConnected }
        store.note("4")
        try wait(for: "commit 4, after \(fault)") { link.flush(timeout: patience) == 0 }
        expected = store.state
      }
      try interceptor.waitForEnd()
      var account = Account()
      var replica = try Replica()
      while let peer = try? hub.accept(within: .zero) {
        let records = try peer.recordsToTheEnd()
        for record in records { account.take(record) }
        #expect(throws: Never.self, "\(fault): \(records)") { replica = try Replica(records) }
      }
      #expect(account.all == [1, 2, 3, 4], "\(fault): \(account)")
      #expect(try replica.tree == tree(expected), "\(fault)")
      #expect(Set(acknowledged).isSubset(of: account.commits), "\(fault): \(account)")
    }
    #expect(failures > 40)
  }
}
