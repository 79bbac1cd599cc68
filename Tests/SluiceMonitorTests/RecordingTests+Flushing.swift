import Foundation
import Sluice
import SluiceTree
import SluiceWire
import Synchronization
import TestSupport
import Testing

@testable import SluiceMonitor

extension RecordingTests {
  @Test func `a flush amid many commits ends with those before it`() throws {
    let recorded = Recorded()
    let store = makeStore()
    let interceptor = ExplorerInterceptor<Counter>(endpoint: recorded.address) {
      $0.limits = ExplorerLimits(heldStates: 64)
    }
    store.register(interceptor: interceptor)
    let isOver = Atomic(false)
    let storm = DispatchGroup()
    for _ in 0..<3 {
      storm.enter()
      Thread.detachNewThread {
        while !isOver.load(ordering: .relaxed) { store.dispatch(action: Add(amount: 1)) }
        storm.leave()
      }
    }
    defer {
      isOver.store(true, ordering: .relaxed)
      storm.wait()
    }
    for number in 1...10 {
      store.dispatch(action: Note(text: "note \(number)."))
      let before = store.count
      #expect(interceptor.flush(timeout: patience) == 0)
      let bytes = try Data(contentsOf: URL(filePath: recorded.path))
      #expect(bytes.range(of: Data("note \(number).".utf8)) != nil)
      // Others dispatch meanwhile.
      try wait(for: "the storm") { store.count > before }
    }
  }

  @Test func `a flush says how many commits it could not write`() throws {
    let recorded = Recorded()
    let gate = Gate()
    let store = makeStore()
    let interceptor = ExplorerInterceptor<Counter>(endpoint: recorded.address) {
      $0.filter = { _ in
        gate.wait()
        return true
      }
    }
    store.dispatch(action: Add(amount: 1))
    store.register(interceptor: interceptor)
    for _ in 0..<5 { store.dispatch(action: Add(amount: 1)) }
    #expect(interceptor.flush(timeout: .milliseconds(10)) == 5)
    gate.open()
    #expect(interceptor.flush(timeout: patience) == 0)
    #expect(try recorded.records.count { $0.type == "commit" } == 5)
  }

  @Test func `a store that is closed writes its recording to the end`() async throws {
    let recorded = Recorded()
    let gate = Gate()
    let store = makeStore()
    store.register(
      interceptor: ExplorerInterceptor<Counter>(endpoint: recorded.address) {
        $0.filter = { _ in gate.wait() }
      }
    )
    for _ in 0..<3_000 { store.dispatch(action: Add(amount: 1)) }
    let closing = Task.immediate { await store.close() }
    gate.open()
    await closing.value
    #expect(try ExplorerRecording(at: recorded.path).lastState() == store.state)
    #expect(try recorded.recordsToTheEnd().count { $0.type == "commit" } == 3_000)
  }

  @Test func `a store that is closed reports what its recording lacks`() async {
    let store = makeStore()
    let troubles = Guarded<[RecordingTrouble]>([])
    store.onDiagnostic = { diagnostic in
      if case .recording(_, let trouble) = diagnostic { troubles.withLock { $0.append(trouble) } }
    }
    store.register(interceptor: ExplorerInterceptor<Counter>(endpoint: "file:/nowhere/a.session"))
    for _ in 0..<300 { store.dispatch(action: Add(amount: 1)) }
    await store.close()
    #expect(troubles.withLock { $0 }.contains(.unwritten(commits: 300)))
  }

  @Test func `a flush of a file that cannot be written counts all commits, at once`() {
    let store = makeStore()
    let interceptor = ExplorerInterceptor<Counter>(endpoint: "file:/nowhere/a.session")
    store.register(interceptor: interceptor)
    for _ in 0..<300 { store.dispatch(action: Add(amount: 1)) }
    #expect(interceptor.flush(timeout: .seconds(100)) == 300)
    #expect(interceptor.endpoint.trouble?.contains("/nowhere/a.session") == true)
  }

  @Test func `a flush within a delivery or on the interceptor's own thread doesn't wait`()
    throws
  {
    let recorded = Recorded()
    let results = Guarded<[Int]>([])
    let start = ContinuousClock.now
    do {
      let store = makeStore()
      let interceptor = ExplorerInterceptor<Counter>(endpoint: recorded.address)
      store.register(interceptor: interceptor)
      let token = store.select(\.count).sink { count in
        guard count == 1 else { return }
        store.dispatch(action: Add(amount: 1))
        results.withLock { $0.append(interceptor.flush(timeout: patience)) }
      }
      store.dispatch(action: Add(amount: 1))
      withExtendedLifetime(token) {}
    }
    try expectComplete(recorded.recordsToTheEnd(), through: 2)
    #expect(results.withLock { $0 } == [0])

    let other = Recorded()
    do {
      let store = makeStore()
      let link = Guarded<Link?>(nil)
      let interceptor = ExplorerInterceptor<Counter>(endpoint: other.address) {
        $0.filter = { _ in
          _ = link.withLock { $0 }?.flush(timeout: patience)
          return true
        }
      }
      link.withLock { $0 = interceptor.link }
      store.register(interceptor: interceptor)
      for _ in 0..<3 { store.dispatch(action: Add(amount: 1)) }
      #expect(interceptor.flush(timeout: patience) == 0)
      link.withLock { $0 = nil }
    }
    try expectComplete(other.recordsToTheEnd(), through: 3)
    #expect(ContinuousClock.now - start < .seconds(50))
  }
}
