import Sluice
import SluiceTesting
import TestSupport
import Testing

/// Effects that leave out actions whose key isn't 0.
@Suite(.inTurn) struct EffectConditionTests {
  struct Example: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let effect: ActionEffect<Void, Ask>
    /// What is answered in the first second, and later.
    let answers: (soon: [String], later: [String])
  }

  static let examples = [
    Example(
      testDescription: "doesn't cancel the latest run",
      effect: Effect.answering().overlap(.latest),
      answers: (["a?", "a"], ["c?", "c"])
    ),
    Example(
      testDescription: "doesn't restart a debounce",
      effect: Effect.echo.debounce(for: .seconds(1)),
      answers: (["a"], ["c"])
    ),
    Example(
      testDescription: "doesn't wait for the end of an interval",
      effect: Effect.echo.throttle(for: .seconds(1), edges: .both),
      answers: (["a"], ["c"])
    ),
    Example(
      testDescription: "takes no place among serial runs",
      effect: Effect.answering().overlap(.serial),
      answers: (["a?", "a"], ["c?", "c"])
    ),
    Example(
      testDescription: "starts no run beside others",
      effect: Effect.answering(),
      answers: (["a?", "a"], ["c?", "c"])
    ),
  ]

  /// Wraps what is asked.
  struct Wrapped: Action {
    let ask: Ask?
    init(_ ask: Ask) { self.ask = ask }
  }

  @Test(arguments: examples, [false, true])
  func `an action that is left out`(_ example: Example, isLifted: Bool) async {
    let effect = example.effect.where { $0.key == 0 }
    let bench = Bench(
      isLifted
        ? effect.lift(
          action: { (action: Wrapped) in action.ask },
          embed: { (ask: Ask) in Wrapped(ask) }
        )
        : effect
    )
    func ask(_ name: String, key: Int = 0) {
      let ask = Ask(name: name, key: key)
      bench.clock.holding {
        bench.store.dispatch(action: isLifted ? Wrapped(ask) as any Action : ask)
      }
    }
    ask("a")
    await bench.advance(0.9)
    ask("b", key: 1)
    await bench.advance(0.1)
    #expect(bench.answers == example.answers.soon)
    await bench.advance(0.4)
    #expect(bench.answers == example.answers.soon)
    ask("c")
    await bench.advance(5)
    #expect(bench.answers == example.answers.soon + example.answers.later)
  }

  @Test func `an action that is left out doesn't use up a throttle`() async {
    let bench = Bench(Effect.echo.where { $0.key == 0 }.throttle(for: .seconds(1)))
    bench.ask("a", key: 1)
    bench.ask("b")
    await bench.advance()
    #expect(bench.answers == ["b"])
  }

  @Test func `conditions add up, before and after a lift`() async {
    let bench = Bench(
      Effect.echo.where { $0.key > 0 }.where { $0.key < 3 }
        .lift(action: { (action: Wrapped) in action.ask }, embed: { (ask: Ask) in Wrapped(ask) })
        .where { $0.ask?.name != "b" }
    )
    for (name, key) in [("a", 0), ("b", 1), ("c", 2), ("d", 3)] {
      bench.store.dispatch(action: Wrapped(Ask(name: name, key: key)))
    }
    await bench.advance()
    #expect(bench.answers == ["c"])
  }

  @Test func `a condition may use the store`() async {
    let store = Holder()
    let bench = Bench(Effect.echo.where { _ in store.count == 1 })
    store.store = bench.store
    bench.store.dispatch(action: Ask(name: "a"))
    bench.store.dispatch(action: Increment())
    bench.store.dispatch(action: Ask(name: "b"))
    await bench.advance()
    #expect(bench.answers == ["b"])
  }

  private final class Holder: @unchecked Sendable {
    // `@unchecked`: set before it is used.
    weak var store: Store<Counting, Void>?
    var count: Int? { store?.state.count }
  }
}
