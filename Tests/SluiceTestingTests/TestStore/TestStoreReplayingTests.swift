import Sluice
import SluiceTesting
import TestSupport
import Testing

/// Actions that a test has reduced again without some of them.
@Suite(.inTurn, .throwingFailures)
struct TestStoreReplayingTests {
  private struct List: Sendable, Equatable {
    var titles: [String] = []
    var isLoading = false
  }

  private struct Add: Action { let title: String }
  private struct Load: Action {}

  private static let reducer = Reducer<List>(
    ReduceOn(Add.self) { state, action in
      state.titles.append(action.title)
      state.isLoading = false
    },
    ReduceOn(Load.self) { state, _ in state.isLoading = true }
  )

  @Test func `an action that is left out has not happened`() async throws {
    try await withTestStore(initialState: List(), reducers: [Self.reducer]) { store in
      store.register(effect: .map(Load.self) { _ in Add(title: "loaded") })
      try await store.send(Add(title: "a")) { $0.titles = ["a"] }
      try await store.send(Load()) { $0.isLoading = true }
      try await store.receive(Add.self) {
        $0.titles = ["a", "loaded"]
        $0.isLoading = false
      }
      // No effect answers the second time.
      try await store.replay(without: [1, 3]) {
        $0.titles = []
        $0.isLoading = true
      }
      try await store.send(Add(title: "b")) {
        $0.titles = ["b"]
        $0.isLoading = false
      }
      try await store.replay(without: []) { $0.titles = ["a", "loaded", "b"] }
    }
  }

  @Test func `a change that was not expected is a failure`() async throws {
    try await withTestStore(initialState: List(), reducers: [Self.reducer]) { store in
      try await store.send(Add(title: "a")) { $0.titles = ["a"] }
      let failure = await #expect(throws: ExpectationFailure.self) {
        try await store.replay(without: [1], filePath: "/Tests.swift", line: 7)
      }
      #expect(
        failure?.description == """
          /Tests.swift:7: StateRestored {reason: .replay(without: [1])} changed the state, and no change was expected.
          What StateRestored {reason: .replay(without: [1])} changed:
            - titles[0]: "a"
          To fix, expect the change in a closure, or correct the reducer.
          """
      )
    }
  }

  @Test func `replaying without an unknown commit is a failure that names the known ones`()
    async throws
  {
    try await withTestStore(initialState: List(), reducers: [Self.reducer]) { store in
      let none = await #expect(throws: ExpectationFailure.self) {
        try await store.replay(without: [1], filePath: "/Tests.swift", line: 7)
      }
      #expect(
        none?.description == """
          /Tests.swift:7: Commit 1 was to be left out, and can't be.
          To fix, send actions first: none is recorded since the last state that was restored.
          """
      )
      for title in ["a", "b"] {
        try await store.send(Add(title: title)) { $0.titles.append(title) }
      }
      let failure = await #expect(throws: ExpectationFailure.self) {
        try await store.replay(without: [2, 9], filePath: "/Tests.swift", line: 7)
      }
      #expect(
        failure?.description == """
          /Tests.swift:7: Commit 9 was to be left out, and can't be.
          To fix, leave out commits from 1 to 2.
          """
      )
      #expect(store.state.titles == ["a", "b"])
    }
  }

  @Test func `what came before must have been expected`() async throws {
    try await withTestStore(initialState: List(), reducers: [Self.reducer]) { store in
      store.dispatch(action: Add(title: "a"))
      let failure = await #expect(throws: ExpectationFailure.self) {
        try await store.replay(without: [1])
      }
      #expect(
        failure?.message.contains("must be expected before actions are reduced again") == true
      )
      try await store.receive(Add.self) { $0.titles = ["a"] }
      try await store.replay(without: [1]) { $0.titles = [] }
    }
  }
}
