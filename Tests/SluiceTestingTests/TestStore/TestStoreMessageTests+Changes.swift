import Sluice
import SluiceTesting
import TestSupport
import Testing

extension TestStoreMessageTests {
  /// Changes of the state that were not expected, or did not come.
  static let changes = [
    Case(
      testDescription: "a change that was not expected",
      body: { try await $0.send(Visit(), filePath: "/Tests.swift", line: 7) },
      message: """
        /Tests.swift:7: Visit changed the state, and no change was expected.
        What Visit changed:
          ~ visits: 0 → 1
        To fix, expect the change in a closure, or correct the reducer.
        """
    ),
    Case(
      testDescription: "another state than expected",
      effects: [],
      body: { store in
        try await store.send(Search(text: "fox"), filePath: "/Tests.swift", line: 7) {
          $0.query = "owl"
          $0.visits = 1
        }
      },
      message: """
        /Tests.swift:7: Search {text: "fox"} left another state than expected.
        From the expected state to the one that came:
          ~ query: "owl" → "fox"
          ~ shelf.isLoading: false → true
          ~ visits: 1 → 0
        What Search {text: "fox"} changed:
          ~ query: "" → "fox"
          ~ shelf.isLoading: false → true
        To fix, change in the closure what the action changes, or correct the reducer.
        """
    ),
    Case(
      testDescription: "a closure that changes nothing",
      body: { try await $0.send(StopSearching(), filePath: "/Tests.swift", line: 7) { _ in } },
      message: """
        /Tests.swift:7: StopSearching left the state as it was, and a change was expected.
        What StopSearching changed:
          nothing
        To fix, leave out the closure, which changes nothing, or let a reducer change the state.
        """
    ),
    Case(
      testDescription: "a wrong value without exhaustivity",
      exhaustivity: .off,
      body: { store in
        try await store.send(Search(text: "fox"), filePath: "/Tests.swift", line: 7) {
          $0.query = "owl"
        }
      },
      message: """
        /Tests.swift:7: Search {text: "fox"} left another state than expected.
        From the expected state to the one that came:
          ~ query: "owl" → "fox"
        What Search {text: "fox"} changed:
          ~ query: "" → "fox"
          ~ shelf.isLoading: false → true
        To fix, change in the closure what the action changes, or correct the reducer.
        """
    ),
    Case(
      testDescription: "a change beside the part that is looked at",
      effects: [],
      body: { store in
        let shelf = store.testing(\.shelf)
        try await shelf.send(Search(text: "fox"), filePath: "/Tests.swift", line: 7) {
          $0.isLoading = true
        }
      },
      message: """
        /Tests.swift:7: Search {text: "fox"} left another state than expected.
        From the expected state to the one that came:
          ~ query: "" → "fox"
        What Search {text: "fox"} changed:
          ~ query: "" → "fox"
          ~ shelf.isLoading: false → true
        To fix, change in the closure what the action changes, or correct the reducer.
        """
    ),
  ]
}
