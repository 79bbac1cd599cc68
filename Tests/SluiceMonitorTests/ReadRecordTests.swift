import Sluice
import SluiceWire
import TestSupport
import Testing

@testable import SluiceCore
@testable import SluiceEffects
@testable import SluiceFeatures
@testable import SluiceMonitor

/// What arrives of the runs of selectors and observers.
@Suite(.inTurn, .serialized)
struct ReadRecordTests {
  @Test(arguments: [false, true])
  func `with the setting a recording has the reads after each commit`(showsReads: Bool) throws {
    let records = try record {
      $0.showsReads = showsReads
    } of: { recording in
      let doubled = Selector.with(Selector(keyPath: \Counter.count), name: "doubled") { $0 * 2 }
      let token = recording.store.select(doubled).sink { _ in }
      recording.store.countUp()
      recording.store.dispatch(action: Add(amount: 0))
      token.cancel()
    }
    let types = records.types.filter { ["commit", "reads"].contains($0) }
    guard showsReads else { return #expect(types == ["commit", "commit"]) }
    // The selector's first run was before any commit.
    #expect(types == ["reads", "commit", "reads", "commit", "reads"])
    let reads = records.compactMap { record -> WireRecord.Reads? in
      if case .reads(let reads) = record { reads } else { nil }
    }
    #expect(reads.map(\.number) == [0, 1, 2])
    let kinds = reads.dropFirst().map { $0.reads.map(\.kind) }
    #expect(kinds == [["selector", "subscriber"], ["subscriber"]])
    let first = reads[1].reads
    #expect(first.map(\.name) == ["doubled", "doubled"])
    #expect(first.allSatisfy { $0.runs == 1 && $0.changes == 1 && $0.duration > 0 })
    #expect(first[0].position?.contains("ReadRecordTests.swift:") == true)
    #expect(reads[2].reads.map(\.changes) == [0])
  }

  @Test func `of many reads, a record has the slowest, and counts the runs of others`() {
    let reads = CommitReads(
      commit: 3,
      reads: (0..<500).map { number in
        CommitReads.Read(
          kind: .selector,
          name: "\(number)",
          position: String(repeating: "x", count: 9_000),
          runs: 2,
          time: .nanoseconds(number / 2),
          readsWholeState: true
        )
      },
      omittedRuns: 5
    )
    let record = WireRecord.Reads(reads)
    #expect((record.number, record.reads.count, record.omitted) == (3, 200, 605))
    #expect(record.reads.first?.name == "300")
    #expect(record.reads.allSatisfy { $0.position?.count == 301 && $0.readsWholeState })
  }
}
