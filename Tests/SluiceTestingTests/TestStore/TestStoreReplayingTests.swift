import Sluice
import SluiceTesting
import TestSupport
import Testing

/// Actions that a test has reduced again without some of them.
@Suite(.inTurn, .throwingFailures)
struct TestStoreReplayingTests {
  @Test func `an action that is left out has not happened`() async throws {
    try await withLibrary(effects: []) { store in
      store.register(effect: .on(Visit.self).map { _, _ in ShelfAction.put("new") })
      try await store.send(ShelfAction.put("a")) { $0.shelf.titles = ["a"] }
      try await store.send(Visit()) { $0.visits = 1 }
      try await store.receive(ShelfAction.self) { $0.shelf.titles = ["a", "new"] }
      // No effect answers the second time.
      try await store.replay(without: [1, 3]) { $0.shelf.titles = [] }
      try await store.send(ShelfAction.put("b")) { $0.shelf.titles = ["b"] }
      try await store.replay(without: []) { $0.shelf.titles = ["a", "new", "b"] }
    }
  }

  @Test func `a change that was not expected is a failure`() async throws {
    try await withLibrary(effects: []) { store in
      try await store.send(Visit()) { $0.visits = 1 }
      await expectFailure(
        """
        StateRestored {reason: .replay(without: [1])} changed the state, but no change was expected.
        What StateRestored {reason: .replay(without: [1])} changed:
          ~ visits: 1 → 0
        To fix, expect the change in a closure, or correct the reducer.
        """
      ) { try await store.replay(without: [1], filePath: "/Tests.swift", line: 7) }
    }
  }

  @Test func `a replay without an unknown commit fails, and names the known ones`() async throws {
    try await withLibrary(effects: []) { store in
      await expectFailure(
        """
        Commit 1 can't be left out.
        To fix, send actions first: none is recorded since the last state that was restored.
        """
      ) { try await store.replay(without: [1], filePath: "/Tests.swift", line: 7) }
      for count in 1...2 { try await store.send(Visit()) { $0.visits = count } }
      await expectFailure(
        """
        Commit 9 can't be left out.
        To fix, leave out commits from 1 to 2.
        """
      ) { try await store.replay(without: [2, 9], filePath: "/Tests.swift", line: 7) }
      #expect(store.visits == 2)
    }
  }

  @Test func `what came before must have been expected`() async throws {
    try await withLibrary(effects: []) { store in
      store.dispatch(action: Visit())
      await expectFailure(containing: "must be expected before actions are reduced again") {
        try await store.replay(without: [1])
      }
      try await store.receive(Visit.self) { $0.visits = 1 }
      try await store.replay(without: [1]) { $0.visits = 0 }
    }
  }
}
