import Sluice
import SluiceTesting
import TestSupport
import Testing

@Suite(.inTurn)
struct OverlapTests {
  @Test func `concurrent runs execute at the same time`() async {
    let bench = Bench(.answering())
    bench.ask("a", "b")
    await bench.advance(1)
    #expect(bench.answers == ["a?", "b?", "a", "b"])
  }

  @Test func `at most the given number of runs execute at once, and the others wait`() async {
    let bench = Bench(Effect.answering().overlap(.concurrent(atMost: 2)))
    bench.ask("a", "b", "c")
    await bench.advance()
    #expect(bench.answers == ["a?", "b?"])
    await bench.advance(1)
    #expect(bench.answers == ["a?", "b?", "a", "c?", "b"])
    await bench.advance(1)
    #expect(bench.answers.last == "c")
  }

  @Test func `the latest action cancels the run before it`() async {
    let bench = Bench(Effect.answering().overlap(.latest))
    bench.ask("a")
    await bench.advance(0.5)
    bench.ask("b", "c")
    await bench.advance(5)
    #expect(bench.answers == ["a?", "c?", "c"])
  }

  @Test func `the first run is not disturbed`() async {
    let bench = Bench(Effect.answering().overlap(.first))
    bench.ask("a", "b")
    await bench.advance(0.5)
    bench.ask("c")
    await bench.advance(0.5)
    bench.ask("d")
    await bench.advance(1)
    #expect(bench.answers == ["a?", "a", "d?", "d"])
  }

  @Test func `serial runs follow each other in the order of their actions`() async {
    let bench = Bench(Effect.answering().overlap(.serial))
    bench.ask("a", "b", "c")
    await bench.advance(1.5)
    #expect(bench.answers == ["a?", "a", "b?"])
    await bench.advance(5)
    #expect(bench.answers == ["a?", "a", "b?", "b", "c?", "c"])
  }

  @Test func `keys do not disturb each other`() async {
    let bench = Bench(Effect.answering().overlap(.latest, by: \.key))
    bench.ask("a1", key: 1)
    bench.ask("a2", key: 2)
    await bench.advance()
    bench.ask("b1", key: 1)
    await bench.advance(1)
    #expect(bench.answers == ["a1?", "a2?", "b1?", "a2", "b1"])
  }

  @Test func `a thousand keys are used in turn`() async {
    let bench = Bench(Effect.answering().overlap(.serial, by: \.key))
    for round in 0..<10 {
      for key in 0..<100 { bench.ask("x", key: round * 100 + key) }
      await bench.advance(1)
    }
    #expect(bench.answers.count == 2_000)
  }

  @Test func `modifiers are settings: their order does not matter and the last wins`() async {
    let effects: [ActionEffect<Void, Ask>] = [
      Effect.answering().overlap(.latest).debounce(for: .seconds(1)),
      Effect.answering().debounce(for: .seconds(1)).overlap(.latest),
      Effect.answering().overlap(.serial).throttle(for: .seconds(9)).overlap(.latest)
        .debounce(for: .seconds(4)).debounce(for: .seconds(1)),
    ]
    for effect in effects {
      let bench = Bench(effect)
      bench.ask("a")
      await bench.advance(1.5)
      bench.ask("b", "c")
      await bench.advance(5)
      #expect(bench.answers == ["a?", "a", "c?", "c"])
    }
  }

  @Test func `a modifier returns a changed copy`() async {
    let effect = Effect.answering()
    _ = effect.overlap(.first)
    let bench = Bench(effect)
    bench.ask("a", "b")
    await bench.advance(1)
    #expect(bench.answers == ["a?", "b?", "a", "b"])
  }
}
