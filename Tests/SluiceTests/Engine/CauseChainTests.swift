import Sluice
import Testing

@testable import SluiceCore
@testable import SluiceEffects
@testable import SluiceFeatures

/// Which chains of causes are loops, by made-up instants.
@Suite struct CauseChainTests {
  /// The lengths at which a chain is reported, whose steps take some milliseconds each.
  private func reports(
    upTo depth: Int,
    at instant: (Int) -> UInt64,
    _ step: (Int) -> StoreDiagnostic.LoopStep = { _ in Self.step(0) }
  ) -> [(length: Int, round: [StoreDiagnostic.LoopStep])] {
    var reports: [(length: Int, round: [StoreDiagnostic.LoopStep])] = []
    var chain = CauseChain()
    for depth in 1...depth {
      chain = chain.extended(by: step(depth), at: instant(depth))
      #expect(chain.depth == depth)
      if let loop = chain.loop(at: instant(depth)) { reports.append((depth, loop)) }
    }
    return reports
  }

  private static func step(_ number: Int) -> StoreDiagnostic.LoopStep {
    StoreDiagnostic.LoopStep(Increment.self, by: nil, at: "\(number)")
  }

  private static let speeds: [(UInt64, [Int])] = [
    (1, [1_000, 10_000, 100_000]), (9_999_999, [1_000, 10_000, 100_000]), (10_000_000, []),
    (1_000_000_000, []),
  ]

  @Test(arguments: speeds)
  func `a chain is reported at each tenfold if its last hundred steps take less than a second`(
    nanoseconds: UInt64,
    lengths: [Int]
  ) {
    let reports = reports(upTo: 100_500) { UInt64($0) * nanoseconds }
    #expect(reports.map(\.length) == lengths)
  }

  @Test func `an action without a cause is a chain of one`() {
    #expect(CauseChain.first.depth == 1)
  }

  @Test func `only the last hundred steps count`() {
    // Slow up to 9,900, then fast.
    let reports = reports(upTo: 10_000) { UInt64(min($0, 9_900)) * 1_000_000_000 }
    #expect(reports.map(\.length) == [10_000])
  }

  @Test func `the time is read twice for a limit`() {
    var readings: [Int] = []
    _ = reports(upTo: 10_000) { depth in
      readings.append(depth)
      return 0
    }
    #expect(readings == [900, 1_000, 9_900, 10_000])
  }

  @Test(arguments: [(1, 1), (2, 2), (16, 16), (17, 1), (1_000, 1)])
  func `a round is what repeats, by action and dispatcher, or else by action`(
    period: Int,
    length: Int
  ) throws {
    let reports = reports(upTo: 1_000, at: { _ in 0 }, { Self.step($0 % period) })
    let round = try #require(reports.first?.round)
    #expect(round.count == length)
  }

  @Test func `steps that don't repeat are all shown`() throws {
    struct Other: Action {}
    let reports = reports(
      upTo: 1_000,
      at: { _ in 0 },
      { depth in
        let action: any Action.Type = depth == 990 ? Other.self : Increment.self
        return StoreDiagnostic.LoopStep(action, by: nil, at: "\(depth)")
      }
    )
    let round = try #require(reports.first?.round)
    #expect(round.map(\.position) == (969...1_000).map { "\($0)" })
  }
}
