import SluiceWire
import TestSupport
import Testing

@testable import Sluice
@testable import SluiceMonitor

/// What arrives of the runs of selectors and observers.
@Suite(.inTurn, .serialized)
struct ReadRecordTests {
  /// Records two commits of a store with a selector and a subscriber.
  private func records(showsReads: Bool) throws -> [WireRecord] {
    let recorded = Recorded()
    do {
      let store = Store(
        initialState: Counter(),
        reducers: [
          Reducer(ReduceOn(Add.self) { state, action in state.count += action.amount })
        ]
      )
      store.register(
        interceptor: ExplorerInterceptor(endpoint: recorded.address) { $0.showsReads = showsReads }
      )
      let doubled = Selector.with(Selector(keyPath: \Counter.count), name: "doubled") { $0 * 2 }
      let token = store.select(doubled).sink { _ in }
      store.dispatch(action: Add(amount: 1))
      store.dispatch(action: Add(amount: 0))
      token.cancel()
    }
    return try recorded.recordsToTheEnd()
  }

  @Test func `with the setting a recording has the reads after each commit`() throws {
    let records = try records(showsReads: true)
    let kinds = records.map(\.type).filter { ["commit", "reads"].contains($0) }
    // The selector's first run was before any commit.
    #expect(kinds == ["reads", "commit", "reads", "commit", "reads"])
    let reads = records.compactMap { record -> WireRecord.Reads? in
      if case .reads(let reads) = record { reads } else { nil }
    }
    #expect(reads.map(\.number) == [0, 1, 2])
    let kindsOfReads = reads.dropFirst().map { $0.reads.map(\.kind) }
    #expect(kindsOfReads == [["selector", "subscriber"], ["subscriber"]])
    #expect(reads[1].reads.map(\.name) == ["doubled", "doubled"])
    #expect(reads[1].reads.allSatisfy { $0.runs == 1 && $0.changes == 1 && $0.duration > 0 })
    #expect(reads[1].reads[0].position?.contains("ReadRecordTests.swift:") == true)
    #expect(reads[2].reads.map(\.changes) == [0])
  }

  @Test func `without the setting a recording has no reads`() throws {
    #expect(try records(showsReads: false).allSatisfy { $0.type != "reads" })
  }

  @Test func `of many reads, a record has the slowest, and counts the runs of others`() {
    let reads = CommitReads(
      commit: 3,
      reads: (0..<500).map { number in
        CommitReads.Read(
          kind: .selector,
          name: "\(number)",
          position: nil,
          runs: 2,
          time: .nanoseconds(number / 2),
          comparesValues: false,
          cause: .unequatable([String(repeating: "x", count: 9_000)])
        )
      },
      omittedRuns: 5
    )
    let record = WireRecord.Reads(reads)
    #expect(record.number == 3)
    #expect(record.reads.count == 200)
    #expect(record.reads.first?.name == "300")
    #expect(record.omitted == 605)
    #expect(record.reads.allSatisfy { $0.unequatable.map(\.name.count) == [301] })
    #expect(record.reads.allSatisfy { $0.isUncompared && !$0.readsWholeState })
  }
}
