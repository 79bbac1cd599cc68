import Sluice
import SluiceTesting
import TestSupport
import Testing

/// Effects and cancellations that depend on what an action changed.
@Suite(.inTurn) struct StateConditionTests {
  /// Says what each increment changed.
  static let describing = Effect<Void>.on(Increment.self) { action, _ in Answered("\(action.by)") }

  @Test func `an action that changed nothing starts nothing`() async {
    let bench = Bench(
      Self.describing.when(state: Counting.self) { _, before, after in before != after }
    )
    await bench.send(Increment(by: 0), Increment(by: 1), Increment(by: 0))
    #expect(bench.answers == ["1"])
  }

  @Test func `several conditions add up, and see the action`() async {
    let bench = Bench(
      Self.describing
        .when { (action, before: Counting, after) in before.count + action.by == after.count }
        .when { (_, before: Counting, _) in before.count > 0 }
        .when { (action, _, _: Counting) in action.by != 3 }
    )
    await bench.sendEach((1...4).map { Increment(by: $0) })
    #expect(bench.answers == ["2", "4"])
  }

  @Test func `an action that starts nothing is not debounced, and affects no other run`() async {
    let odd = Self.describing.when { (action, _, _: Counting) in action.by % 2 == 1 }
    for (row, effect) in [
      odd.debounce(for: .seconds(1)), odd.overlap(.latest).delay(for: .seconds(1)),
      odd.overlap(.latest, by: \.by).delay(for: .seconds(1)),
    ].enumerated() {
      let bench = Bench(effect)
      await bench.send(Increment(by: 1), Increment(by: 2), then: 1)
      #expect(bench.answers == ["1"], "\(row)")
    }
  }

  @Test func `an action whose condition holds cancels the run before it`() async {
    let bench = Bench(
      Self.describing.when { (_, before: Counting, after) in before != after }
        .overlap(.latest).delay(for: .seconds(1))
    )
    await bench.send(Increment(by: 1), Increment(by: 2), Increment(by: 0), then: 1)
    #expect(bench.answers == ["2"])
  }

  @Test func `a restored state cancels by its condition`() async {
    let bench = Bench(
      Effect.answering().cancelled(
        by: StateRestored.self,
        when: { (_, before: Counting, after) in before.count != after.count }
      )
    )
    for (name, state) in [("a", Counting(other: 1)), ("b", Counting(count: 1))] {
      await bench.ask(name)
      bench.store.restore(state)
      await bench.advance(1)
    }
    #expect(bench.answers == ["a?", "a", "b?"])
  }

  @Test func `an action cancels runs if a closure of both states says so`() async {
    let bench = Bench(
      Effect.answering().overlap(.serial).cancelled(
        by: Increment.self,
        state: Counting.self,
        when: { action, before, after in action.by > 0 && after.count > before.count + 1 }
      )
    )
    await bench.ask("a", "b", "c")
    await bench.send(Increment(by: 1), then: 1)
    await bench.send(Increment(by: 2), then: 5)
    await bench.ask("d", then: 1)
    #expect(bench.answers == ["a?", "a", "b?", "d?", "d"])
  }
}

/// Logs a number of the states before and after each action that an effect sees.
struct Observing<Trigger: Action, State: Sendable>: Sendable {
  let seen = Log<[Int]>()
  let number: @Sendable (State) -> Int

  init(_ number: @escaping @Sendable (State) -> Int) { self.number = number }

  var effect: ActionEffect<Void, Trigger> {
    Effect<Void>.on(Trigger.self) { _, _ in }
      .when(state: State.self) { [seen, number] _, before, after in
        seen.append([number(before), number(after)])
        return false
      }
  }
}
