import Sluice
import SluiceTesting
import TestSupport
import Testing

extension TestStoreMessageTests {
  /// Actions that were not expected, or did not come.
  static let actions = [
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
      testDescription: "another action than expected, with a payload",
      effects: [],
      body: { store in
        store.dispatch(action: Found(titles: ["A"]))
        try await store.receive(Search(text: "fox"), filePath: "/Tests.swift", line: 7)
      },
      message: """
        /Tests.swift:7: Search {text: "fox"} was expected next, and something else came.
        Expected:
          Search {text: "fox"}
        What came:
          #1 Found {titles: ["A"]}
        To fix, expect Found with `receive`, or do not dispatch it.
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
  ]
}
