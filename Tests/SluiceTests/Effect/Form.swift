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
  ///
  /// - Parameter isLifted: Whether its actions are wrapped in pages.
  func expectAnswers(
    to actions: any Action...,
    not others: [any Action],
    isLifted: Bool = false,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async {
    let bench = Bench<Counting, Catalogue>(environment: Catalogue())
    bench.store.register(effect) {
      isLifted ? $0.lift(.state(\Counting.self), action: EffectPatternTests.Page.choices) : $0
    }
    for action in others { await bench.send(action) }
    #expect(bench.answers == [], sourceLocation: sourceLocation)
    for action in actions { await bench.send(action) }
    await bench.advance(1)
    #expect(bench.answers == answers, sourceLocation: sourceLocation)
    let count = others.count + actions.count + answers.count
    #expect(bench.commits.dispatchedActions.count == count, sourceLocation: sourceLocation)
  }
}
