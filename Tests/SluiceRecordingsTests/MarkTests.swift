import SluiceRecordings
import SluiceTree
import SluiceWire
import TestSupport
import Testing

@Suite(.inTurn)
struct MarkTests {
  private typealias Store = WireRecord.Mark.Store

  /// Returns where marks are found, the last one first.
  private static func found(in bytes: [UInt8]) -> [Int] {
    let search = MarkSearch { offset, buffer throws(Never) in
      let count = max(min(bytes.count - offset, buffer.count), 0)
      buffer.replaceSubrange(..<count, with: bytes[offset..<(offset + count)])
      return count
    }
    var places: [Int] = []
    var mark = search.last(before: bytes.count)
    while let found = mark {
      places.append(found.offset)
      mark = search.before(found)
    }
    return places
  }

  private static func mark(_ previous: Int, stores: Int = 1) -> [UInt8] {
    let stores = (0..<stores).map { Store(instance: "\($0)", number: $0) }
    return WireRecord.mark(.init(previous: previous, line: 1, programs: 1, stores: stores)).line()
  }

  @Test func `marks are found wherever they lie, and where one before is damaged`() {
    let filler = WireRecord.error(.init(message: "\n{\"type\":\"mark\"")).line()
    // The last one begins at the end of one piece in which they are searched, and goes on in the next.
    let across = (1 << 20) + 5 - Self.mark(7, stores: 1_800).count - 2 * filler.count
    for length in [100, (1 << 20) - 20, (1 << 20) - 1, 1 << 20, 3 << 20, across] {
      var bytes = filler
      var places: [Int] = []
      for index in 0..<3 {
        places.append(bytes.count)
        bytes += Self.mark(index == 2 ? 7 : places.dropLast().last ?? 0, stores: index * 900)
        bytes += filler + [UInt8](repeating: UInt8(ascii: "x"), count: length) + filler
      }
      #expect(Self.found(in: bytes) == places.reversed(), "\(length)")
      // The beginning of one.
      #expect(Self.found(in: bytes + Self.mark(5).dropLast()) == places.reversed(), "\(length)")
    }
    #expect(Self.found(in: filler).isEmpty)
    #expect(Self.found(in: []).isEmpty)
  }

  @Test func `what belongs to a mark is passed over, and no more`() {
    let hello = WireRecord.hello(.init(instance: "a", name: "A", processID: 1))
    let other = WireRecord.hello(.init(instance: "b", name: "B", processID: 1))
    func state(_ number: Int) -> WireRecord { .state(.init(number: number, state: [])) }
    func mark(_ stores: Store...) -> WireRecord {
      .mark(.init(previous: 0, line: 0, programs: 1, stores: stores))
    }
    let one = mark(Store(instance: "a", number: 3))
    let two = mark(Store(instance: "a", number: nil), Store(instance: "b", number: 5))
    // Behind the hellos of both.
    let cases: [([WireRecord], passed: [Bool])] = [
      (
        [hello, state(3), one, hello, state(3), state(3)], [false, false, true, true, true, false]
      ),
      ([one, hello, state(4), hello], [true, true, false, false]),
      ([one, state(3), hello], [true, false, false]),
      ([one, hello, .bye(.init()), state(3)], [true, true, false, false]),
      ([two, hello, other, state(5), hello], [true, true, true, true, false]),
      // A line in between is damaged.
      ([two, other, state(5)], [true, true, true]),
      ([two, other, hello], [true, true, false]),
    ]
    for (records, passed) in cases {
      var passing = MarkPassing()
      let greetings = [hello, other].map { passing.takes(WireEnvelope($0)) }
      #expect(greetings == [false, false])
      #expect(records.map { passing.takes(WireEnvelope($0)) } == passed, "\(records)")
    }
  }

  @Test func `what nobody has said before isn't passed over behind a mark`() {
    let hello = WireRecord.hello(.init(instance: "a", name: "A", processID: 1))
    let store = Store(instance: "a", number: 3)
    var passing = MarkPassing()
    let records: [WireRecord] = [
      .mark(.init(turn: 7, previous: 0, line: 0, programs: 1, stores: [store])), hello,
      .state(.init(number: 3, state: [])),
    ]
    #expect(records.map { passing.takes(WireEnvelope($0)) } == [true, false, false])
  }

  @Test func `the head of a line tells what it may be`() {
    func head(_ text: String) -> LineHead { LineHead(Array(text.utf8)[...]) }
    let line = head(#"{"type":"state","instance":"a\"b","number":1}"#)
    #expect(line.mayBe(["hello", "state"]) && !line.mayBe(["hello", "stat", "states"]))
    #expect(line.mayBe(ofProgram: Array(#"a\"b"#.utf8)))
    let relayed = head(#"{"instance":"a","type":"commit","number":1}"#)
    #expect(relayed.mayBe(["commit"]) && !relayed.mayBe(["state"]))
    #expect(relayed.mayBe(ofProgram: Array("a".utf8)) && !relayed.mayBe(ofProgram: Array("b".utf8)))
    // What is not known has to be read.
    for text in [#"{ "type":"state"}"#, #"{"number":1,"type":"state"}"#, "", "{", #"{"type":"#] {
      #expect(head(text).mayBe(["hello"]) && head(text).mayBe(ofProgram: [1]), "\(text)")
    }
  }
}
