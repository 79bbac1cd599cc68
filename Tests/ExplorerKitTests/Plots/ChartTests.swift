import TestSupport
import Testing

@testable import ExplorerKit

@Suite(.inTurn, .unsanitized)
struct ChartTests {
  /// A wave without rounding differences between platforms.
  private static let wave: [NumericValue?] = (0..<400).map { index in
    let place = index % 100
    return .integer(Int128(place < 50 ? place * place : (100 - place) * (100 - place)))
  }

  static let charts: [(title: String, chart: Chart, width: Int, height: Int)] = [
    ("a wave", Chart(wave, from: "commit 1", to: "400"), 60, 9),
    ("four values", Chart([1, 4, 2, 3], from: "1", to: "4"), 40, 7),
    ("one value", Chart([42], from: "1"), 30, 5),
    ("a constant", Chart([0.5, 0.5, 0.5]), 30, 5),
    ("a gap", Chart([1, 2, nil, .double(.nan), 3, 1]), 42, 5),
    ("infinite numbers", Chart([1, .double(.infinity), 2, .double(-.infinity), 3]), 42, 5),
    ("only infinite numbers", Chart([.double(.infinity), nil]), 20, 3),
    (
      "large integers",
      Chart([.integer(9_007_199_254_740_992), .integer(9_007_199_254_740_993)]), 50, 5
    ),
    ("a narrow terminal", Chart([1_000_000, 2_000_000], from: "12:00:00", to: "13:00:00"), 18, 5),
    ("one row", Chart([1, 2, 3]), 20, 1),
    ("two rows", Chart([1, 2, 3, 1]), 20, 2),
    ("a peak among many values", Chart(Array(repeating: 3, count: 500) + [9, 0, 3, 3]), 40, 5),
  ]

  @Test func `charts equal the golden text`() throws {
    let lines = Self.charts.flatMap { title, chart, width, height in
      ["# \(title)"] + chart.lines(width: width, height: height) + [""]
    }
    try GoldenText.expect(lines, matches: "charts.txt")
  }

  @Test func `nothing is drawn without data`() {
    #expect(Chart([], from: "a", to: "b").lines(width: 80).isEmpty)
    #expect(Chart([nil, .double(.nan)]).lines(width: 80).isEmpty)
  }

  @Test func `a chart fits its width and height`() {
    for width in [-1, 0, 1, 2, 3, 5, 8, 13, 14, 15, 24, 40, 79, 200] {
      for height in [-1, 0, 1, 2, 4, 9] {
        for (title, chart, _, _) in Self.charts {
          let lines = chart.lines(width: width, height: height)
          #expect(lines.allSatisfy { $0.columns <= width }, "\(title) \(width)")
          #expect(lines.count <= max(height, 1) + 2, "\(title) \(width)")
        }
      }
    }
  }

  @Test func `each value of a line has a row of its own where there is room`() {
    let lines = Chart([0, 1, 2, 3, 4]).lines(width: 6, height: 5)
    #expect(lines == ["│    ╭", "│   ╭╯", "│  ╭╯", "│ ╭╯", "│─╯", "└─────"])
  }
}
