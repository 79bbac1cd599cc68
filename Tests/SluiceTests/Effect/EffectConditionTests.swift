import Sluice
import SluiceTesting
import TestSupport
import Testing

/// Effects that leave out actions by a predicate.
@Suite(.inTurn) struct EffectConditionTests {
  /// Wraps what is asked.
  struct Wrapped: Action {
    let ask: Ask?
    init(_ ask: Ask) { self.ask = ask }

    static let asks = Wrapping<Wrapped, Only, Ask>.case(\.ask, Wrapped.init)
  }

  /// What an action that is left out doesn't do, and what is answered.
  static let examples: [(title: String, effect: ActionEffect<Void, Ask>, answers: [String])] = [
    ("cancel the latest run", Effect.answering().overlap(.latest), ["a? 0", "a 1", "c? 3", "c 4"]),
    ("restart a debounce", Effect.echo.debounce(for: .seconds(1)), ["a 1", "c 4"]),
    (
      "wait for the end of an interval", Effect.echo.throttle(for: .seconds(1), edges: .both),
      ["a 0", "c 3"]
    ),
    (
      "take a place among serial runs", Effect.answering().overlap(.serial),
      ["a? 0", "a 1", "c? 3", "c 4"]
    ),
    ("start a run beside others", Effect.answering(), ["a? 0", "a 1", "c? 3", "c 4"]),
  ]

  @Test(arguments: examples.indices, [false, true])
  func `an action that is left out affects no other`(_ index: Int, isLifted: Bool) async {
    let example = Self.examples[index]
    let effect = example.effect.where { $0.key == 0 }
    let bench = Self.bench(effect, isLifted: isLifted)
    func ask(_ ask: Ask) -> any Action { isLifted ? Wrapped(ask) : ask }
    await bench.send([0: ask(Ask("a")), 0.75: ask(Ask("b", key: 1)), 3: ask(Ask("c"))], then: 5)
    #expect(bench.timedAnswers == example.answers, "doesn't \(example.title)")
  }

  private static func bench(_ effect: Effect<Void>, isLifted: Bool) -> Bench<Counting, Void> {
    let bench = Bench()
    bench.store.register(effect) {
      isLifted ? $0.lift(.state(\Counting.self), action: Wrapped.asks) : $0
    }
    return bench
  }

  @Test func `an action that is left out doesn't use up a throttle`() async {
    let bench = Bench(Effect.echo.where { $0.key == 0 }.throttle(for: .seconds(1)))
    await bench.send(Ask("a", key: 1), Ask("b"))
    #expect(bench.answers == ["b"])
  }

  @Test func `conditions add up`() async {
    let effect = Effect.echo.where { $0.key > 0 }.where { $0.key < 3 }.where { $0.name != "b" }
    let bench = Self.bench(effect, isLifted: true)
    for (key, name) in ["a", "b", "c", "d"].enumerated() {
      await bench.send(Wrapped(Ask(name, key: key)))
    }
    #expect(bench.answers == ["c"])
  }

  @Test func `a condition may use the store`() async {
    let bench = Bench()
    bench.store.register(
      effect: Effect.echo.where { [weak store = bench.store] _ in store?.state.count == 1 }
    )
    await bench.send(Ask("a"), Increment(), Ask("b"))
    #expect(bench.answers == ["b"])
  }
}
