import Foundation
import Sluice
import SluiceTree
import SluiceWire
import Synchronization
import TestSupport
import Testing

@testable import SluiceMonitor

@Suite(.inTurn, .serialized)
struct RecordingTests {
  static let tight = ExplorerLimits(heldStates: 2)

  func replica(of records: [WireRecord]) throws -> Replica {
    var replica = Replica()
    try replica.apply(records)
    return replica
  }

  /// Requires that a recording holds every commit by itself, with its changes.
  func expectComplete(_ records: [WireRecord], through last: Int) throws {
    let replica = try replica(of: records)
    #expect(replica.commits.map(\.number) == Array(1...last))
    #expect(replica.commits.allSatisfy { $0.count == 1 && !$0.changesAreUnknown })
    #expect(replica.dropped == 0)
    #expect(replica.tree?[["count"]] == .integer(Int64(last)))
  }

  @Test func `a recording holds every commit from the first, of all threads`() async throws {
    let recorded = Recorded()
    do {
      let store = makeStore()
      let interceptor = ExplorerInterceptor<Counter>(endpoint: recorded.address) {
        $0.limits = Self.tight
      }
      store.register(interceptor: interceptor)
      await Threads.run(4) { _ in
        for _ in 0..<500 { store.dispatch(action: Add(amount: 1)) }
      }
      #expect(interceptor.flush(timeout: patience) == 0)
    }
    let records = try recorded.recordsToTheEnd()
    #expect(records.prefix(2).map(\.type) == ["hello", "state"])
    #expect(records.count { $0.type == "state" } == 1)
    try expectComplete(records, through: 2_000)
  }

  @Test(arguments: 0..<20)
  func `a recording that is registered amid dispatches misses no later one`(_: Int) async throws {
    let recorded = Recorded()
    let address = recorded.address
    do {
      let store = makeStore()
      let isRegistered = Atomic(false)
      let hasBegun = Gate()
      await Threads.run(2) { index in
        if index == 0 {
          hasBegun.wait()
          store.register(interceptor: ExplorerInterceptor(endpoint: address))
          isRegistered.store(true, ordering: .releasing)
        } else {
          repeat {
            store.dispatch(action: Add(amount: 1))
            hasBegun.open()
          } while !isRegistered.load(ordering: .acquiring)
          for _ in 0..<20 { store.dispatch(action: Add(amount: 1)) }
        }
      }
    }
    let records = try recorded.recordsToTheEnd()
    guard case .state(let start) = records[1] else {
      Issue.record("The recording does not begin with a state.")
      return
    }
    let replica = try replica(of: records)
    let last = try #require(replica.number)
    #expect(replica.commits.map(\.number) == Array(start.number + 1...last))
    #expect(replica.commits.allSatisfy { $0.count == 1 && !$0.changesAreUnknown })
    #expect(replica.tree?[["count"]] == .integer(Int64(last)))
  }

  @Test func `a commit that comes before the link knows the store has its changes`() throws {
    let disk = SmallDisk(room: .max)
    do {
      let store = makeStore()
      let interceptor = try LinkInterceptor(to: disk) { [weak store] in
        for _ in 0..<3 { store?.dispatch(action: Add(amount: 1)) }
      }
      store.register(interceptor: interceptor)
    }
    try wait(for: "the end") { (try? disk.records)?.last?.type == "bye" }
    try expectComplete(disk.records, through: 3)
  }

  @Test func `any number of dispatches within a delivery are recorded`() throws {
    let recorded = Recorded()
    do {
      let store = makeStore()
      store.register(
        interceptor: ExplorerInterceptor(endpoint: recorded.address) { $0.limits = Self.tight }
      )
      let token = store.select(\.count).sink { count in
        if count % 100 == 1 { for _ in 0..<99 { store.dispatch(action: Add(amount: 1)) } }
      }
      for _ in 0..<5 { store.dispatch(action: Add(amount: 1)) }
      withExtendedLifetime(token) {}
    }
    try expectComplete(recorded.recordsToTheEnd(), through: 500)
  }

  @MainActor @Test func `the main thread waits for the recording, which doesn't wait for it`()
    throws
  {
    let recorded = Recorded()
    do {
      let store = makeStore()
      store.register(
        interceptor: ExplorerInterceptor(endpoint: recorded.address) { $0.limits = Self.tight }
      )
      var seen = 0
      let token = store.select(\.count).sink { seen = $0 }
      for _ in 0..<500 { store.dispatch(action: Add(amount: 1)) }
      #expect(seen == 500)
      withExtendedLifetime(token) {}
    }
    try expectComplete(recorded.recordsToTheEnd(), through: 500)
  }

  @Test func `a dispatch on the interceptor's own thread doesn't wait`() throws {
    let recorded = Recorded()
    do {
      let store = makeStore()
      let interceptor = ExplorerInterceptor<Counter>(endpoint: recorded.address) {
        $0.limits = Self.tight
        $0.transformAction = { [weak store] action in
          if (action as? Add)?.amount == 2 { store?.dispatch(action: Add(amount: 0)) }
          return action
        }
      }
      store.register(interceptor: interceptor)
      for _ in 0..<200 { store.dispatch(action: Add(amount: 2)) }
      #expect(interceptor.flush(timeout: patience) == 0)
    }
    let replica = try replica(of: recorded.recordsToTheEnd())
    #expect(replica.received == 400)
    #expect(replica.commits.count { $0.action.payload == ["amount": 2] } == 200)
    #expect(replica.tree?[["count"]] == 400)
  }

