import Sluice
import SluiceTesting
import TestSupport
import Testing

/// Effects and cancellations that depend on what an action changed.
@Suite(.inTurn) struct StateConditionTests {
  /// Says what each increment changed.
  static let describing = Effect<Void>.on(Increment.self) { action, _ in Answered("\(action.by)") }

  static let courses: [Course] = {
    let odd = describing.when(changing: Counting.self) { action, _, _ in action.by % 2 == 1 }
    let oddAndEven: Timetable = [0: Increment(1), 0: Increment(2)]
    return [
      Course(
        "doesn't answer an action that changed nothing",
        [0: Increment(0), 1: Increment(1), 2: Increment(0)],
        ["1 1"]
      ) { describing.when(changing: Counting.self) { _, before, after in before != after } },
      Course(
        "answers if all conditions hold, which see the action",
        [0: Increment(1), 1: Increment(2), 2: Increment(3), 3: Increment(4)],
        ["2 1", "4 3"]
      ) {
        describing
          .when(changing: Counting.self) { action, before, after in
            before.map { $0.count + action.by } == after.count
          }
          .when(changing: Counting.self) { _, before, _ in before?.count != 0 }
          .when(changing: Counting.self) { action, _, _ in action.by != 3 }
      },
      Course("isn't debounced by an action that is left out", oddAndEven, ["1 1"]) {
        odd.debounce(for: .seconds(1))
      },
      Course("isn't cancelled by an action that is left out", oddAndEven, ["1 1"]) {
        odd.overlap(.latest).delay(for: .seconds(1))
      },
      Course("isn't cancelled by an action of its key that is left out", oddAndEven, ["1 1"]) {
        odd.overlap(.latest, by: \.by).delay(for: .seconds(1))
      },
      Course(
        "is cancelled by a later action whose condition holds",
        [0: Increment(1), 0: Increment(2), 0: Increment(0)],
        ["2 1"]
      ) {
        describing.when(changing: Counting.self) { _, before, after in before != after }
          .overlap(.latest).delay(for: .seconds(1))
      },
      Course(
        "is cancelled by an action if a closure of both states says so",
        [0: Ask("a"), 0: Ask("b"), 0: Ask("c"), 0.5: Increment(1), 1.5: Increment(2), 7: Ask("d")],
        ["a? 0", "a 1", "b? 1", "d? 7", "d 8"]
      ) {
        Effect.answering().overlap(.serial).cancelled(
          by: Increment.self,
          changing: Counting.self
        ) { action, before, after in
          action.by > 0 && before.map { after.count > $0.count + 1 } == true
        }
      },
    ]
  }()

  @Test(arguments: courses)
  func `an effect with a condition on the states`(course: Course) async {
    await course.expectAnswers()
  }

  @Test func `a restored state cancels by its condition`() async {
    let bench = Bench(
      Effect.answering().cancelled(by: StateRestored.self, changing: Counting.self) {
        _,
        before,
        after in
        before?.count != after.count
      }
    )
    for (name, state) in [("a", Counting(other: 1)), ("b", Counting(count: 1))] {
      await bench.ask(name)
      bench.store.restore(state)
      await bench.advance(1)
    }
    #expect(bench.answers == ["a?", "a", "b?"])
  }

  // MARK: - Lifted

  @Test func `a lifted effect sees and reads its part, however it was lifted`() async {
    struct Outer: Sendable { var enclosing = Enclosing() }
    let observing = Observing<Increment, Counting>(\.count)
    let effects: [ActionEffect<Void, Increment>] = [observing.effect, StateAtCommitTests.comparing]
    let bench = Bench(
      state: Outer(),
      reducers: [Reducer.counting.lift(.state(\Enclosing.counting)).lift(.state(\Outer.enclosing))]
    )
    bench.store.register(effects[0], effects[1]) { (feature: Feature<Counting, Void>) in
      feature.lift(.state(\Enclosing.counting)).lift(.state(\Outer.enclosing))
    }
    bench.store.register(effects[0], effects[1]) { (feature: Feature<Counting, Void>) in
      feature.lift(.state(\Outer.enclosing.counting))
    }
    await bench.send(Increment(), Increment(), then: 1)
    #expect(observing.seen.events == [[0, 1], [0, 1], [1, 2], [1, 2]])
    #expect(bench.answers.sorted() == ["0 1 2", "0 1 2", "1 2 2", "1 2 2"])
  }

  @Test func `a lifted effect may see the whole state and its part`() async {
    let effect = Effect<Void>.on(Increment.self).seeing(
      Enclosing.self,
      retaining: [.before, .atCommit]
    ).run { _, _, context in
      let before = try #require(try context.stateBefore)
      context.answer("\(before.counting.count) \(try context.stateAtCommit.counting.count)")
    }
    .when(changing: Enclosing.self) { _, before, after in before?.counting != after.counting }
    .when(changing: Counting.self) { _, before, after in before?.count == after.count - 1 }
    let bench = Bench(
      state: Enclosing(),
      reducers: [Reducer.counting.lift(.state(\Enclosing.counting))]
    )
    bench.store.register(effect) {
      (feature: Feature<Counting, Void>) in feature.lift(.state(\Enclosing.counting))
    }
    await bench.send(Increment())
    #expect(bench.answers == ["0 1"])
  }

  struct PartAction: Action { var increment: Increment? }

  @Test func `conditions of starts and cancellations receive unwrapped actions`() async {
    let effect = Self.describing.delay(for: .seconds(1))
      .when(changing: Counting.self) { action, before, after in
        action.by < 10 && before.map { $0.count + action.by } == after.count
      }
      .cancelled(by: Increment.self, changing: Counting.self) { action, before, _ in
        action.by == 10 && before?.count == 5
      }
    let bench = Bench(state: Counting())
    bench.store.register(
      feature: Feature(id: "part").reducer(.counting).effect(effect)
        .lift(.state(\.self), action: .case(\PartAction.increment) { PartAction(increment: $0) })
    )
    for by in [5, 10, 2] { await bench.send(PartAction(increment: Increment(by: by))) }
    await bench.advance(1)
    #expect(bench.answers == ["2"])
  }
}

/// Logs a number of the states before and after each action that an effect sees; -1 for none.
struct Observing<Started: Action, State: Sendable>: Sendable {
  let seen = Log<[Int]>()
  let number: @Sendable (State) -> Int

  init(_ number: @escaping @Sendable (State) -> Int) { self.number = number }

  var effect: ActionEffect<Void, Started> {
    Effect<Void>.on(Started.self).run { _, _ in }
      .when(changing: State.self) { [seen, number] _, before, after in
        seen.append([before.map(number) ?? -1, number(after)])
        return false
      }
  }
}
