import Sluice
import SluiceTesting
import TestSupport
import Testing

/// What a test store throws, word for word.
@Suite(.inTurn, .throwingFailures)
struct TestStoreMessageTests {
  @Test(arguments: changes + actions + runs)
  func `a failure shows what happened and how to fix it`(_ failing: FailingCase) async {
    await failing.expect()
  }

  private static func failing(
    _ happened: String,
    _ lists: KeyValuePairs<String, [String]>,
    fix: String,
    after actions: [any Action] = [],
    _ body: @escaping @Sendable (TestStore<Library, Catalogue>) async throws -> Void
  ) -> FailingCase {
    FailingCase(happened, lists, fix: fix) {
      try await withLibrary(effects: [], filePath: testFile, line: 7) { store in
        for action in actions { store.dispatch(action: action) }
        try await body(store)
      }
    }
  }

  private static let fox = Search(text: "fox")

  /// A search that leaves another state than expected.
  private static func otherState(
    _ differences: String...,
    body: @escaping @Sendable (TestStore<Library, Catalogue>) async throws -> Void
  ) -> FailingCase {
    failing(
      #"Search {text: "fox"} left another state than expected."#,
      [
        "From the expected state to the one that came": differences,
        #"What Search {text: "fox"} changed"#: [
          #"~ query: "" → "fox""#, "~ shelf.isLoading: false → true",
        ],
      ],
      fix: "change in the closure what the action changes, or correct the reducer.",
      body
    )
  }

  /// Changes of the state that were not expected, or did not come.
  static let changes = [
    failing(
      "Visit changed the state, but no change was expected.",
      ["What Visit changed": ["~ visits: 0 → 1"]],
      fix: "expect the change in a closure, or correct the reducer."
    ) { try await $0.send(Visit(), filePath: testFile, line: 7) },
    otherState(
      #"~ query: "owl" → "fox""#,
      "~ shelf.isLoading: false → true",
      "~ visits: 1 → 0"
    ) { store in
      try await store.send(fox, filePath: testFile, line: 7) {
        $0.query = "owl"
        $0.visits = 1
      }
    },
    failing(
      "StopSearching left the state as it was, but a change was expected.",
      ["What StopSearching changed": []],
      fix: "leave out the closure, which changes nothing, or let a reducer change the state."
    ) { store in
      store.register(effects: SearchEffects())
      try await store.send(StopSearching(), filePath: testFile, line: 7) { _ in }
    },
    failing(
      "StopSearching was sent, but no reducer, effect or interceptor of the store handles it.",
      [:],
      fix:
        "register what handles it with `reducers:`, `features:` or `effects:`, or do not send it."
    ) { try await $0.send(StopSearching(), filePath: testFile, line: 7) },
    otherState(#"~ query: "owl" → "fox""#) { store in
      store.exhaustivity = .off
      try await store.send(fox, filePath: testFile, line: 7) { $0.query = "owl" }
    },
    otherState(#"~ query: "" → "fox""#) { store in
      let shelf = store.testing(\.shelf)
      try await shelf.send(fox, filePath: testFile, line: 7) { $0.isLoading = true }
    },
  ]

  /// Actions that were not expected, or did not come.
  static let actions = [
    failing(
      "Found came, and must be expected before another action is sent.",
      ["What came": [#"#2 Found {titles: ["fox 1", "fox 2"]}, from EagerEffects.search"#]],
      fix: "expect Found with `receive`, or do not dispatch it."
    ) { store in
      store.register(effects: EagerEffects())
      try await store.search("fox")
      try await store.send(Visit(), filePath: testFile, line: 7) { $0.visits = 1 }
    },
    failing(
      "Visit and 1 more came, and must be expected before the test ends.",
      ["What came": ["#1 Visit", #"#2 ShelfAction .put("A")"#]],
      fix: "expect Visit with `receive`, or do not dispatch it.",
      after: [Visit(), ShelfAction.put("A")]
    ) { _ in },
    failing(
      "Found was expected next, but something else came.",
      ["Expected": ["Found"], "What came": ["#1 Visit"]],
      fix: "expect Visit with `receive`, or do not dispatch it.",
      after: [Visit()]
    ) { try await $0.receive(Found.self, filePath: testFile, line: 7) },
    failing(
      "Found came with another payload than expected.",
      [
        "Expected": [#"Found {titles: ["B"]}"#],
        "What came": [#"#1 Found {titles: ["A"]}"#],
        "From the expected action to the one that came": [#"~ titles[0]: "B" → "A""#],
      ],
      fix: "correct the payload that is expected, or the one that is dispatched.",
      after: [Found(titles: ["A"])]
    ) { try await $0.receive(Found(titles: ["B"]), filePath: testFile, line: 7) },
    failing(
      #"Search {text: "fox"} was expected next, but something else came."#,
      ["Expected": [#"Search {text: "fox"}"#], "What came": [#"#1 Found {titles: ["A"]}"#]],
      fix: "expect Found with `receive`, or do not dispatch it.",
      after: [Found(titles: ["A"])]
    ) { try await $0.receive(Search(text: "fox"), filePath: testFile, line: 7) },
    failing(
      "ShelfAction's case with (Int, Int) was expected next, but something else came.",
      ["Expected": ["ShelfAction's case with (Int, Int)"], "What came": ["#1 ShelfAction .clear"]],
      fix: "expect ShelfAction with `receive`, or do not dispatch it.",
      after: [ShelfAction.clear]
    ) { try await $0.receive(case: ShelfAction.move, filePath: testFile, line: 7) },
    failing(
      "Visit that meets the condition was expected, but none came: nothing is under way "
        + "that could bring it.",
      ["Expected": ["Visit that meets the condition"], "What came": [], "Under way": []],
      fix: "let an effect dispatch the action, or pass `timeout:` where it comes from outside "
        + "of the store."
    ) { try await $0.receive(Visit.self, where: { _ in true }, filePath: testFile, line: 7) },
    failing(
      "Visit was expected, but none came in 0.001 seconds.",
      ["Expected": ["Visit"], "What came": [], "Under way": []],
      fix: "let an effect dispatch the action, or raise `timeout:`."
    ) { try await $0.receive(Visit.self, timeout: .milliseconds(1), filePath: testFile, line: 7) },
    failing(
      "Found was expected, but none came in 0.001 seconds.",
      [
        "Expected": ["Found"],
        "What came": [],
        "Under way": [
          "visits (Shop/Visits.swift:3), set off by #1 Visit, waits for a later action"
        ],
      ],
      fix: "dispatch the action that a run waits for, let an effect dispatch the action, or "
        + "raise `timeout:`."
    ) { store in
      store.register(
        effect: .on(Visit.self, fileID: "Shop/Visits.swift", line: 3).run { _, _, context in
          _ = try await context.next(StopSearching.self)
        },
        id: "visits"
      )
      try await store.send(Visit()) { $0.visits = 1 }
      try await store.receive(Found.self, timeout: .milliseconds(1), filePath: testFile, line: 7)
    },
    failing(
      "Found was expected, but none came: what is under way waits for the clock.",
      [
        "Expected": ["Found"],
        "What came": [],
        "Under way": [
          #"search (Shop/Search.swift:3), set off by #1 Search {text: "fox"}, waits for time or its turn"#
        ],
      ],
      fix: "advance the clock, let an effect dispatch the action, or pass `timeout:` where it "
        + "comes from outside of the store."
    ) { store in
      store.register(
        effect: .on(Search.self, fileID: "Shop/Search.swift", line: 3) { action, _ in
          Found(titles: [action.text])
        }
        .debounce(for: .seconds(1)),
        id: "search"
      )
      try await store.search("fox")
      try await store.receive(Found.self, filePath: testFile, line: 7)
    },
    failing(
      "Visit was sent, but led to no commit.",
      ["What came instead": []],
      fix: "let the middleware pass the action on, or dispatch it with `dispatch(action:)` "
        + "where it is to be dropped."
    ) { store in
      store.register(
        middleware: MiddlewareFunction<Library> { action, _, next in
          if !(action is Visit) { next(action) }
        }
      )
      try await store.send(Visit(), filePath: testFile, line: 7)
    },
    failing(
      "Found came with another payload than expected.",
      [
        "Expected": [#"Found {titles: ["fox 1"]}"#],
        "What came": [#"#2 Found {titles: ["fox 1", "fox 2"]}, from EagerEffects.search"#],
        "From the expected action to the one that came": [#"+ titles[1]: "fox 2""#],
      ],
      fix: "correct the payload that is expected, or the one that is dispatched."
    ) { store in
      store.exhaustivity = .off
      store.register(effects: EagerEffects())
      try await store.send(Search(text: "fox"))
      try await store.receive(Found(titles: ["fox 1"]), filePath: testFile, line: 7)
    },
  ]

  /// Runs of effects that are left, that fail or do not.
  static let runs = [
    failing(
      "The test ends, but 1 run is still under way.",
      [
        "Under way": [
          "lending (A/B.swift:3), set off by #1 Visit, sleeps on the clock for another 60.0 seconds"
        ]
      ],
      fix: "advance the clock, let the runs end, cancel them with an action or with "
        + "`skipInFlightEffects`, or pass `exhaustivity: .off`."
    ) { store in
      store.register(effect: lending, id: "lending")
      try await store.send(Visit()) { $0.visits = 1 }
    },
    failing(
      "Found was expected next, but something else came.",
      [
        "Expected": ["Found"],
        "What came": [
          #"search (Shop/Search.swift:3), set off by #1 Search {text: "fox"} failed: SearchFailure(code: 404)"#
        ],
      ],
      fix: "let the effect `catch` the error, or expect it with `receiveFailure`."
    ) { store in
      store.register(
        effect: .on(Search.self, fileID: "Shop/Search.swift", line: 3) { _, _ in
          throw SearchFailure(code: 404)
        },
        id: "search"
      )
      try await store.search("fox")
      try await store.receive(Found.self, filePath: testFile, line: 7)
    },
    failing(
      "An effect was expected to fail with SearchFailure, but none did.",
      ["What came": ["#1 Visit"], "Under way": []],
      fix: "expect what came, or let the effect throw.",
      after: [Visit()]
    ) { try await $0.receiveFailure(SearchFailure.self, filePath: testFile, line: 7) },
  ]
}
