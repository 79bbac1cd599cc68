import TestSupport
import Testing

@testable import ExplorerKit

@Suite(.inTurn)
struct DurationTextTests {
  @Test(
    arguments: [
      (0, "0 ns"), (999, "999 ns"), (1_000, "1 µs"), (1_499, "1 µs"), (1_500, "2 µs"),
      (999_499, "999 µs"), (999_500, "1 ms"), (203_000_000, "203 ms"), (999_499_999, "999 ms"),
      (999_500_000, "1.00 s"), (1_254_000_000, "1.25 s"), (61_070_000_000, "61.07 s"),
    ] as [(Int64, String)]
  )
  func `a duration has three digits or so`(nanoseconds: Int64, text: String) {
    #expect(DurationText.text(nanoseconds: nanoseconds) == text)
  }
}
