import TestSupport
import Testing

@testable import SluiceWire

@Suite(.inTurn)
struct LineFramerTests {
  /// The lines of a stream, or how long one is that is too long.
  ///
  /// - Parameter sizes: Of the pieces in which it arrives, of which the last is repeated.
  private func lines(
    of text: String,
    in sizes: [Int],
    limit: LineLimit = .standardRecord
  ) throws -> [String] {
    var framer = LineFramer(limit: limit)
    var lines: [String] = []
    var rest = Array(text.utf8)[...]
    var sizes = sizes[...]
    while !rest.isEmpty {
      let size = sizes.count > 1 ? sizes.removeFirst() : sizes[sizes.startIndex]
      framer.append(rest.prefix(size))
      rest = rest.dropFirst(size)
      while true {
        do {
          guard let line = try framer.next() else { break }
          lines.append(String(decoding: line, as: UTF8.self))
        } catch WireError.recordTooLong(let bytes, let limit) {
          lines.append("\(bytes) of \(limit.bytes)")
        }
      }
    }
    try framer.finish()
    #expect(framer.pending == 0)
    return lines
  }

  @Test func `lines come whole wherever the stream is cut, and in pieces of any size`() throws {
    let text = "one\n\ntwo two\nthrée\n{\"four\":4}\n"
    let cuts: [[Int]] = (0...text.utf8.count).map { [$0, .max] }
    let pieces: [[Int]] = (1...9).map { [$0] }
    for sizes in cuts + pieces {
      let expected = ["one", "two two", "thrée", "{\"four\":4}"]
      #expect(try lines(of: text, in: sizes) == expected, "\(sizes)")
    }
  }

  @Test(arguments: 1...30)
  func `a line that is too long is an error, and the next one is read`(size: Int) throws {
    let text = "good\n0123456789X\nfits567890\n0123456789XY\nend\n"
    let expected = ["good", "11 of 10", "fits567890", "12 of 10", "end"]
    #expect(try lines(of: text, in: [size], limit: .record(10)) == expected)
  }

  @Test func `a line without end costs no memory`() throws {
    var framer = LineFramer(limit: .record(1 << 20))
    let piece = [UInt8](repeating: 65, count: 1 << 16)
    for number in 1...96 {
      framer.append(piece[...])
      let line = try framer.next()
      #expect(line == nil)
      // Up to the limit it may still become a line; beyond it, only the last piece is held.
      #expect(framer.buffer.count <= (number <= 17 ? number << 16 : 1 << 16))
    }
    framer.append([10, 66, 10])
    #expect(throws: WireError.recordTooLong(bytes: 6 << 20, limit: .record(1 << 20))) {
      try framer.next()
    }
    #expect(try framer.next().map(Array.init) == [66])
  }

  @Test func `the limit can be raised between two lines`() throws {
    var framer = LineFramer(limit: .beforeHello)
    let long = [UInt8](repeating: 65, count: 100_000)
    framer.append(Array("hello\n".utf8) + long + [10])
    #expect(try framer.next()?.count == 5)
    framer.limit = .standardRecord
    #expect(try framer.next()?.count == 100_000)
  }

  @Test func `the end of the stream within a line is an error`() {
    var framer = LineFramer()
    framer.append(Array("whole\nhal".utf8)[...])
    #expect(throws: Never.self) { try framer.next() }
    #expect(throws: WireError.unfinishedLine(bytes: 3)) { try framer.finish() }
  }

  @Test func `a long line in small pieces is searched once`() throws {
    var framer = LineFramer()
    let piece = [UInt8](repeating: 65, count: 64)
    // Searched again for each piece, this would be 34 thousand million bytes.
    let time = try processorTime {
      for _ in 0..<32_768 {
        framer.append(piece[...])
        let line = try framer.next()
        #expect(line == nil)
      }
    }
    #expect(time < .seconds(10))
    #expect(framer.pending == 2 << 20)
  }

  @Test func `errors say what is wrong, with which value, and what to do`() {
    let rows: [(WireError, String)] = [
      (
        .recordTooLong(bytes: 18 << 20, limit: .standardRecord),
        "The record is 18 MiB long; at most 16 MiB are read. Raise --max-record, or redact part of "
          + "the state."
      ),
      (
        .recordTooLong(bytes: 16 << 20 + 1, limit: .standardRecord),
        "The record is 16.1 MiB long; at most 16 MiB are read. Raise --max-record, or redact part "
          + "of the state."
      ),
      (
        .recordTooLong(bytes: 80 << 10, limit: .beforeHello),
        "The first record is 80 KiB long; at most 64 KiB are read before hello. Send hello first."
      ),
      (
        .unfinishedLine(bytes: 1),
        "The stream ends within a record, 1 byte after its beginning. What came before it is whole."
      ),
      (
        .noCommonVersion(theirs: .one...WireVersion(2), ours: WireVersion(3)...WireVersion(3)),
        "The other side speaks versions 1 to 2 of the wire and we speak version 3. Update the older "
          + "of program and sluice-explorer."
      ),
    ]
    for (error, message) in rows { #expect(error.description == message) }
  }
}
