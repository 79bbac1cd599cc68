import Sluice
import Testing

/// A run that `Ask("a")` starts, actions that are dispatched, each when all runs rest, and the answers.
struct RunScript: CustomTestStringConvertible, Sendable {
  let testDescription: String
  private let actions: [any Action]
  private let answers: [String]
  private let run: @Sendable (RunContext<Counting>) async throws -> Void

  init(
    _ title: String,
    _ actions: [any Action] = [],
    answers: [String],
    run: @escaping @Sendable (RunContext<Counting>) async throws -> Void
  ) {
    testDescription = title
    self.actions = actions
    self.answers = answers
    self.run = run
  }

  func expectAnswers(sourceLocation: SourceLocation = #_sourceLocation) async {
    let bench = Bench { [run] _, context in try await run(context) }
    await bench.ask("a")
    await bench.sendEach(actions)
    await bench.advance(9)
    #expect(bench.answers == answers, sourceLocation: sourceLocation)
  }
}
