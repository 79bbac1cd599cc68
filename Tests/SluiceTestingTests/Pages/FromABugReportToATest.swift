import Sluice
import SluiceTesting
import TestSupport
import Testing

@Suite(.inTurn)
struct FromABugReportToATest {
  @Test func `the session of a bug report`() throws {
    let recording = try StoreRecording(
      "Sessions/bug.session",
      accepting: [AddTodo.self, FetchTodos.self, TodosFetched.self]
    )
    try recording.replay(TodoState.self, reducers: [todosReducer])
  }

  @Test func `the session of a bug report, from a state of our own`() throws {
    let recording = try StoreRecording(
      "Sessions/bug.session",
      accepting: [AddTodo.self, FetchTodos.self, TodosFetched.self]
    )
    try recording.replay(from: TodoState(), reducers: [todosReducer])
  }

  @Test func `the session of a bug report, whatever it lacks`() throws {
    let recording = try StoreRecording(
      "Sessions/bug.session",
      accepting: [AddTodo.self, FetchTodos.self, TodosFetched.self]
    )
    try recording.replay(TodoState.self, reducers: [todosReducer], skippingGaps: true)
  }
}
