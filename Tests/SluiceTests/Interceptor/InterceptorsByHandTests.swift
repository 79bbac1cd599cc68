import Sluice
import SluiceTesting
import TestSupport
import Testing

/// Interceptors are tested without a store, by calling them.
@Suite(.inTurn) struct InterceptorsByHandTests {
  private let old = Counting(count: 1)
  private let new = Counting(count: 3)
  private struct Row: Identifiable { let id: String }

  @Test func `a test interceptor remembers what it is called with, and resumes waiting tasks`()
    async throws
  {
    let interceptor = TestInterceptor<Counting>()
    async let found = interceptor.wait(for: Increment.self)
    interceptor.actionDispatched(action: Increment(by: 2), oldState: old, newState: new)
    #expect(try await found.by == 2)
    interceptor.actionDispatched(action: Unhandled(), oldState: new, newState: new)
    #expect(interceptor.stateChanges.map(\.number) == [1, 2])
    #expect(interceptor.stateChanges.map(\.oldState) == [old, new])
    #expect(interceptor.stateChanges.map(\.newState) == [new, new])
    #expect(interceptor.stateChanges.map(\.origin.fileID) == ["", ""])
    try interceptor.expectDispatched(Increment.self, Unhandled.self)
    try interceptor.expectNothingElse()
  }

  @Test func `a commit that a test makes has all that it was made with`() {
    let cause = ActionOrigin.Cause(commit: 4, effect: EffectRunID(effect: "fetch", number: 2))
    let origin = ActionOrigin(note: "tapped", cause: cause, fileID: "A/B.swift", line: 7)
    let instant = ContinuousClock.now
    let commit = Commit(
      number: 5,
      action: Increment(by: 2),
      oldState: old,
      newState: new,
      origin: origin,
      instant: instant,
      reducingTime: .milliseconds(1),
      isHandled: false
    )
    #expect((commit.number, commit.isHandled, commit.origin) == (5, false, origin))
    #expect(commit.action as? Increment == Increment(by: 2))
    #expect((commit.oldState, commit.newState) == (old, new))
    #expect((commit.instant, commit.reducingTime) == (instant, .milliseconds(1)))
    #expect((origin.cause, origin.note, origin.function) == (cause, "tapped", #function))
    #expect((origin.fileID, origin.line) == ("A/B.swift", 7))
  }

  @Test func `a commit that a test makes comes from the test unless it says otherwise`() {
    let commit = Commit(action: Increment(by: 2), newState: new)
    let line = #line - 1
    #expect((commit.number, commit.oldState, commit.isHandled) == (1, nil, true))
    #expect((commit.origin.fileID, commit.origin.line) == (#fileID, line))
    #expect(commit.origin.cause == nil)
  }

  @Test func `wrapped interceptors see commits that a test makes, and what prints prints them`() {
    let (lines, numbers) = (Log<String>(), Log<Int>())
    PrintInterceptor<Counting> { lines.append($0) }
      .actionDispatched(action: Increment(by: 2), oldState: old, newState: new)
    #expect(lines.events == ["Increment {by: 2}\n  ~ count: 1 → 3"])
    let (every, one) = (EveryElementAction<Row>(action: Unhandled()), Increment(by: 2))
    for action: any Action in [ElementAction<Row>(id: "a", action: one), every] {
      PrintInterceptor<Counting> { lines.append($0) }
        .actionDispatched(action: action, oldState: new, newState: new)
    }
    #expect(lines.events.dropFirst() == ["Increment {by: 2}  row a", "Unhandled  every row"])
    let filtered = CommitProbe<Counting> {
      numbers.append($0.newState.count - ($0.oldState?.count ?? 0))
    }
    .filtered(to: Increment.self)
    for action in [Increment(by: 2), Unhandled()] as [any Action] {
      filtered.committed(Commit(action: action, oldState: old, newState: new))
    }
    #expect(numbers.events == [2])
  }
}
