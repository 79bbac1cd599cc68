import Sluice
import SluiceTesting
import TestSupport
import Testing

/// What a test store throws, word for word.
@Suite(.inTurn, .timeLimit(.minutes(2)))
struct TestStoreMessageTests {
  typealias Body = @Sendable (TestStore<Library, Catalogue>) async throws -> Void

  struct Case: CustomTestStringConvertible, Sendable {
    let testDescription: String
    var exhaustivity = Exhaustivity.on
    var effects: [any Effects<Catalogue> & Sendable] = [EagerEffects()]
    var catalogue = Catalogue()
    /// Fails at line 7 of `/Tests.swift`.
    let body: Body
    let message: String
  }

  static let cases = [
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
      testDescription: "an action that was not expected before the next is sent",
      body: { store in
        try await store.send(Search(text: "fox")) {
          $0.query = "fox"
          $0.shelf.isLoading = true
        }
        try await store.send(Visit(), filePath: "/Tests.swift", line: 7) { $0.visits = 1 }
      },
      message: """
        /Tests.swift:7: Found came, and must be expected before another action is sent.
        What came:
          #2 Found {titles: ["fox 1", "fox 2"]}, from EagerEffects.search
        To fix, expect Found with `receive`, or do not dispatch it.
        """
    ),
    Case(
      testDescription: "an action that was not expected before the end",
      effects: [],
      body: { store in
        store.dispatch(action: Visit())
        store.dispatch(action: ShelfAction.put("A"))
      },
      message: """
        /Tests.swift:7: Visit and 1 more came, and must be expected before the test ends.
        What came:
          #1 Visit
          #2 ShelfAction .put("A")
        To fix, expect Visit with `receive`, or do not dispatch it.
        """
    ),
    Case(
      testDescription: "another action than expected",
      effects: [],
      body: { store in
        store.dispatch(action: Visit())
        try await store.receive(Found.self, filePath: "/Tests.swift", line: 7)
      },
      message: """
        /Tests.swift:7: Found was expected next, and something else came.
        Expected:
          Found
        What came:
          #1 Visit
        To fix, expect Visit with `receive`, or do not dispatch it.
        """
    ),
    Case(
      testDescription: "another payload than expected",
      effects: [],
      body: { store in
        store.dispatch(action: Found(titles: ["A"]))
        try await store.receive(Found(titles: ["B"]), filePath: "/Tests.swift", line: 7)
      },
      message: """
        /Tests.swift:7: Found came with another payload than expected.
        Expected:
          Found {titles: ["B"]}
        What came:
          #1 Found {titles: ["A"]}
        From the expected action to the one that came:
          ~ titles[0]: "B" → "A"
        To fix, correct the payload that is expected, or the one that is dispatched.
        """
    ),
    Case(
      testDescription: "another case than expected",
      effects: [],
      body: { store in
        store.dispatch(action: ShelfAction.clear)
        try await store.receive(
          case: ShelfAction.move,
          filePath: "/Tests.swift",
          line: 7
        )
      },
      message: """
        /Tests.swift:7: ShelfAction's case with (Int, Int) was expected next, and something else \
        came.
        Expected:
          ShelfAction's case with (Int, Int)
        What came:
          #1 ShelfAction .clear
        To fix, expect ShelfAction with `receive`, or do not dispatch it.
        """
    ),
    Case(
      testDescription: "an action that does not come, and cannot",
      effects: [],
      body: { store in
        try await store.receive(
          Visit.self,
          where: { _ in true },
          filePath: "/Tests.swift",
          line: 7
        )
      },
      message: """
        /Tests.swift:7: Visit that meets the condition was expected, and none came: nothing is \
        under way that could bring it.
        Expected:
          Visit that meets the condition
        What came:
          nothing
        Under way:
          nothing
        To fix, let an effect dispatch the action, or pass `timeout:` where it comes from outside \
        of the store.
        """
    ),
    Case(
      testDescription: "an action that does not come in time",
      effects: [],
      body: { store in
        try await store.receive(
          Visit.self,
          timeout: .milliseconds(1),
          filePath: "/Tests.swift",
          line: 7
        )
      },
      message: """
        /Tests.swift:7: Visit was expected, and none came in 0.001 seconds.
        Expected:
          Visit
        What came:
          nothing
        Under way:
          nothing
        To fix, let an effect dispatch the action, or raise `timeout:`.
        """
    ),
    Case(
      testDescription: "an action that a run waits for, and a run that waits for an action",
      effects: [],
      body: { store in
        store.register(
          effect: .on(Visit.self, fileID: "Shop/Visits.swift", line: 3) { _, _, context in
            _ = try await context.next(StopSearching.self)
          },
          id: "visits"
        )
        try await store.send(Visit()) { $0.visits = 1 }
        try await store.receive(
          Found.self,
          timeout: .milliseconds(1),
          filePath: "/Tests.swift",
          line: 7
        )
      },
      message: """
        /Tests.swift:7: Found was expected, and none came in 0.001 seconds.
        Expected:
          Found
        What came:
          nothing
        Under way:
          visits (Shop/Visits.swift:3), set off by #1 Visit, waits for a later action
        To fix, dispatch the action that a run waits for, let an effect dispatch the action, or raise \
        `timeout:`.
        """
    ),
    Case(
      testDescription: "an action that waits for the clock",
      effects: [],
      body: { store in
        store.register(
          effect: .on(Search.self, fileID: "Shop/Search.swift", line: 3) { action, _ in
            Found(titles: [action.text])
          }
          .debounce(for: .seconds(1)),
          id: "search"
        )
        try await store.send(Search(text: "fox")) {
          $0.query = "fox"
          $0.shelf.isLoading = true
        }
        try await store.receive(Found.self, filePath: "/Tests.swift", line: 7)
      },
      message: """
        /Tests.swift:7: Found was expected, and none came: what is under way waits for the clock.
        Expected:
          Found
        What came:
          nothing
        Under way:
          search (Shop/Search.swift:3), set off by #1 Search {text: "fox"}, waits for time or its \
        turn
        To fix, advance the clock, let an effect dispatch the action, or pass `timeout:` where it \
        comes from outside of the store.
        """
    ),
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
    Case(
      testDescription: "an action that a middleware drops",
      body: { store in
        store.register(
          middleware: MiddlewareFunction<Library> { action, _, next in
            if !(action is Visit) { next(action) }
          }
        )
        try await store.send(Visit(), filePath: "/Tests.swift", line: 7)
      },
      message: """
        /Tests.swift:7: Visit was sent, and no commit came of it.
        What came instead:
          nothing
        To fix, let the middleware pass the action on, or dispatch it with `dispatch(action:)` \
        where it is to be dropped.
        """
    ),
    Case(
      testDescription: "another payload without exhaustivity",
      exhaustivity: .off,
      body: { store in
        try await store.send(Search(text: "fox"))
        try await store.receive(Found(titles: ["fox 1"]), filePath: "/Tests.swift", line: 7)
      },
      message: """
        /Tests.swift:7: Found came with another payload than expected.
        Expected:
          Found {titles: ["fox 1"]}
        What came:
          #2 Found {titles: ["fox 1", "fox 2"]}, from EagerEffects.search
        From the expected action to the one that came:
          + titles[1]: "fox 2"
        To fix, correct the payload that is expected, or the one that is dispatched.
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

  @Test(arguments: cases)
  func `a failure shows what happened, the difference, and how to fix it`(_ example: Case)
    async
  {
    let failure = await #expect(throws: ExpectationFailure.self) {
      try await withLibrary(
        catalogue: example.catalogue,
        effects: example.effects,
        exhaustivity: example.exhaustivity,
        filePath: "/Tests.swift",
        line: 7,
        example.body
      )
    }
    #expect(failure.map { "\($0)" } == example.message)
  }
}
