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
    var log = PlainLog(columns: columns, since: beginning) { $0.time = style }
    let events = times.enumerated().map { index, time in
      HubEvent.record(.commit(index + 1, "Act", at: start + time))
    }
    return log.lines(about: events)
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
    for (index, end) in [(0, "Todo    1 Act"), (3, "Todo    3 Act")] {
      #expect(lines[index].hasSuffix(end))
    }
    for index in [1, 4] { #expect(lines[index].contains(#/^── \d{4}-\d\d-\d\d ──$/#)) }
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

  @Test func `a duration has three digits or so`() {
    let durations: KeyValuePairs<Int64, String> = [
      0: "0 ns", 999: "999 ns", 1_000: "1 µs", 1_499: "1 µs", 1_500: "2 µs", 999_499: "999 µs",
      999_500: "1 ms", 203_000_000: "203 ms", 999_499_999: "999 ms", 999_500_000: "1.00 s",
      1_254_000_000: "1.25 s", 61_070_000_000: "61.07 s",
    ]
    for (nanoseconds, text) in durations {
      #expect(DurationText.text(nanoseconds: nanoseconds) == text)
    }
  }
}
