import SluiceWire
import TestSupport
import Testing

@testable import ExplorerKit

@Suite(.inTurn) struct RateHistoryTests {
  @Test func `a steady rate is a flat line, however long it lasts`() {
    for seconds in [8, 100, 5_000] {
      var history = RateHistory()
      for number in 0..<(seconds * 4) { history.add(3, at: 1_000_000 + Int64(number) * 250_000) }
      let rates = history.rates(columns: 30)
      #expect((8...30).contains(rates.count), "\(seconds)")
      // The last bucket is not full yet.
      #expect(rates.dropLast().allSatisfy { $0 == 12 }, "\(seconds)")
    }
  }

  @Test func `a burst is visible, and rates below ten have a decimal`() {
    var history = RateHistory()
    for second in 0..<16 { history.add(second == 9 ? 100 : 1, at: Int64(second) * 1_000_000) }
    #expect(history.rates(columns: 8) == [1, 1, 1, 1, 51, 1, 1, 1])
    #expect(history.rates(columns: 4) == [1, 1, 26, 1])
    #expect(history.rates(columns: 1) == [7.2])
    #expect(history.rates(columns: 0).isEmpty)
  }

  @Test func `the rate is said wherever it changes`() {
    var history = RateHistory()
    #expect(history.samples.isEmpty)
    let second: Int64 = 1_000_000
    for number in 0..<10 { history.add(1, at: second + Int64(number) * 10_000) }
    history.add(2, at: 2 * second)
    let samples = history.samples
    #expect(
      samples.map(\.time) == [0, 62_500, 125_000, second, second + 62_500].map { $0 + second }
    )
    #expect(samples.map(\.rate) == [112, 48, 0, 32, 0])
  }

  @Test func `any times are counted in bounded memory`() {
    var history = RateHistory()
    let times: [Int64] = [0, 1, -5, .max, .min, 86_400_000_000, .max - 1, 7]
    for time in times { history.add(.max, at: time) }
    #expect(history.rates(columns: .max).count <= RateHistory.maximalBuckets)
    var later = RateHistory()
    later.add(1, at: .min)
    later.add(1, at: .max)
    #expect(later.rates(columns: .max).count <= RateHistory.maximalBuckets)
    #expect(later.samples.count <= RateHistory.maximalBuckets + 1)
  }

  @Test func `no time between commits is no rate`() {
    #expect(RateHistory().rates(columns: 60).isEmpty)
    var history = RateHistory()
    history.add(5, at: 9)
    history.add(5, at: 9)
    #expect(history.rates(columns: 60).count == 1)
  }

  @Test func `the table shows commits a second as a line of blocks`() {
    let commits = (0..<8).flatMap { second in
      (0...second).map { WireRecord.commit($0, "A", at: Int64(second * 1_000_000 + $0)) }
    }
    let statistics = Statistics(taking: commits)
    for (width, plot) in [(26, "▂▃▄▅▆▇██"), (50, "▂▃▄▅▆▇██  min 1, max 8"), (20, "▄█")] {
      let lines = StatisticsTable(width: width).lines(statistics).map(\.text)
      #expect(lines.first { $0.hasPrefix("commits a second") } == "commits a second  " + plot)
    }
  }
}
