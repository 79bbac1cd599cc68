import Sluice
import SluiceTesting
import Testing

/// What effects need from outside.
struct Catalogue: Sendable {
  var find: @Sendable (String) async throws -> String = { "\($0)!" }
  var title = "the"
}

/// A form in which an effect can be written, and what it answers.
struct Form: CustomTestStringConvertible, Sendable {
  let testDescription: String
  let answers: [String]
  let effect: Effect<Catalogue>

  init(_ title: String, _ answers: [String], effect: () -> Effect<Catalogue>) {
    testDescription = title
    self.answers = answers
    self.effect = effect()
  }

  /// Expects that the effect answers to some actions, and not to others before.
  func expectAnswers(
    to actions: any Action...,
    not others: [any Action],
    lifted lift: (Effect<Catalogue>) -> Effect<Catalogue> = { $0 },
    sourceLocation: SourceLocation = #_sourceLocation
  ) async {
    let bench = Bench(lift(effect), environment: Catalogue())
    for action in others { await bench.send(action) }
    #expect(bench.answers == [], sourceLocation: sourceLocation)
    for action in actions { await bench.send(action) }
    await bench.advance(1)
    #expect(bench.answers == answers, sourceLocation: sourceLocation)
    let count = others.count + actions.count + answers.count
    #expect(bench.commits.dispatchedActions.count == count, sourceLocation: sourceLocation)
  }
}
