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

  @Test func `behind a gap the next whole state counts, and the one before until then`() throws {
    // Half a line is ignored: the program was killed.
    #expect(try lastState([state(0, 0), commit(1), commit(2)], rest: #"{"type":"com"#).count == 2)
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
    func expect(_ part: String, _ body: () throws -> Counter) {
      let error = #expect(throws: ExplorerRecordingError.self) { try body() }
      let message = error?.description ?? ""
      #expect(message.contains(part) && !message.hasSuffix(".."), "\(message)")
    }
    let first = try state(0, 1)
    let other = WireRecord.state(.init(number: 0, state: ["other": 1]))
    expect("” holds no state.") { try lastState([commit(1)]) }
    expect("” is damaged in line 2: ") { try lastState([first], rest: "{\n") }
    expect("” ends with a state from which no Counter can be decoded") { try lastState([other]) }
    expect("” is damaged in line 2: its changes don't fit the state") {
      try lastState([other, commit(1)])
    }
    expect("/nowhere/a.session") { try ExplorerRecording(at: "/nowhere/a.session").lastState() }
    let file = Recorded()
    try write([WireEnvelope(instance: "1", first), WireEnvelope(instance: "2", first)], to: file)
    expect("The recording “\(file.path)” is of several stores.") {
      try ExplorerRecording(at: file.path).lastState()
    }
  }
}
