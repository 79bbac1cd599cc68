import Sluice
import SluiceTesting
import TestSupport

/// A store whose actions lead to one another, often enough that the store names the loop.
final class LoopBench: Sendable {
  struct Ping: Action {}
  struct Pong: Action {}

  static let rounds = 1_200

  let store = Store<Counting, Void>.counting()
  let isOver = Log<Bool>()
  /// What the stores noticed, as texts without module names and source positions.
  let diagnostics = Log<String>()
  /// The steps of loops that they noticed.
  let steps = Log<String>()
  private let kept = Shared<[any Sendable]>([])

  init() { noteDiagnostics(of: store) }

  func noteDiagnostics(of store: Store<Counting, Void>) {
    store.onDiagnostic = { [diagnostics, steps] diagnostic in
      // These happen on any busy machine.
      if diagnostic.id == .longWait { return }
      let loop = /Actions lead to one another without end: (.+) → … \((\d+) steps so far, .+/
      let queue = /(\d+) commits await delivery, .+/
      if diagnostic.id == .actionLoop,
        let (_, round, length) = diagnostic.cause.wholeMatch(of: loop)?.output
      {
        let found = round.split(separator: " → ").map(String.init)
        for step in found { steps.append(step) }
        diagnostics.append("\(length) " + found.map(Self.name).sorted().joined(separator: " → "))
      } else if diagnostic.id == .longQueue,
        let (_, count) = diagnostic.cause.wholeMatch(of: queue)?.output
      {
        diagnostics.append("queue \(count)")
      } else {
        diagnostics.append("\(diagnostic)")
      }
    }
  }

  /// The action and the dispatcher of a step, without source positions.
  private static func name(of step: String) -> String {
    let parts = /(.+?) \((?:by (.+?)(?: at .+)?, )?dispatched at .+\)/
    guard let (_, action, dispatcher) = step.wholeMatch(of: parts)?.output else { return step }
    return "\(action) by \(dispatcher ?? "somebody")"
  }

  /// Keeps a token, or another store, as long as the bench.
  func keep(_ object: any Sendable) { kept.change { $0.append(object) } }

  func end() { kept.value = [] }

  /// Whether to answer a count with another action; notes the last one.
  func goesOn(at count: Int) -> Bool {
    if count == Self.rounds { isOver.append(true) }
    return count < Self.rounds
  }

  /// Returns a closure that is `true` but for the last round, which ends the loop.
  func rounds(_ last: Int = rounds) -> @Sendable () -> Bool {
    let rounds = Shared(0)
    return { [isOver] in
      let round = rounds.change { rounds in
        rounds += 1
        return rounds
      }
      if round == last { isOver.append(true) }
      return round < last
    }
  }

  /// Answers each count of a selection, beginning with the first.
  func answer(_ count: Selection<Int>) {
    keep(
      count.sink { [unowned self] count in
        if goesOn(at: count) { store.dispatch(action: Increment()) }
      }
    )
  }
}

/// One way for actions to lead to one another.
struct LoopCase: Sendable {
  let description: String
  /// One round, with the dispatchers.
  let name: String
  let start: @Sendable (LoopBench) async -> Void

  init(_ description: String, _ name: String, start: @escaping @Sendable (LoopBench) async -> Void)
  {
    (self.description, self.name, self.start) = (description, name, start)
  }
}
