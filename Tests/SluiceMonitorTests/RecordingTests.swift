import Sluice
import SluiceLocks
import SluiceSocket
import SluiceTree
import SluiceWire
import TestSupport
import Testing

@testable import SluiceMonitor

@Suite(.inTurn, .serialized)
struct RecordingTests {
  static let tight = ExplorerLimits(heldStates: 2)
  private static func tightly(_ configuration: inout ExplorerConfiguration<Counter>) {
    configuration.limits = tight
  }

  /// Requires that a recording holds every commit by itself, with its changes.
  func expectComplete(
    _ records: [WireRecord],
    from first: Int = 1,
    through last: Int,
    _ location: SourceLocation = #_sourceLocation
  ) throws {
    let replica = try Replica(records)
    #expect(replica.commits.map(\.number) == Array(first...last), sourceLocation: location)
    let isEachWhole = replica.commits.allSatisfy { $0.count == 1 && !$0.changesAreUnknown }
    #expect(isEachWhole, sourceLocation: location)
    #expect((replica.dropped, replica.count) == (0, last), sourceLocation: location)
  }

  @Test func `a recording holds every commit from the first, of all threads`() throws {
    let records = try record(Self.tightly) { recording in
      let storm = Storm(of: 4, on: recording.store, times: 200)
      storm.wait()
      recording.flush()
    }
    #expect(records.types.prefix(2) == ["hello", "state"])
    #expect(records.count { $0.type == "state" } == 1)
    try expectComplete(records, through: 800)
  }

  @Test(arguments: 0..<20)
  func `a recording that is registered amid dispatches misses no later one`(_: Int) throws {
    let file = Recorded()
    do {
      let store = makeStore()
      let storm = Storm(of: 1, on: store)
      try wait(for: "the storm") { store.count > 0 }
      store.register(interceptor: ExplorerInterceptor(endpoint: file.address))
      storm.end()
      store.countUp(20)
    }
    let records = try file.recordsToTheEnd()
    guard case .state(let start) = records[1] else {
      throw TestFailure("The recording does not begin with a state.")
    }
    let last = try #require(try Replica(records).number)
    try expectComplete(records, from: start.number + 1, through: last)
  }

  @Test func `a commit that comes before the link knows the store has its changes`() throws {
    let disk = SmallDisk(room: .max)
    do {
      let store = makeStore()
      let interceptor = try LinkInterceptor(in: .writing(to: disk)) { [weak store] in
        store?.countUp(3)
      }
      store.register(interceptor: interceptor)
    }
    try expectComplete(disk.recordsToTheEnd(), through: 3)
  }

  @Test func `any number of dispatches within a delivery are recorded`() throws {
    let records = try record(Self.tightly) { recording in
      let store = recording.store
      let token = store.select(\.count).sink { count in
        if count % 100 == 1 { store.countUp(99) }
      }
      store.countUp(5)
      withExtendedLifetime(token) {}
    }
    try expectComplete(records, through: 500)
  }

  @MainActor @Test func `the main thread waits, and is not waited for`() throws {
    let records = try record(Self.tightly) { recording in
      var seen = 0
      let token = recording.store.select(\.count).sink { seen = $0 }
      recording.store.countUp(500)
      #expect(seen == 500)
      withExtendedLifetime(token) {}
    }
    try expectComplete(records, through: 500)
  }

  @Test func `a dispatch on the interceptor's own thread doesn't wait`() throws {
    let file = Recorded()
    do {
      let store = makeStore()
      let recording = RecordedStore(store, at: file) {
        $0.limits = Self.tight
        $0.transformAction = { [weak store] action in
          if (action as? Add)?.amount == 2 { store?.dispatch(action: Add(amount: 0)) }
          return action
        }
      }
      for _ in 0..<200 { store.dispatch(action: Add(amount: 2)) }
      recording.flush()
    }
    let replica = try Replica(file.recordsToTheEnd())
    #expect((replica.received, replica.count) == (400, 400))
    #expect(replica.commits.count { $0.action.payload == ["amount": 2] } == 200)
  }

