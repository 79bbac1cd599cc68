import SluiceWire
import TestSupport
import Testing

@testable import ExplorerKit

/// What stands in front of the log's lines.
@Suite(.inTurn) struct LogTimesTests {
  /// The 14th of November 2023, 22:13:20 UTC, in microseconds.
  private static let start: Int64 = 1_700_000_000_000_000

  private static func lines(
    _ style: LogOptions.TimeStyle,
    _ times: [Int64],
    columns: Int? = nil,
    since beginning: Int64? = start
  ) -> [String] {
    var options = LogOptions()
    options.time = style
    var log = PlainLog(
      palette: Palette(isColored: false),
      options: options,
      since: beginning,
      columns: { columns }
    )
    var buffer: [UInt8] = []
    for (index, time) in times.enumerated() {
      let action = WireRecord.Action(type: "Act")
      let commit = WireRecord.Commit(number: index + 1, time: start + time, action: action)
      log.write(.record(label: "Todo", instance: "a", .commit(commit)), to: &buffer)
    }
    return String(decoding: buffer, as: UTF8.self).split(separator: "\n").map(String.init)
  }

  private static let second: Int64 = 1_000_000
  private static let day = 86_400 * second

  @Test func `times are shown since the first line, or since the line before`() {
    let times = [0, 1_500, 2 * Self.second, 2 * Self.second, 3_700 * Self.second, 5 * Self.second]
    #expect(
      Self.lines(.relative, times) == [
        "    +0.000 Todo    1 Act", "    +0.001 Todo    2 Act", "    +2.000 Todo    3 Act",
        "    +2.000 Todo    4 Act", " +3700.000 Todo    5 Act", "    +5.000 Todo    6 Act",
      ]
    )
    #expect(
      Self.lines(.delta, times) == [
        "   +0 ns Todo    1 Act", "   +2 ms Todo    2 Act",
        " +2.00 s Todo    3 Act", "   +0 ns Todo    4 Act", "+3698.00 s Todo    5 Act",
        "   +0 ns Todo    6 Act",
      ]
    )
  }

  @Test func `a line says when the date changes`() throws {
    let times = [0, Self.day, Self.day + 1, 0]
    let lines = Self.lines(.clock, times)
    try #require(lines.count == 6)
    #expect(lines[0].hasSuffix("Todo    1 Act"))
    #expect(lines[1].contains(#/^── \d{4}-\d\d-\d\d ──$/#))
    #expect(lines[3].hasSuffix("Todo    3 Act"))
    #expect(lines[4].contains(#/^── \d{4}-\d\d-\d\d ──$/#))
    #expect(lines[1] != lines[4])
    #expect(Self.lines(.relative, times).count == 4)
  }

  @Test func `a session says its date at the beginning`() {
    let lines = Self.lines(.clock, [0, 1], since: nil)
    #expect(lines.count == 3)
    #expect(lines[0].hasPrefix("── 2023-11-1"))
  }

  @Test func `on a narrow terminal, times are above the lines that share them`() {
    let times = [0, 1_500, 990_000, 2 * Self.second]
    let clock = Self.lines(.clock, times, columns: 40)
    #expect(clock.map { $0.contains("──") } == [true, false, false, false, true, false])
    #expect(
      Self.lines(.relative, times, columns: 40) == [
        "── +0 s Todo ──", "   1 Act", "   2 Act", "   3 Act", "── +2 s Todo ──", "   4 Act",
      ]
    )
    #expect(
      Self.lines(.delta, times, columns: 40) == [
        "── Todo ──", "   1 Act", "   2 Act", "── +989 ms Todo ──", "   3 Act",
        "── +1.01 s Todo ──", "   4 Act",
      ]
    )
  }
}
