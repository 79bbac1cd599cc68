import Sluice
import SluiceTesting
import TestSupport
import Testing

/// That a failure stands at the statement, and not at the test's first line, is seen by `.ci/fail`.
@Suite(.inTurn)
struct ReportingTests {
  private struct Add: Action { let count: Int }

  private let reducer = Reducer<Int>(ReduceOn(Add.self) { $0 += $1.count })

  private func withStore(_ body: (TestStore<Int, Void>) async throws -> Void) async throws {
    try await withTestStore(initialState: 0, reducers: [reducer], body)
  }

  @Test func `a test continues after states that differ, each shown at its line`() async throws {
    try await withStore { store in
      let first = #line + 2
      let issues = try await knownIssues {
        try await store.send(Add(count: 1)) { $0 = 2 }
        try await store.send(Add(count: 1)) { $0 = 2 }
        try await store.send(Add(count: 1))
      }
      #expect(store.state == 3)
      #expect(issues.map { $0.line } == [first, first + 2])
      #expect(issues.allSatisfy { $0.text.contains("To fix, ") })
    }
  }

  @Test func `what was not expected is named once`() async throws {
    try await withStore { store in
      store.dispatch(action: Add(count: 1))
      await withKnownIssue { try await store.send(Add(count: 1)) { $0 = 2 } }
      try await store.send(Add(count: 1)) { $0 = 3 }
    }
  }

  @Test func `an action that a test waits for in vain is an issue`() async throws {
    try await withStore { store in
      let issues = try await knownIssues {
        try await store.receive(Add.self)
        Issue.record("This is not reached.")
      }
      #expect(issues.count == 1)
      #expect(issues.first?.text.hasPrefix("Add was expected, but none came") == true)
    }
  }

  @Test func `an issue is headed by what failed, whether the test goes on or not`() async throws {
    try await withStore { store in
      let issues = Guarded<[String]>([])
      try await withKnownIssue {
        try await store.send(Add(count: 1)) { $0 = 2 }
        try await store.receive(Add.self)
      } matching: { issue in
        issues.withLock { $0.append("\(issue.kind)") }
        return true
      }
      #expect(
        issues.withLock { $0 } == [
          "Caught error: Add {count: 1} left another state than expected.",
          "Caught error: Add was expected, but none came: nothing is under way that could bring it.",
        ]
      )
    }
  }

  @Test func `several expectations about what was dispatched may fail`() async throws {
    let interceptor = TestInterceptor<Int>()
    let store = Store(initialState: 0, reducers: [reducer])
    store.register(interceptor: interceptor)
    store.dispatch(action: Add(count: 1))
    let issues = try await knownIssues {
      try interceptor.expectDispatched(Add(count: 2))
      try interceptor.expectNothingElse()
    }
    #expect(issues.count == 2)
  }

  @Test func `outside of a test a failure is thrown, with its place`() async {
    let interceptor = TestInterceptor<Int>()
    let line = #line + 3
    let failure = await Task.detached { () -> ExpectationFailure? in
      do throws(ExpectationFailure) {
        try interceptor.expectDispatched(Add(count: 2))
      } catch {
        return error
      }
      return nil
    }.value
    #expect(failure?.filePath == #filePath && failure?.line == line)
    #expect(failure?.description.hasPrefix("\(#filePath):\(line): ") == true)
  }
}
