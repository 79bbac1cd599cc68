import Foundation
import Sluice
import TestSupport
import Testing

@testable import SluiceMonitor

/// What is written when a flush, or the closing of a store, returns.
extension RecordingTests {
  /// Records what follows a first commit, as soon as the gate is open.
  private func recordingBehind(_ gate: Gate) -> RecordedStore<Counter> {
    let store = makeStore()
    store.countUp()
    return RecordedStore(store) { $0.filter = { _ in gate.wait() } }
  }

  @Test func `a flush amid many commits ends with those before it`() throws {
    let recording = RecordedStore(makeStore()) { $0.limits = ExplorerLimits(heldStates: 64) }
    let store = recording.store
    let storm = Storm(of: 3, on: store)
    defer { storm.end() }
    for number in 1...10 {
      store.note("note \(number).")
      let before = store.count
      recording.flush()
      let bytes = try Data(contentsOf: recording.file.url)
      #expect(bytes.range(of: Data("note \(number).".utf8)) != nil)
      // Others dispatch meanwhile.
      try wait(for: "the storm") { store.count > before }
    }
  }

  @Test func `a flush says how many commits it could not write`() throws {
    let gate = Gate()
    let recording = recordingBehind(gate)
    recording.store.countUp(5)
    #expect(recording.interceptor.flush(timeout: .milliseconds(10)) == 5)
    gate.open()
    recording.flush()
    #expect(try recording.file.records.commits.count == 5)
  }

  @Test func `a store that is closed writes its recording to the end`() async throws {
    let gate = Gate()
    let recording = recordingBehind(gate)
    recording.store.countUp(1_000)
    let store = recording.store
    let closing = Task.immediate { await store.close() }
    gate.open()
    await closing.value
    #expect(try ExplorerRecording(at: recording.file.path).lastState() == store.state)
    #expect(try recording.file.recordsToTheEnd().commits.count == 1_000)
  }

  @Test
  func `a file that can't be written lacks all commits`() async {
    let path = "/nowhere/a.session"
    let store = makeStore()
    let troubles = Troubles(of: store, at: path)
    let interceptor = ExplorerInterceptor<Counter>(endpoint: "file:\(path)")
    store.register(interceptor: interceptor)
    store.countUp(300)
    #expect(interceptor.flush(timeout: .seconds(100)) == 300)
    #expect(interceptor.endpoint.trouble?.contains(path) == true)
    await store.close()
    #expect(troubles.all.contains(.unwritten(commits: 300)))
  }

  @Test func `a flush in a delivery or on the own thread doesn't wait`() throws {
    let results = Guarded<[Int]>([])
    let start = ContinuousClock.now
    let delivered = try record { recording in
      let (store, interceptor) = (recording.store, recording.interceptor)
      let token = store.select(\.count).sink { count in
        guard count == 1 else { return }
        store.countUp()
        results.withLock { $0.append(interceptor.flush(timeout: patience)) }
      }
      store.countUp()
      withExtendedLifetime(token) {}
    }
    try expectComplete(delivered, through: 2)
    #expect(results.withLock { $0 } == [0])

    let link = Guarded<Link?>(nil)
    let flush: @Sendable (any Action) -> Bool = { _ in
      _ = link.withLock { $0 }?.flush(timeout: patience)
      return true
    }
    let filtered = try record {
      $0.filter = flush
    } of: { recording in
      link.withLock { $0 = recording.interceptor.link }
      recording.store.countUp(3)
      recording.flush()
      link.withLock { $0 = nil }
    }
    try expectComplete(filtered, through: 3)
    #expect(ContinuousClock.now - start < .seconds(50))
  }
}
