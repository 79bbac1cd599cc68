import TestSupport
import Testing

@testable import ExplorerKit

@Suite(.inTurn, .unsanitized) struct ChartTests {
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

@Suite(.inTurn, .unsanitized) struct SparklineTests {
  static let lines: [(values: [NumericValue?], width: Int, text: String)] = [
    ([], 80, ""),
    ([nil, .double(.nan)], 80, ""),
    ([7], 80, "▅  min 7, max 7"),
    ([7, 7, 7], 80, "▅▅▅  min 7, max 7"),
    ([1, 2, 3, 4, 5, 6, 7, 8], 80, "▁▂▃▄▅▆▇█  min 1, max 8"),
    ([0.5, -0.5, nil, 0.25], 80, "█▁ ▇  min -0.5, max 0.5"),
    ([1, .double(.nan), 3], 80, "▁ █  min 1, max 3"),
    ([1, .double(.infinity), 3, .double(-.infinity)], 80, "▁↑█↓  min 1, max 3"),
    ([.double(.infinity)], 80, "↑"),
    ([.double(-1e308), 0, .double(1e308)], 80, "▁▅█  min -1e+308, max 1e+308"),
    ([.integer(.min), .integer(.max)], 2, "▁█"),
    (
      [.integer(9_007_199_254_740_992), .integer(9_007_199_254_740_993)], 80,
      "▁█  min 9,007,199,254,740,992, max 9,007,199,254,740,993"
    ),
    ([1, 2], 12, "▁█"),
    ([1, 2], 17, "▁█  min 1, max 2"),
    ([1, 2, 3, 4, 5, 6, 7, 8], 0, ""),
    ([1, 2, 3, 4, 5, 6, 7, 8], -3, ""),
  ]

  @Test(arguments: lines.indices)
  func `a line shows its values`(index: Int) {
    let (values, width, text) = Self.lines[index]
    #expect(Sparkline(values).text(width: width) == text)
  }

  @Test func `a line that starts at zero shows how much larger than zero a value is`() {
    #expect(Sparkline([4, 8], baseline: 0).text(width: 80) == "▅█  min 4, max 8")
    #expect(Sparkline([0, 0], baseline: 0).blocks(width: 80) == "▁▁")
  }

  @Test(arguments: [1, 7, 30, 99])
  func `no peak is lost where values share columns`(width: Int) {
    for place in stride(from: 0, to: 1_000, by: 37) {
      var values: [NumericValue?] = Array(repeating: 50, count: 1_000)
      values[place] = 100
      let high = Sparkline(values).blocks(width: width)
      #expect(high.count == width && high.contains("█"), "\(place)")
      values[place] = -50
      let low = Sparkline(values, baseline: 100).blocks(width: width)
      #expect(low.count == width && low.contains("▁"), "\(place)")
    }
  }

  @Test func `no line is wider than it may be`() {
    let values = (0..<300).map { NumericValue.integer(Int128($0) * 1_234_567) }
    for width in 0...120 {
      #expect(Sparkline(values).text(width: width).columns <= width)
    }
  }
}
