import Sluice
import SluiceTesting
import TestSupport
import Testing

/// What middleware dispatches has a cause, and loops of it are named.
@Suite(.inTurn) struct MiddlewareLoopTests {
  private struct First: Action {}
  private struct Second: Action {}

  private let store = Store.counting()

  /// Actions with what led to them.
  private func origins() -> Log<String> {
    store.noting { commit in
      let origin = commit.origin
      let cause = origin.cause.map { "\($0.commit)" } ?? "none"
      let preceded = origin.precededAction.map { ", before \($0)" } ?? ""
      return "\(commit.number) \(type(of: commit.action)) ← \(cause)\(preceded)"
    }
  }

  @Test(arguments: [false, true])
  func `middleware that dispatches without end is named, and doesn't overflow the stack`(
    isWatched: Bool
  ) {
    let reports = store.reports()
    if isWatched { _ = store.watched() }
    store.pass { action, context, next in
      next(action)
      if action is Increment, context.state.count < 20_000 {
        context.dispatch(action: Increment())
      }
    }
    store.dispatch(action: Increment())
    #expect(store.state.count == 20_000)
    // At 1,000 and at 10,000.
    #expect(reports.events.count == 2)
    #expect(reports.events[0].contains("without end: Increment (by a middleware, dispatched at "))
  }

  @Test func `thunks that dispatch thunks without end don't overflow the stack`() {
    let reports = store.reports()
    store.register(middleware: ThunkMiddleware<Counting>())
    @Sendable func count(to end: Int) -> Thunk<Counting> {
      Thunk { context in
        context.dispatch(action: Increment())
        if context.state.count < end { context.dispatch(action: count(to: end)) }
      }
    }
    // The last ones wait until the others are done: each sees what it dispatched all the same.
    let rounds = Shared(0)
    @Sendable func nested() -> Thunk<Counting> {
      Thunk { context in
        rounds.change { $0 += 1 }
        if rounds.value < 20_000 { context.dispatch(action: nested()) }
      }
    }
    store.dispatch(action: nested())
    #expect(rounds.value == 20_000)
    #expect(reports.events.count == 2)
    #expect(reports.events[0].contains(") → … (1000 steps so far"))
    store.dispatch(action: count(to: 60))
    #expect(store.state.count == 60)
  }

  @Test(arguments: [
    (false, ["1 Touch ← none", "2 First ← 1", "3 Second ← 2"]),
    (true, ["1 Touch ← none", "2 Second ← 1, before First", "3 First ← 1"]),
  ])
  func `what middleware dispatches is caused by its action's commit, or by what led to it`(
    isBefore: Bool,
    expected: [String]
  ) {
    let origins = origins()
    store.pass { action, context, next in
      if action is First, isBefore { context.dispatch(action: Second()) }
      next(action)
      if action is First, !isBefore { context.dispatch(action: Second()) }
    }
    store.register(effect: .on(Touch.self).map { _, _ in First() })
    store.dispatch(action: Touch())
    #expect(origins.events == expected)
  }

  @Test func `middleware sees where its action comes from`() {
    let seen = Log<ActionOrigin>()
    store.pass { action, context, next in
      seen.append(context.origin)
      next(action)
    }
    store.register(effect: .on(First.self).map { _, _ in Second() }, id: "answer")
    store.dispatch(action: First(), note: "tap", line: 7)
    let (first, cause) = (seen.events[0], seen.events[1].cause)
    #expect((first.line, first.note, first.cause) == (7, "tap", nil))
    #expect((cause?.commit, cause?.effect?.effect) == (1, "answer"))
  }

  @Test func `an action that was held back lets others pass, and keeps its cause and note`() async {
    let origins = origins()
    let notes = store.noting { $0.origin.note }
    let held = Log<@Sendable () -> Void>()
    store.pass { action, context, next in
      guard action is Second else { return next(action) }
      context.dispatch(action: Unhandled())
      held.append { next(action) }
    }
    store.register(effect: .on(First.self).map { _, _ in Second() })
    store.dispatch(action: First())
    store.dispatch(action: Second(), note: "delayed")
    store.dispatch(action: Touch())
    await Threads.run { _ in
      for goOn in held.events { goOn() }
    }
    #expect(
      origins.events == [
        "1 First ← none", "2 Unhandled ← 1, before Second", "3 Unhandled ← none, before Second",
        "4 Touch ← none", "5 Second ← 1", "6 Second ← none",
      ]
    )
    #expect(notes.events == [nil, nil, nil, nil, nil, "delayed"])
  }
}
