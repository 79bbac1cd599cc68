import Foundation
import Sluice
import SluiceMonitor
import SluiceTree
import SluiceWire
import TestSupport
import Testing

@Suite(.inTurn)
struct ExplorerRecordingTests {
  private func write(_ records: [WireEnvelope], _ rest: String = "", to file: Recorded) throws {
    try Data(records.flatMap { $0.line() } + Array(rest.utf8)).write(to: file.url)
  }

  private func lastState(_ records: [WireRecord], rest: String = "") throws -> Counter {
    let file = Recorded()
    try write(records.map { WireEnvelope($0) }, rest, to: file)
    return try ExplorerRecording(at: file.path).lastState()
  }

  private func state(_ number: Int, _ count: Int) throws -> WireRecord {
    .state(.init(number: number, state: try tree(Counter(count: count))))
  }

  /// A commit that sets the count to its number.
  private func commit(_ number: Int, isUnknown: Bool = false) -> WireRecord {
    let change = TreeChange.set(["count"], old: nil, new: .integer(Int64(number)))
    return .commit(
      .init(
        number: number,
        time: 0,
        action: .init(type: "Add"),
        changes: isUnknown ? [] : [change],
        changesAreUnknown: isUnknown
      )
    )
  }

  @Test func `a program restarts from the state that its recording ended with`() throws {
    let store = makeStore()
    store.note("before")
    let recording = RecordedStore(store)
    recording.flush()
    for number in 1...50 {
      store.dispatch(action: Add(amount: number))
      store.note("\(number)")
    }
    recording.flush()
    let state = try ExplorerRecording(at: recording.file.path).lastState(Counter.self)
    #expect(state == store.state)
    #expect(state.log.count == 51)
  }

  @Test func `half a line of a program that was killed is ignored`() throws {
    #expect(try lastState([state(0, 0), commit(1), commit(2)], rest: #"{"type":"com"#).count == 2)
  }

  @Test func `behind a gap the next whole state counts, and the one before until then`() throws {
    let gap = WireRecord.dropped(.init(count: 3, from: 2, to: 4, reason: .room))
    let rests: [([WireRecord], count: Int)] = [
      ([gap], 1), ([gap, commit(5)], 1), ([commit(2, isUnknown: true)], 1),
      ([gap, try state(4, 9), commit(5)], 5), ([gap, try state(4, 9)], 9),
    ]
    for (rest, count) in rests {
      #expect(try lastState([state(0, 0), commit(1)] + rest).count == count, "\(rest)")
    }
  }

  @Test(.nightly) func `a record of any length is read`() throws {
    // Of a type to come, since a state so long takes long to read.
    let record = "{\"type\":\"later\"" + String(repeating: " ", count: 17 << 20) + "}\n"
    #expect(try lastState([state(0, 7)], rest: record).count == 7)
  }

  @Test func `a file that cannot be used says why`() throws {
    func message(_ body: () throws -> Counter) throws -> String {
      let error = #expect(throws: ExplorerRecordingError.self) { try body() }
      let message = try #require(error?.description)
      #expect(!message.hasSuffix(".."))
      return message
    }
    let other = WireRecord.state(.init(number: 0, state: ["other": 1]))
    #expect(try message { try lastState([commit(1)]) }.hasSuffix("” holds no state."))
    let damaged = try message { try lastState([state(0, 0)], rest: "{\n") }
    #expect(damaged.contains("” is damaged in line 2: "))
    let decoding = try message { try lastState([other]) }
    #expect(decoding.contains("” ends with a state from which no Counter can be decoded"))
    let unfit = try message { try lastState([other, commit(1)]) }
    #expect(unfit.contains("” is damaged in line 2: its changes don't fit the state"))
    let missing = try message { try ExplorerRecording(at: "/nowhere/a.session").lastState() }
    #expect(missing.contains("/nowhere/a.session"))

    let file = Recorded()
    let first = WireEnvelope(instance: "1", try state(0, 1))
    try write([first, WireEnvelope(instance: "2", try state(0, 2))], to: file)
    let several = try message { try ExplorerRecording(at: file.path).lastState() }
    #expect(several == "The recording “\(file.path)” is of several stores.")
  }
}
