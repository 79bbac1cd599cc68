import Foundation
import Sluice
import SluiceRecordings
import SluiceSocket
import SluiceTree
import SluiceWire
import TestSupport
import Testing

@testable import SluiceMonitor

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

  @Test func `a restart reads from the last mark that is whole, wherever the file was cut`() throws
  {
    let hello = WireRecord.hello(.init(instance: "a", name: "A", processID: 1))
    var marks = MarkWriter(programs: 1, minimum: 1)
    var bytes: [UInt8] = []
    var counts: [(end: Int, count: Int)] = []
    func write(_ record: WireRecord, _ count: Int) {
      bytes += record.line()
      marks.note(bytes: record.line().count, lines: 1)
      counts.append((bytes.count, count))
    }
    write(hello, -1)
    // Never read again, or it would be damaged.
    write(try state(0, 0), 0)
    for number in 1...4 {
      write(commit(number), number)
      let records = [hello, try state(number, number)].map { WireEnvelope($0) }
      let store = WireRecord.Mark.Store(instance: "a", number: number)
      marks.write([store], records, to: &bytes)
    }
    let file = Recorded()
    for end in stride(from: counts[2].end, through: bytes.count, by: 7) {
      var cut = Array(bytes[..<end])
      // A reader that begins at a mark doesn't see what is in front of it.
      if end > counts[3].end { cut[counts[1].end - 3] = 0 }
      try Data(cut).write(to: file.url)
      let state = try ExplorerRecording(at: file.path).lastState(Counter.self)
      #expect(state.count == counts.last { $0.end <= end }?.count, "\(end)")
    }
  }

  @Test func `a long recording has marks, from which all is as from its beginning`() throws {
    let file = Recorded()
    let store = makeStore()
    let interceptor = try LinkInterceptor(
      marksAfter: 4_000,
      to: .file(path: file.path),
      in: .system
    )
    store.register(interceptor: interceptor)
    for number in 1...120 {
      store.note("\(number)")
      store.countUp()
      #expect(interceptor.link.flush(timeout: patience) == 0)
    }
    let bytes = try Array(Data(contentsOf: file.url))
    let records = try bytes.records
    var offset = 0
    var passing = MarkPassing()
    var replica = StateReplica()
    var marks = 0
    for (line, record) in zip(bytes.split(separator: 10), records) {
      if !passing.takes(WireEnvelope(record)) {
        var record = record
        #expect(replica.take(&record) == nil)
      } else if case .state(let state) = record {
        #expect(state.state == replica.tree)
      } else if case .mark(let mark) = record {
        marks += 1
        #expect(mark.programs == 1 && mark.previous < offset)
        #expect(bytes[..<offset].count { $0 == 10 } == mark.line)
      }
      offset += line.count + 1
    }
    #expect(marks > 2)
    let last = try ExplorerRecording(at: file.path).lastState(Counter.self)
    #expect(last == store.state)
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
    expect("” ends with a state that can't be decoded as Counter") { try lastState([other]) }
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
