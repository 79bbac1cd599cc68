import Sluice
import SluiceTesting
import TestSupport
import Testing

@Suite(.inTurn)
struct IdleTests {
  @Test func `a store at rest is idle at once`() async {
    await Store<Counting, Void>.counting().idle()
  }

  @Test func `idle waits for chains of runs, queues and events`() async {
    let store = Store<Counting, Void>.counting()
    let commits = store.watched()
    store.register(
      effect: .on(Increment.self) { action, _ -> (any Action)? in
        await Task.yield()
        return action.by < 50 ? Increment(by: action.by + 1) : nil
      }
    )
    store.dispatch(action: Increment())
    await store.idle()
    #expect(commits.dispatchedActions.count == 50)
  }

  @Test func `idle waits for actions that a stream processes or hasn't read`() async {
    let store = Store<Counting, Void>.counting()
    let commits = store.watched()
    store.register(
      effect: .dispatchingOne { actions, _ in
        actions.ofType(Touch.self).map { _ -> Increment in
          for _ in 0..<5 { await Task.yield() }
          return Increment()
        }
      }
    )
    for _ in 0..<100 { store.dispatch(action: Touch()) }
    await store.idle()
    #expect(commits.actions(ofType: Increment.self).count == 100)
    #expect(store.count == 100)
  }

  @Test func `idle waits for debounced actions, and not for a throttle's pause`() async {
    let bench = Bench(Effect.echo.debounce(for: .milliseconds(1)))
    bench.ask("a")
    let hasReturned = Log<Int>()
    let waiting = Task {
      await bench.store.idle()
      hasReturned.append(bench.answers.count)
    }
    await bench.advance(1)
    await waiting.value
    #expect(hasReturned.events == [1])

    let throttled = Bench(Effect.echo.throttle(for: .seconds(1)))
    throttled.ask("a")
    await throttled.store.idle()
    #expect(throttled.answers == ["a"])
  }

  @Test func `idle returns when its task is cancelled, or the store is freed`() async {
    let bench = Bench(.answering())
    bench.ask("a")
    let waiting = Task { await bench.store.idle() }
    await bench.advance()
    waiting.cancel()
    await waiting.value
  }

  @Test func `a cancelled run does not count`() async {
    let bench = Bench(Effect.answering().cancelled(by: Stop.self))
    bench.ask("a")
    bench.store.dispatch(action: Stop())
    await bench.store.idle()
    // Its first word may have come before it was cancelled; its answer may not.
    #expect(!bench.answers.contains("a"))
  }
}
