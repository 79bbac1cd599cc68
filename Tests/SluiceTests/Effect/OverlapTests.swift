import Sluice
import SluiceTesting
import TestSupport
import Testing

@Suite(.inTurn) struct OverlapTests {
  @Test(arguments: [
    (Overlap.concurrent, ["a?", "b?", "c?", "a", "b", "d?", "c", "d"]),
    (.concurrent(atMost: 2), ["a?", "b?", "a", "c?", "b", "d?", "c", "d"]),
    (.latest, ["b?", "c?", "d?", "d"]),
    (.first, ["a?", "a", "d?", "d"]),
    (.serial, ["a?", "a", "b?", "b", "c?", "c", "d?", "d"]),
  ])
  func `runs overlap as the effect says`(overlap: Overlap, answers: [String]) async {
    let bench = Bench(Effect.answering().overlap(overlap))
    await bench.send([0: Ask("a"), 0: Ask("b"), 0.5: Ask("c"), 1: Ask("d")], then: 9)
    #expect(bench.answers == answers)
  }

  @Test func `keys do not disturb each other`() async {
    let bench = Bench(Effect.answering().overlap(.latest, by: \.key))
    await bench.send(Ask("a1", key: 1), Ask("a2", key: 2))
    await bench.ask("b1", key: 1, then: 1)
    #expect(bench.answers == ["a1?", "a2?", "b1?", "a2", "b1"])
  }

  @Test func `a thousand keys are used in turn`() async {
    let bench = Bench(Effect.answering().overlap(.serial, by: \.key))
    for round in 0..<10 {
      bench.clock.holding {
        for key in 0..<100 { bench.store.dispatch(action: Ask("x", key: round * 100 + key)) }
      }
      await bench.advance(1)
    }
    #expect(bench.answers.count == 2_000)
  }

  static let settings: [ActionEffect<Void, Ask>] = [
    Effect.answering().overlap(.latest).debounce(for: .seconds(1)),
    Effect.answering().debounce(for: .seconds(1)).overlap(.latest),
    Effect.answering().overlap(.serial).throttle(for: .seconds(9)).overlap(.latest)
      .debounce(for: .seconds(4)).debounce(for: .seconds(1)),
  ]

  @Test(arguments: settings.indices)
  func `modifiers are settings: their order does not matter and the last wins`(row: Int) async {
    let bench = Bench(Self.settings[row])
    await bench.send([0: Ask("a"), 1.5: Ask("b"), 1.5: Ask("c")], then: 5)
    #expect(bench.timedAnswers == ["a? 1", "a 2", "c? 2.5", "c 3.5"])
  }
}