  @Test(arguments: [ExplorerOverflow.dropOldest, .wait(upTo: .milliseconds(20))])
  func `a configured overflow wins over the default, and lost commits are counted`(
    overflow: ExplorerOverflow
  ) throws {
    let gate = Gate()
    let records = try record {
      $0.limits = Self.tight
      $0.overflow = overflow
      $0.filter = { _ in gate.wait() }
    } of: { recording in
      let start = ContinuousClock.now
      recording.store.countUp(100)
      // One wait, not a hundred of them.
      #expect(ContinuousClock.now - start < .seconds(20))
      gate.open()
    }
    let replica = try Replica(records)
    #expect((replica.received + replica.dropped, replica.count) == (100, 100))
    #expect(replica.commits.contains { $0.count > 1 })
  }

  @Test func `a full disk delays one dispatch, and what is lost is counted`() throws {
    let disk = SmallDisk(room: 900)
    let limits = ExplorerLimits(commits: 20, heldStates: 2)
    // Long enough for the background thread to get a turn.
    let wait = Duration.seconds(1)
    try record(in: .writing(to: disk), limits: limits, overflow: .wait(upTo: wait)) { store, link in
      let start = ContinuousClock.now
      store.countUp(500)
      #expect((wait..<Duration.seconds(10)).contains(ContinuousClock.now - start))
      #expect(link.status.trouble?.contains("has no room for “/disk”") == true)
      #expect(link.flush(timeout: .zero) > 400)
      disk.makeRoom()
      #expect(link.flush(timeout: patience) > 0, "The dropped ones are reported.")
      #expect(link.status.trouble == nil)
      store.countUp()
      #expect(link.flush(timeout: patience) == 0)
    }
    let replica = try Replica(disk.records)
    #expect(replica.dropped > 0)
    #expect((replica.received + replica.dropped, replica.count) == (501, 501))
  }

  @Test func `what waited for room in a file that was truncated is counted`() throws {
    let disk = SmallDisk(room: .max)
    let limits = ExplorerLimits(commits: 20, heldStates: 2)
    let overflow = ExplorerOverflow.wait(upTo: .milliseconds(10))
    try record(in: .writing(to: disk), limits: limits, overflow: overflow) { store, link in
      let troubles = Troubles(of: store, at: disk.path)
      #expect(link.flush(timeout: patience) == 0)
      disk.fill()
      store.countUp()
      try wait(for: "the full disk") { troubles.all.contains { $0.reason != nil } }
      disk.truncate()
      _ = link.flush(timeout: patience)
      store.countUp()
      #expect(link.flush(timeout: patience) == 0)
      let records = try disk.records
      #expect(records.types.prefix(3) == ["hello", "dropped", "state"])
      #expect(try Replica(records).count == store.count)
      #expect(troubles.all.contains(.begunAnew(reason: "truncated")))
      #expect(troubles.all.contains { if case .lost(let count) = $0 { count > 0 } else { false } })
    }
  }

  @Test func `what waits for room on the disk when the store is freed is written`() throws {
    let disk = SmallDisk(room: 0)
    func waitForAttempt() throws {
      let attempts = disk.attempts
      try wait(for: "another attempt at the full disk") { disk.attempts > attempts + 1 }
    }
    var count = 0
    let limits = ExplorerLimits(commits: 3, heldStates: 2)
    let world = World.writing(to: disk)
    try record(in: world, limits: limits, overflow: .wait(upTo: patience)) { store, link in
      // How many it takes depends on when the first were taken to be written.
      repeat {
        store.countUp()
        count += 1
        try waitForAttempt()
      } while link.lock.withLock { link.buffer.count == 0 }
    }
    try waitForAttempt()
    disk.makeRoom()
    try expectComplete(disk.recordsToTheEnd(), through: count)
  }

  @Test func `a file that is removed after everything was written is not created again`() throws {
    let disk = SmallDisk(room: .max)
    let gate = Gate()
    try record(in: .writing(to: disk)) { store, link in
      #expect(link.flush(timeout: patience) == 0)
      disk.leave(behind: gate)
      store.countUp()
      try wait(for: "the last commit") { gate.arrivalCount == 1 }
    }
    // Written, removed, and over, before the recorder looks again.
    gate.open()
    _ = try disk.recordsToTheEnd()
    #expect(disk.beginnings == 1)
  }
}
