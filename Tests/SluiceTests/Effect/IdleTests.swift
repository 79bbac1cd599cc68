import Foundation
import Sluice
import SluiceTesting
import TestSupport
import Testing

@testable import SluiceCore
@testable import SluiceEffects

@Suite(.inTurn) struct IdleTests {
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
    #expect(store.state == Counting(count: 100, other: 100))
  }

  @Test func `idle waits for debounced actions, and not for a throttle's pause`() async {
    let bench = Bench(Effect.echo.debounce(for: .seconds(1)))
    await bench.ask("a")
    #expect(bench.store.activity.timerCount == 1)
    let waiting = Task {
      await bench.store.idle()
      return bench.answers
    }
    await bench.advance(1)
    #expect(await waiting.value == ["a"])
    #expect(bench.store.activity.timerCount == 0)

    let throttled = Bench(Effect.echo.throttle(for: .seconds(1)))
    await throttled.ask("a")
    await throttled.store.idle()
    #expect(throttled.answers == ["a"])
  }

  @Test func `idle returns when its task is cancelled`() async {
    let bench = Bench(.answering())
    await bench.ask("a")
    let waiting = Task { await bench.store.idle() }
    await bench.advance()
    waiting.cancel()
    await waiting.value
  }

  @Test func `idle waits for what another thread delivers when the last run ends`() async {
    let store = Store<Counting, Void>.counting()
    let call = HeldCall()
    let (values, last) = AsyncStream.makeStream(of: Void.self)
    store.register(effect: .on(Touch.self).run { _, _ in for await _ in values {} })
    store.register(
      interceptor: CommitProbe<Counting> { if $0.action is Increment { call.hold() } }
    )
    store.dispatch(action: Touch())
    let waiting = Task { await store.idle() }
    let scheduler = store.core.scheduler
    @Sendable func isWaited() -> Bool {
      store.core.locked("test") { _ in !scheduler.idleWaiters.isEmpty }
    }
    await call.run {
      store.dispatch(action: Increment())
    } meanwhile: {
      while !isWaited() { Thread.sleep(forTimeInterval: 0.001) }
      last.finish()
      while !store.activity.work.isEmpty { Thread.sleep(forTimeInterval: 0.001) }
      // The end of the run would have resumed the task.
      #expect(isWaited())
    }
    await waiting.value
  }
}
