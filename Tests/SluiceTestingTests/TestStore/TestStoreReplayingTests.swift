import Sluice
import SluiceTesting
import TestSupport
import Testing

/// Actions that a test has reduced again without some of them.
@Suite(.inTurn, .throwingFailures)
struct TestStoreReplayingTests {
  private struct Add: Action { let title: String }
  private struct Load: Action {}

  private func withShelf(
    _ body: (TestStore<Library.Shelf, Void>) async throws -> Void
  ) async throws {
    let reducer = Reducer<Library.Shelf>(
      ReduceOn(Add.self) { state, action in
        state.titles.append(action.title)
        state.isLoading = false
      },
      ReduceOn(Load.self) { state, _ in state.isLoading = true }
    )
    try await withTestStore(initialState: Library.Shelf(), reducers: [reducer], body)
  }

  @Test func `an action that is left out has not happened`() async throws {
    try await withShelf { store in
      store.register(effect: .map(Load.self) { _ in Add(title: "loaded") })
      try await store.send(Add(title: "a")) { $0.titles = ["a"] }
      try await store.send(Load()) { $0.isLoading = true }
      try await store.receive(Add.self) { $0 = .init(titles: ["a", "loaded"]) }
      // No effect answers the second time.
      try await store.replay(without: [1, 3]) { $0 = .init(isLoading: true) }
      try await store.send(Add(title: "b")) { $0 = .init(titles: ["b"]) }
      try await store.replay(without: []) { $0.titles = ["a", "loaded", "b"] }
    }
  }

  @Test func `a change that was not expected is a failure`() async throws {
    try await withShelf { store in
      try await store.send(Add(title: "a")) { $0.titles = ["a"] }
      await expectFailure(
        """
        StateRestored {reason: .replay(without: [1])} changed the state, and no change was expected.
        What StateRestored {reason: .replay(without: [1])} changed:
          - titles[0]: "a"
        To fix, expect the change in a closure, or correct the reducer.
        """
      ) { try await store.replay(without: [1], filePath: "/Tests.swift", line: 7) }
    }
  }

  @Test func `a replay without an unknown commit fails, and names the known ones`() async throws {
    try await withShelf { store in
      await expectFailure(
        """
        Commit 1 was to be left out, and can't be.
        To fix, send actions first: none is recorded since the last state that was restored.
        """
      ) { try await store.replay(without: [1], filePath: "/Tests.swift", line: 7) }
      for title in ["a", "b"] {
        try await store.send(Add(title: title)) { $0.titles.append(title) }
      }
      await expectFailure(
        """
        Commit 9 was to be left out, and can't be.
        To fix, leave out commits from 1 to 2.
        """
      ) { try await store.replay(without: [2, 9], filePath: "/Tests.swift", line: 7) }
      #expect(store.state.titles == ["a", "b"])
    }
  }

  @Test func `what came before must have been expected`() async throws {
    try await withShelf { store in
      store.dispatch(action: Add(title: "a"))
      await expectFailure(containing: "must be expected before actions are reduced again") {
        try await store.replay(without: [1])
      }
      try await store.receive(Add.self) { $0.titles = ["a"] }
      try await store.replay(without: [1]) { $0.titles = [] }
    }
  }
}
