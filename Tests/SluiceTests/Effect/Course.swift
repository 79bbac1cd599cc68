import Sluice
import SluiceTesting
import Testing

/// Actions, each at its second: those of one second are dispatched before any run starts.
typealias Timetable = KeyValuePairs<Double, any Action>

/// Effects, what is dispatched to them, and what they answer at which second.
struct Course: CustomTestStringConvertible, Sendable {
  let testDescription: String
  private let actions: Timetable
  private let answers: [String]
  private let effects: [Effect<Void>]

  init(
    _ title: String,
    _ actions: Timetable,
    _ answers: [String],
    effects: () -> [Effect<Void>]
  ) {
    (testDescription, self.actions, self.answers) = (title, actions, answers)
    self.effects = effects()
  }

  init(_ title: String, _ actions: Timetable, _ answers: [String], effect: () -> Effect<Void>) {
    self.init(title, actions, answers) { [effect()] }
  }

  func expectAnswers(sourceLocation: SourceLocation = #_sourceLocation) async {
    let bench = Bench(state: Counting(), reducers: [.counting], effects: effects)
    await bench.send(actions, then: 99)
    #expect(bench.timedAnswers == answers, sourceLocation: sourceLocation)
    #expect(bench.clock.sleeperCount == 0, sourceLocation: sourceLocation)
  }
}

extension Bench {
  /// Dispatches actions at their seconds from now on, and then lets time pass.
  func send(_ actions: Timetable, then seconds: Double = 0) async {
    var (rest, now) = (actions[...], 0.0)
    while let second = rest.first?.key {
      await advance(second - now)
      now = second
      let together = rest.prefix { $0.key == second }
      clock.holding {
        for (_, action) in together { store.dispatch(action: action) }
      }
      rest = rest.dropFirst(together.count)
    }
    await advance(seconds)
  }
}