  @Test(arguments: [ExplorerOverflow.dropOldest, .wait(upTo: .milliseconds(20))])
  func `a configured overflow wins over the default, and lost commits are counted`(
    overflow: ExplorerOverflow
  ) throws {
    let recorded = Recorded()
    let gate = Gate()
    do {
      let store = makeStore()
      store.register(
        interceptor: ExplorerInterceptor(endpoint: recorded.address) {
          $0.limits = Self.tight
          $0.overflow = overflow
          $0.filter = { _ in
            gate.wait()
            return true
          }
        }
      )
      let start = ContinuousClock.now
      for _ in 0..<100 { store.dispatch(action: Add(amount: 1)) }
      // One wait, not a hundred of them.
      #expect(ContinuousClock.now - start < .seconds(20))
      gate.open()
    }
    let replica = try replica(of: recorded.recordsToTheEnd())
    #expect(replica.received + replica.dropped == 100)
    #expect(replica.commits.contains { $0.count > 1 })
    #expect(replica.tree?[["count"]] == 100)
  }

  @Test func `a full disk delays one dispatch, and commits lost until there is room are counted`()
    throws
  {
    let disk = SmallDisk(room: 900)
    let limits = ExplorerLimits(commits: 20, heldStates: 2)
    // Long enough for the background thread to get a turn.
    let wait = Duration.seconds(1)
    let interceptor = try LinkInterceptor(limits: limits, overflow: .wait(upTo: wait), to: disk)
    let link = interceptor.link
    do {
      let store = makeStore()
      store.register(interceptor: interceptor)
      let start = ContinuousClock.now
      for _ in 0..<500 { store.dispatch(action: Add(amount: 1)) }
      let time = ContinuousClock.now - start
      #expect(time >= wait)
      #expect(time < .seconds(10))
      #expect(link.status.trouble?.contains("has no room for “/disk”") == true)
      #expect(link.flush(timeout: .zero) > 400)
      disk.makeRoom()
      #expect(link.flush(timeout: patience) > 0, "The dropped ones are reported.")
      #expect(link.status.trouble == nil)
      store.dispatch(action: Add(amount: 1))
      #expect(link.flush(timeout: patience) == 0)
    }
    let replica = try replica(of: disk.records)
    #expect(replica.dropped > 0)
    #expect(replica.received + replica.dropped == 501)
    #expect(replica.tree?[["count"]] == 501)
  }

  @Test func `what waited for room in a file that was truncated is counted behind its beginning`()
    throws
  {
    let disk = SmallDisk(room: .max)
    let limits = ExplorerLimits(commits: 20, heldStates: 2)
    let overflow = ExplorerOverflow.wait(upTo: .milliseconds(10))
    let interceptor = try LinkInterceptor(limits: limits, overflow: overflow, to: disk)
    let link = interceptor.link
    let store = makeStore()
    let log = Guarded<[RecordingTrouble]>([])
    store.onDiagnostic = { diagnostic in
      if case .recording(_, let trouble) = diagnostic { log.withLock { $0.append(trouble) } }
    }
    store.register(interceptor: interceptor)
    #expect(link.flush(timeout: patience) == 0)
    disk.fill()
    store.dispatch(action: Add(amount: 1))
    try wait(for: "the full disk") {
      log.withLock { $0 }.contains { if case .notWritten = $0 { true } else { false } }
    }
    disk.truncate()
    _ = link.flush(timeout: patience)
    store.dispatch(action: Add(amount: 1))
    #expect(link.flush(timeout: patience) == 0)
    let records = try disk.records
    #expect(records.prefix(3).map(\.type) == ["hello", "dropped", "state"])
    #expect(try replica(of: records).tree?[["count"]] == .integer(Int64(store.count)))
    let troubles = log.withLock { $0 }
    #expect(troubles.contains(.begunAnew(reason: "truncated")))
    #expect(troubles.contains { if case .lost(let count) = $0 { count > 0 } else { false } })
  }

  @Test func `what waits for room on the disk when the store is freed is written`() throws {
    let disk = SmallDisk(room: 0)
    let limits = ExplorerLimits(commits: 3, heldStates: 2)
    let overflow = ExplorerOverflow.wait(upTo: patience)
    let interceptor = try LinkInterceptor(limits: limits, overflow: overflow, to: disk)
    var count = 0
    do {
      let store = makeStore()
      store.register(interceptor: interceptor)
      let link = interceptor.link
      // How many it takes depends on when the first were taken to be written.
      repeat {
        store.dispatch(action: Add(amount: 1))
        count += 1
        let attempts = disk.attempts
        try wait(for: "the full disk") { disk.attempts > attempts + 1 }
      } while link.lock.withLock { link.buffer.count == 0 }
    }
    let attempts = disk.attempts
    try wait(for: "another attempt") { disk.attempts > attempts + 1 }
    disk.makeRoom()
    try wait(for: "the end") { (try? disk.records)?.last?.type == "bye" }
    try expectComplete(disk.records, through: count)
  }

  @Test func `a file that is removed after everything was written is not created again`() throws {
    let disk = SmallDisk(room: .max)
    let interceptor = try LinkInterceptor(to: disk)
    let gate = Gate()
    do {
      let store = makeStore()
      store.register(interceptor: interceptor)
      #expect(interceptor.link.flush(timeout: patience) == 0)
      disk.leave(behind: gate)
      store.dispatch(action: Add(amount: 1))
      try wait(for: "the last commit") { gate.arrivalCount == 1 }
    }
    // Written, removed, and over, before the recorder looks again.
    gate.open()
    try wait(for: "the end") { (try? disk.records)?.last?.type == "bye" }
    #expect(disk.beginnings == 1)
  }
}
