import Sluice
import SluiceTesting
import TestSupport
import Testing

extension TestStoreMessageTests {
  /// Runs of effects that are left, that fail or do not.
  static let runs = [
    Case(
      testDescription: "a run that is left at the end",
      effects: [],
      body: { store in
        store.register(
          effect: .on(Visit.self, fileID: "Shop/Visits.swift", line: 3) { _, _, context in
            try await context.sleep(for: .seconds(1))
          },
          id: "visits"
        )
        try await store.send(Visit()) { $0.visits = 1 }
      },
      message: """
        /Tests.swift:7: The test ends, and 1 run is still under way.
        Under way:
          visits (Shop/Visits.swift:3), set off by #1 Visit, sleeps on the clock
        To fix, advance the clock, let the runs end, cancel them with an action or with \
        `skipInFlightEffects`, or pass `exhaustivity: .off`.
        """
    ),
    Case(
      testDescription: "an effect that fails",
      effects: [],
      body: { store in
        store.register(
          effect: .on(Search.self, fileID: "Shop/Search.swift", line: 3) { _, _ in
            throw SearchFailure(code: 404)
          },
          id: "search"
        )
        try await store.send(Search(text: "fox")) {
          $0.query = "fox"
          $0.shelf.isLoading = true
        }
        try await store.receive(Found.self, filePath: "/Tests.swift", line: 7)
      },
      message: """
        /Tests.swift:7: Found was expected next, and something else came.
        Expected:
          Found
        What came:
          search (Shop/Search.swift:3), set off by #1 Search {text: "fox"} failed: \
        SearchFailure(code: 404)
        To fix, let the effect `catch` the error, or expect it with `receiveFailure`.
        """
    ),
    Case(
      testDescription: "an effect that does not fail",
      effects: [],
      body: { store in
        store.dispatch(action: Visit())
        try await store.receiveFailure(SearchFailure.self, filePath: "/Tests.swift", line: 7)
      },
      message: """
        /Tests.swift:7: An effect was expected to fail with SearchFailure, and none did.
        What came:
          #1 Visit
        Under way:
          nothing
        To fix, expect what came, or let the effect throw.
        """
    ),
  ]
}
