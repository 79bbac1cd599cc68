import TestSupport
import Testing

@testable import ExplorerKit

@Suite(.inTurn, .unsanitized)
struct SparklineTests {
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
