import Sluice
import SluiceTesting
import TestSupport
import Testing

/// What a test store throws, word for word.
@Suite(.inTurn, .throwingFailures)
struct TestStoreMessageTests {
  typealias Body = @Sendable (TestStore<Library, Catalogue>) async throws -> Void

  struct Case: CustomTestStringConvertible, Sendable {
    let testDescription: String
    var exhaustivity = Exhaustivity.on
    var effects: [any Effects<Catalogue> & Sendable] = [EagerEffects()]
    var catalogue = Catalogue()
    /// Fails at line 7 of `/Tests.swift`.
    let body: Body
    let message: String
  }

  static let cases = changes + actions + runs

  @Test(arguments: cases)
  func `a failure shows what happened, the difference, and how to fix it`(_ example: Case)
    async
  {
    let failure = await #expect(throws: ExpectationFailure.self) {
      try await withLibrary(
        catalogue: example.catalogue,
        effects: example.effects,
        exhaustivity: example.exhaustivity,
        filePath: "/Tests.swift",
        line: 7,
        example.body
      )
    }
    #expect(failure.map { "\($0)" } == example.message)
  }
}
