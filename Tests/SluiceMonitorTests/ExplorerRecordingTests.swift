import Foundation
import Sluice
import SluiceMonitor
import SluiceTree
import SluiceWire
import TestSupport
import Testing

@Suite(.inTurn)
struct ExplorerRecordingTests {
  private func write(_ records: [WireEnvelope], rest: String = "", to recorded: Recorded) throws {
    let bytes = records.flatMap { $0.line() } + Array(rest.utf8)
    try Data(bytes).write(to: URL(filePath: recorded.path))
  }

  private func lastState(_ records: [WireRecord], rest: String = "") throws -> Counter {
    let recorded = Recorded()
    try write(records.map { WireEnvelope($0) }, rest: rest, to: recorded)
    return try ExplorerRecording(at: recorded.path).lastState()
  }

  private func message(_ body: () throws -> Counter) -> String? {
    (#expect(throws: ExplorerRecordingError.self) { try body() })?.description
  }

  private func state(_ number: Int, _ count: Int) throws -> WireRecord {
    .state(.init(number: number, state: try tree(Counter(count: count))))
  }

  private func commit(_ number: Int, isUnknown: Bool = false) -> WireRecord {
    let change = TreeChange.set(TreePath([.key("count")]), old: nil, new: .integer(Int64(number)))
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
    let recorded = Recorded()
    let store = makeStore()
    let interceptor = ExplorerInterceptor<Counter>(endpoint: recorded.address)
    store.dispatch(action: Note(text: "before"))
    store.register(interceptor: interceptor)
    #expect(interceptor.flush(timeout: patience) == 0)
    for number in 1...50 {
      store.dispatch(action: Add(amount: number))
      store.dispatch(action: Note(text: "\(number)"))
    }
    #expect(interceptor.flush(timeout: patience) == 0)
    let state = try ExplorerRecording(at: recorded.path).lastState(Counter.self)
    #expect(state == store.state)
    #expect(state.log.count == 51)
  }

  @Test func `half a line of a program that was killed is ignored`() throws {
    #expect(try lastState([state(0, 0), commit(1), commit(2)], rest: #"{"type":"com"#).count == 2)
  }

  @Test func `behind a gap the next whole state counts, and the one before until then`() throws {
    let gap = WireRecord.dropped(.init(count: 3, from: 2, to: 4, reason: .room))
    #expect(try lastState([state(0, 0), commit(1), gap]).count == 1)
    #expect(try lastState([state(0, 0), commit(1), gap, commit(5)]).count == 1)
    #expect(try lastState([state(0, 0), commit(1), commit(2, isUnknown: true)]).count == 1)
    #expect(try lastState([state(0, 0), commit(1), gap, state(4, 9), commit(5)]).count == 5)
    #expect(try lastState([state(0, 0), commit(1), gap, state(4, 9)]).count == 9)
  }

  @Test(.nightly) func `a record of any length is read`() throws {
    // Of a type to come, since a state so long takes long to read.
    let record = "{\"type\":\"later\"" + String(repeating: " ", count: 17 << 20) + "}\n"
    #expect(try lastState([state(0, 7)], rest: record).count == 7)
  }

  @Test func `a file that cannot be used says why`() throws {
    #expect(message { try lastState([commit(1)]) }?.hasSuffix("” holds no state.") == true)
    let damaged = message { try lastState([state(0, 0)], rest: "{\n") }
    #expect(damaged?.contains("” is damaged in line 2: ") == true)
    let other = WireRecord.state(.init(number: 0, state: ["other": 1]))
    let decoding = message { try lastState([other]) }
    #expect(decoding?.contains("” ends with a state from which no Counter can be decoded") == true)
    let unfit = message { try lastState([other, commit(1)]) }
    #expect(unfit?.contains("” is damaged in line 2: its changes don't fit the state") == true)
    for text in [damaged, decoding, unfit] { #expect(text?.hasSuffix("..") == false) }
    let missing = message { try ExplorerRecording(at: "/nowhere/a.session").lastState() }
    #expect(missing?.contains("/nowhere/a.session") == true)

    let recorded = Recorded()
    let first = WireEnvelope(instance: "1", try state(0, 1))
    try write([first, WireEnvelope(instance: "2", try state(0, 2))], to: recorded)
    let several = message { try ExplorerRecording(at: recorded.path).lastState() }
    #expect(several == "The recording “\(recorded.path)” is of several stores.")
  }
}
