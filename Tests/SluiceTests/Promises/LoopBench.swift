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
  let steps = Log<StoreDiagnostic.LoopStep>()
  private let kept = Shared<[any Sendable]>([])

  init() { noteDiagnostics(of: store) }

  func noteDiagnostics(of store: Store<Counting, Void>) {
    store.onDiagnostic = { [diagnostics, steps] diagnostic in
      switch diagnostic {
      case .actionLoop(let round, let length):
        for step in round { steps.append(step) }
        diagnostics.append("\(length) " + round.map(\.name).sorted().joined(separator: " → "))
      case .longQueue(let count): diagnostics.append("queue \(count)")
      // These happen on any busy machine.
      case .longWait: break
      default: diagnostics.append("\(diagnostic)")
      }
    }
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

extension StoreDiagnostic.LoopStep {
  /// The action and the dispatcher, without source positions.
  fileprivate var name: String {
    let dispatcher = dispatcher ?? "somebody"
    let end = dispatcher.firstRange(of: " at ")?.lowerBound
    return "\(action) by \(dispatcher.prefix(upTo: end ?? dispatcher.endIndex))"
  }
}
