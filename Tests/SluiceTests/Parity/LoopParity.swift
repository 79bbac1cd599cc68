import Sluice
import SluiceTesting
import TestSupport
import Testing

/// What users of ReactiveFeedback and Loop do, in their words; feedbacks of each kind and paging
/// with retry are tested where they live.
@Suite(.inTurn)
struct LoopParity {
  @Test
  func `a Loop user makes a system of state, events, reducer and feedback that comes to rest`()
    async throws
  {
    let store = Store.counting()
    let interceptor = store.watched()
    store.register(
      feedback: Feedback(for: { (state: Counting) in state.count < 3 ? state.count : nil }) {
        _,
        _,
        context in context.send(Increment())
      }
    )
    try await interceptor.waitForActions(expectedNumberOfActions: 3)
    #expect(store.state.count == 3)
    try interceptor.expectDispatched(Increment(), Increment(), Increment())
  }

  @Test func `a Loop user's new value cancels what the old one started`() async throws {
    let store = Store.counting()
    let log = Log<String>()
    store.register(
      feedback: Feedback(for: countSelector) { count, _, context in
        log.append("begin \(count)")
        do {
          _ = try await context.next(Unhandled.self)
        } catch {
          log.append("end \(count)")
        }
      }
    )
    try await log.wait(for: "begin 0")
    store.dispatch(action: Increment())
    try await log.wait(for: "end 0")
    try await log.wait(for: "begin 1")
  }

  @Test func `a Loop user's feedback skips repeats`() async throws {
    let store = Store.counting()
    let log = Log<Int>()
    store.register(
      feedback: Feedback(for: countSelector) { count, _, _ in log.append(count) }
    )
    try await log.wait(for: 0)
    store.dispatch(action: Touch())
    store.dispatch(action: Increment())
    try await log.wait(for: 1)
    #expect(log.events == [0, 1])
  }

  @Test func `a Loop user merges events from outside`() async throws {
    let store = Store.counting()
    let interceptor = store.watched()
    let (events, button) = AsyncStream.makeStream(of: Increment.self)
    store.dispatch(actionsFrom: events, id: "button")
    button.yield(Increment())
    button.yield(Increment())
    try await interceptor.waitForActions(expectedNumberOfActions: 2)
    #expect(store.state.count == 2)
    store.unregisterEffects(withID: "button")
    button.finish()
  }

  @Test func `a Loop user's event that comes while one is handled is delivered after it`() {
    let store = Store.counting()
    let received = Log<Int>()
    let first = store.select(countSelector).sink { count in
      if count == 1 { store.dispatch(action: Increment()) }
      received.append(count)
    }
    let second = store.select(countSelector).sink { received.append(10 + $0) }
    store.dispatch(action: Increment())
    #expect(received.events == [0, 10, 1, 11, 2, 12])
    first.cancel()
    second.cancel()
  }
}
