import Sluice
import SluiceTesting
import TestSupport
import Testing

/// Interceptors are tested without a store, by calling them.
@Suite(.inTurn)
struct InterceptorsByHandTests {
  private let old = Counting(count: 1)
  private let new = Counting(count: 3)

  @Test func `a test interceptor remembers what it is called with`() throws {
    let interceptor = TestInterceptor<Counting>()
    interceptor.actionDispatched(action: Increment(by: 2), oldState: old, newState: new)
    interceptor.actionDispatched(action: Unhandled(), oldState: new, newState: new)
    #expect(interceptor.stateChanges.map(\.number) == [1, 2])
    #expect(interceptor.stateChanges.map(\.oldState) == [old, new])
    #expect(interceptor.stateChanges.map(\.newState) == [new, new])
    #expect(interceptor.stateChanges.map(\.origin.fileID) == ["", ""])
    try interceptor.expectDispatched(Increment.self, Unhandled.self)
    try interceptor.expectNothingElse()
  }

  @Test func `a test interceptor that is called by hand resumes waiting tasks`() async throws {
    let interceptor = TestInterceptor<Counting>()
    async let found = interceptor.wait(for: Increment.self)
    interceptor.actionDispatched(action: Increment(by: 2), oldState: old, newState: new)
    #expect(try await found.by == 2)
  }

  @Test func `a print interceptor prints what it is called with`() {
    let lines = Log<String>()
    let interceptor = PrintInterceptor<Counting> { lines.append($0) }
    interceptor.actionDispatched(action: Increment(by: 2), oldState: old, newState: new)
    #expect(lines.events == ["Increment {by: 2}\n  ~ count: 1 → 3"])
  }

  @Test func `a commit that a test makes has all that it was made with`() {
    let cause = ActionOrigin.Cause(
      commit: 4,
      effect: EffectRunID(effect: "TodosEffects.fetch", number: 2)
    )
    let instant = ContinuousClock.now
    let commit = Commit(
      number: 5,
      action: Increment(by: 2),
      oldState: old,
      newState: new,
      origin: ActionOrigin(note: "tapped", cause: cause, fileID: "A/B.swift", line: 7),
      instant: instant,
      reducingTime: .milliseconds(1),
      isHandled: false
    )
    #expect(commit.number == 5)
    #expect((commit.action as? Increment)?.by == 2)
    #expect(commit.oldState == old)
    #expect(commit.newState == new)
    #expect(commit.origin.note == "tapped")
    #expect(commit.origin.cause == cause)
    #expect(commit.origin.fileID == "A/B.swift")
    #expect(commit.origin.line == 7)
    #expect(commit.origin.function == #function)
    #expect(commit.instant == instant)
    #expect(commit.reducingTime == .milliseconds(1))
    #expect(!commit.isHandled)
  }

  @Test func `a commit that a test makes comes from the test unless it says otherwise`() {
    let commit = Commit(action: Increment(by: 2), newState: new)
    let line = #line - 1
    #expect(commit.number == 1)
    #expect(commit.oldState == nil)
    #expect(commit.isHandled)
    #expect(commit.origin.fileID == #fileID)
    #expect(commit.origin.line == line)
    #expect(commit.origin.cause == nil)
  }

  @Test func `wrapped interceptors see commits that a test makes`() {
    let numbers = Log<Int>()
    let lifted = CommitProbe<Int> { numbers.append($0.newState - ($0.oldState ?? 0)) }
      .filtered(to: Increment.self)
      .lift(state: \Counting.count)
    lifted.committed(Commit(action: Increment(by: 2), oldState: old, newState: new))
    lifted.committed(Commit(action: Unhandled(), oldState: old, newState: new))
    #expect(numbers.events == [2])
  }
}
