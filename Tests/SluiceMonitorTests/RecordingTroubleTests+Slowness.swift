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
      $0.filter = { _ in gates[round.load(ordering: .relaxed)].wait() }
    }
    recording.store.countUp(20)
    #expect(recording.troubles == [.slow])
    gates[0].open()
    try recording.waitForTrouble(2)
    recording.flush()
    let lost = try recording.file.records.commits.reduce(0) { $0 + $1.count - 1 }
    #expect(lost > 0)
    #expect(recording.troubles == [.slow, .lost(commits: lost)])
    // Slow once more, which is known.
    round.store(1, ordering: .relaxed)
    recording.store.countUp(20)
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
      $0.filter = { _ in gate.wait() }
    }
    let storm = Storm(of: 1, on: recording.store, times: 20)
    try recording.waitForTrouble()
    gate.open()
    storm.wait()
    recording.flush()
    #expect(recording.troubles == [.slow])
    #expect(try recording.file.records.commits.count == 20)
  }

  @Test func `what a filter hides is not lost`() throws {
    let recording = RecordedStore(makeStore()) { $0.filter = { $0 is Add } }
    for number in 0..<10 { recording.store.note("\(number)") }
    recording.store.countUp()
    try expectRestart(recording)
    #expect(recording.troubles == [])
  }
}
