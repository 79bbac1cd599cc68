import Sluice
import SluiceTesting
import TestSupport
import Testing

/// That a failure stands at the statement, and not at the test's first line, is seen by `.ci/fail`.
@Suite(.inTurn)
struct ReportingTests {
  private struct Add: Action { let count: Int }

  private let reducer = Reducer<Int>(ReduceOn(Add.self) { $0 += $1.count })

  @Test func `a test continues after a state that differs, and shows each at its line`()
    async throws
  {
    let lines = Guarded<[Int]>([])
    try await withTestStore(initialState: 0, reducers: [reducer]) { store in
      let first = #line + 2
      try await withKnownIssue {
        try await store.send(Add(count: 1)) { $0 = 2 }
        try await store.send(Add(count: 1)) { $0 = 2 }
        try await store.send(Add(count: 1))
      } matching: { issue in
        lines.withLock { $0.append(issue.sourceLocation?.line ?? 0) }
        return issue.comments.contains { $0.rawValue.contains("To fix, ") }
      }
      #expect(store.state == 3)
      #expect(lines.withLock(\.self) == [first, first + 2])
    }
  }

  @Test func `what was not expected is named once`() async throws {
    try await withTestStore(initialState: 0, reducers: [reducer]) { store in
      store.dispatch(action: Add(count: 1))
      await withKnownIssue { try await store.send(Add(count: 1)) { $0 = 2 } }
      try await store.send(Add(count: 1)) { $0 = 3 }
    }
  }

  @Test func `an action that a test waits for in vain is an issue`() async throws {
    try await withTestStore(initialState: 0, reducers: [reducer]) { store in
      let count = Guarded(0)
      try await withKnownIssue {
        try await store.receive(Add.self)
        Issue.record("This is not reached.")
      } matching: { issue in
        count.withLock { $0 += 1 }
        return issue.comments.contains { $0.rawValue.hasPrefix("Add was expected, and none came") }
      }
      #expect(count.withLock(\.self) == 1)
    }
  }

  @Test func `several expectations about what was dispatched may fail`() throws {
    let interceptor = TestInterceptor<Int>()
    let store = Store(initialState: 0, reducers: [reducer])
    store.register(interceptor: interceptor)
    store.dispatch(action: Add(count: 1))
    let count = Guarded(0)
    try withKnownIssue {
      try interceptor.expectDispatched(Add(count: 2))
      try interceptor.expectNothingElse()
    } matching: { _ in
      count.withLock { $0 += 1 }
      return true
    }
    #expect(count.withLock(\.self) == 2)
  }

  @Test func `outside of a test a failure is thrown`() async {
    let interceptor = TestInterceptor<Int>()
    let line = #line + 2
    let failure = await Task.detached { () -> (any Error)? in
      do { try interceptor.expectDispatched(Add(count: 2)) } catch { return error }
      return nil
    }.value
    #expect((failure as? ExpectationFailure)?.line == line)
  }
}
