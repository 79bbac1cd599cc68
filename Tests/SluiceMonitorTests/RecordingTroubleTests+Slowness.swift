import Foundation
import Sluice
import SluiceWire
import Synchronization
import TestSupport
import Testing

@testable import SluiceMonitor

/// Recordings that are slower than the store.
extension RecordingTroubleTests {
  @Test func `a slow recording is reported once, after a second, and then what it lost`() throws {
    let gates = [Gate(), Gate()]
    let round = Atomic(0)
    let recording = RecordedStore(makeStore()) {
      $0.limits = RecordingTests.tight
      $0.overflow = .wait(upTo: .milliseconds(1_500))
      $0.filter = { _ in
        gates[round.load(ordering: .relaxed)].wait()
        return true
      }
    }
    for _ in 0..<20 { recording.store.dispatch(action: Add(amount: 1)) }
    #expect(recording.troubles == [.slow])
    gates[0].open()
    try recording.waitForTrouble(2)
    recording.flush()
    let lost = try recording.file.records.reduce(0) { sum, record in
      if case .commit(let commit) = record { sum + commit.count - 1 } else { sum }
    }
    #expect(lost > 0)
    #expect(recording.troubles == [.slow, .lost(commits: lost)])
    // Slow once more, which is known.
    round.store(1, ordering: .relaxed)
    for _ in 0..<20 { recording.store.dispatch(action: Add(amount: 1)) }
    gates[1].open()
    try recording.waitForTrouble(3)
    #expect(recording.troubles.count { $0 == .slow } == 1)
    try expectRestart(recording)
  }

  @Test func `a dispatch that waits is reported while it waits`() throws {
    let gate = Gate()
    let recording = RecordedStore(makeStore()) {
      $0.limits = RecordingTests.tight
      $0.overflow = .wait(upTo: .seconds(30))
      $0.filter = { _ in
        gate.wait()
        return true
      }
    }
    let store = recording.store
    let isDone = Gate()
    Thread.detachNewThread {
      for _ in 0..<20 { store.dispatch(action: Add(amount: 1)) }
      isDone.open()
    }
    try recording.waitForTrouble()
    gate.open()
    isDone.wait()
    recording.flush()
    #expect(recording.troubles == [.slow])
    #expect(try recording.file.records.count { $0.type == "commit" } == 20)
  }

  @Test func `what a filter hides is not lost`() throws {
    let recording = RecordedStore(makeStore()) { $0.filter = { $0 is Add } }
    for number in 0..<10 { recording.store.dispatch(action: Note(text: "\(number)")) }
    recording.store.dispatch(action: Add(amount: 1))
    try expectRestart(recording)
    #expect(recording.troubles == [])
  }
}
