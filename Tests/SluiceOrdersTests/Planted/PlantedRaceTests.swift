import SluiceOrders
import TestSupport
import Testing

/// Races are found, repeat, and are gone when they are mended.
@Suite(.inTurn) struct PlantedRaceTests {
  @Test(arguments: PlantedRace.all)
  func `a planted race is found, repeated and shrunk`(race: PlantedRace) async throws {
    try await expectFound(race, within: .seconds(30), repetitions: 3)
  }

  @Test(.serialized, .nightly, .unsanitized, arguments: PlantedRace.all)
  func `a planted race is found in five seconds, and repeated a hundred times`(race: PlantedRace)
    async throws
  {
    try await expectFound(race, within: .seconds(5), repetitions: 100)
  }

  @Test(arguments: PlantedRace.all)
  func `a mended race is gone`(race: PlantedRace) async throws {
    let tried = try await everyOrder(atMost: 80, within: .seconds(600), race.test(isMended: true))
    #expect(tried.areAll || tried.count == 80)
  }

  @Test(.nightly, .unsanitized, arguments: PlantedRace.all)
  func `a mended race is gone in many orders`(race: PlantedRace) async throws {
    let body = race.test(isMended: true)
    let tried = try await everyOrder(atMost: 2_000, within: .seconds(600), body)
    #expect(tried.areAll || tried.count == 2_000)
  }

  private func expectFound(
    _ race: PlantedRace,
    within limit: Duration,
    repetitions: Int
  ) async throws {
    let body = race.test(isMended: false)
    let start = ContinuousClock.now
    let found = try await issues { try await everyOrder(within: .seconds(30), body) }
    #expect(start.duration(to: .now) < limit)
    let first = try #require(found.first, "The race was not found.")
    #expect(found.count == 1, "It is recorded once.")
    let text = first.comments.map(\.rawValue).joined()
    let order = try #require(text.firstMatch(of: /everyOrder\(only: "([0-9.*]+)"\)/)?.output.1)
    #expect(order.split(separator: ".").count { !$0.hasPrefix("0") } <= 2, "\(order) isn't shrunk.")
    for _ in 0..<repetitions {
      let again = try await issues { try await everyOrder(only: String(order), body) }
      #expect(again.map(\.sourceLocation) == [first.sourceLocation])
    }
  }
}

/// Returns the issues that a function records, in place of recording them.
func issues(of function: @escaping @Sendable () async throws -> some Any) async throws -> [Issue] {
  let test = try #require(Test.current)
  let found = Shared<[Issue]>([])
  let handler = IssueHandlingTrait.compactMapIssues { issue in
    found.change { $0.append(issue) }
    return nil
  }
  try await handler.provideScope(for: test, testCase: nil) { _ = try? await function() }
  return found.value
}
