import Sluice
import SluiceTesting
import Testing

struct RunContextTests {
  @Test func `a run waits for a later action`() async {
    let bench = Bench(
      .on(Ask.self) { action, _, send in
        send(Answered(name: "sure?"))
        let touch = try await send.next(Increment.self)
        send(Answered(name: "\(action.name) \(touch.by)"))
      }
    )
    bench.store.dispatch(action: Increment(by: 1))
    bench.ask("a")
    bench.store.dispatch(action: Touch())
    bench.store.dispatch(action: Increment(by: 2))
    await bench.store.idle()
    #expect(bench.answers == ["sure?", "a 2"])
  }

  @Test func `actions that a run did not ask for yet are not missed, nor given twice`() async {
    let bench = Bench(
      .on(Ask.self) { _, _, send in
        for _ in 0..<3 {
          let next = try await send.next(Increment.self)
          send(Answered(name: "\(next.by)"))
        }
        _ = try await send.next(Touch.self)
        send(Answered(name: "touched"))
      }
    )
    bench.ask("a")
    bench.store.dispatch(action: Touch())
    for by in 1...4 { bench.store.dispatch(action: Increment(by: by)) }
    await bench.store.idle()
    #expect(bench.answers == ["1", "2", "3", "touched"])
  }

  @Test func `tasks of one run wait side by side`() async {
    let bench = Bench(
      .on(Ask.self) { _, _, send in
        async let one = send.next(Increment.self)
        async let two = send.next(Touch.self)
        _ = try await (one, two)
        send(Answered(name: "both"))
      }
    )
    bench.ask("a")
    bench.store.dispatch(action: Touch())
    await bench.advance()
    #expect(bench.answers == [])
    bench.store.dispatch(action: Increment())
    await bench.store.idle()
    #expect(bench.answers == ["both"])
  }

  @Test func `cancelling a run ends its waiting`() async {
    let errors = Log<Bool>()
    let bench = Bench(
      Effect.on(Ask.self) { _, _, send in
        do { _ = try await send.next(Touch.self) } catch {
          errors.append(error is CancellationError)
          throw error
        }
      }
      .cancelled(by: Stop.self)
    )
    bench.ask("a")
    await bench.advance()
    bench.store.dispatch(action: Stop())
    await bench.advance()
    #expect(errors.events == [true])
    await bench.store.idle()
  }

  @Test func `a run reads the state as it is now`() async {
    let bench = Bench(
      .on(Ask.self) { _, _, send in
        send(Increment(by: 5))
        let whole = send.state(Counting.self).count
        let part = send.state(\Counting.count)
        send(Answered(name: "\(whole) \(part) \(send.selectCurrent(countSelector))"))
      }
    )
    bench.ask("a")
    await bench.store.idle()
    #expect(bench.answers == ["5 5 5"])
  }

  @Test func `an effect runs on the executor that it prefers`() async {
    let clock = TestClock()
    let store = Store<Counting, Void>.counting()
    let commits = store.watched()
    store.register(effect: Effect.echo.executor(clock.taskExecutor))
    store.dispatch(action: Ask(name: "a"))
    // The executor is empty again when the run is over.
    await clock.advance()
    #expect(commits.actions(ofType: Answered.self).count == 1)
  }
}
