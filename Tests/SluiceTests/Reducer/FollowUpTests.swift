import Sluice
import SluiceTesting
import TestSupport
import Testing

@Suite(.inTurn) struct FollowUpTests {
  static func asking(
    _ followUps: @escaping @Sendable () -> [FollowUp]
  ) -> Reducer<Counting> {
    Reducer(
      id: "asking",
      ReduceOn(Ask.self) { state, _ in
        state.count += 1
        return followUps()
      }
    )
  }

  static let ask = Ask(name: "")

  @Test func `a handler may return none, one or many follow-ups`() {
    let (a, b) = (Answered(name: "a"), Answered(name: "b"))
    let cases: [([FollowUp], [String])] = [
      ([], []), ([.action { a }], ["a"]), ([.action { nil }], []),
      ([.actions { [a, b] }], ["a", "b"]),
      ([.action { a }, .fireAndForget {}, .action { b }], ["a", "b"]),
    ]
    for (followUps, expected) in cases {
      let store = Store(initialState: Counting(), reducers: [Self.asking { followUps }])
      let commits = store.watched()
      store.dispatch(action: Self.ask)
      #expect(commits.actions(ofType: Answered.self).map(\.name) == expected)
      #expect(store.count == 1)
    }
  }

  @Test
  func `asynchronous follow-ups are waited for, and caused by the commit, and errors reported`()
    async throws
  {
    let clock = TestClock()
    let reducer = Self.asking {
      [
        .action {
          await Task.yield()
          throw Trouble(description: "broken")
        },
        .action {
          try await clock.sleep(for: .seconds(1))
          return Answered(name: "late")
        },
        .fireAndForget { try await clock.sleep(for: .seconds(2)) },
        .action { Answered(name: "now") },
      ]
    }
    let store = Store(initialState: Counting(), reducers: [reducer], clock: clock)
    let commits = store.noting { commit in
      "\((commit.action as? Answered)?.name ?? "-") ← \(commit.origin.cause?.commit ?? 0)"
    }
    let failures = Log<String>()
    store.onEffectFailure = { failures.append("\($0.error)") }
    store.send(Touch(), Self.ask)
    await clock.run()
    await store.idle()
    #expect(failures.events == ["broken"])
    #expect(commits.events == ["- ← 0", "- ← 0", "now ← 2", "late ← 2"])
    #expect(clock.now.offset == .seconds(2))
  }

  @Test func `a reducer alone returns its follow-ups`() async throws {
    var state = Counting()
    let followUps = Self.asking { [.action { Increment() }, .fireAndForget {}] }
      .reduce(&state, Self.ask)
    #expect(followUps.count == 2)
    #expect(try await followUps[0]() as? [Increment] == [Increment()])
    #expect(state.count == 1)
  }

  @Test func `stores that share a reducer do not share follow-ups`() async {
    let reducer = Self.asking { [.action { Increment() }] }
    let stores = (0..<2).map { _ in
      Store(initialState: Counting(), reducers: [reducer, .counting])
    }
    await Threads.run(4) { thread in
      for _ in 0..<2_000 { stores[thread % 2].dispatch(action: Self.ask) }
    }
    for store in stores {
      await store.idle()
      #expect(store.count == 8_000)
    }
  }

  @Test func `every form of handler may return follow-ups`() {
    let add = ActionTemplate(id: "Add", payloadType: Int.self)
    let remove = ActionTemplate(id: "Remove", payloadType: Int.self)
    let reducer = Reducer<Counting>(
      ReduceOn(Touch.self, Ask.self) { state, action in
        state.count += 1
        return [.action { Answered(name: "\(type(of: action))") }]
      },
      ReduceOn(add, remove) { state, action in
        state.count += action.payload
        return [.action { Answered(name: "\(action.payload)") }]
      }
    )
    let every = Reducer<Counting>(every: { state, action in
      state.count += 100
      return action is Answered ? [] : [.action { Answered(name: "every") }]
    })
    let store = Store(initialState: Counting(), reducers: [reducer, every])
    let names = store.noting { ($0.action as? Answered)?.name }
    let other = ActionTemplate(id: "Else", payloadType: Int.self)
    store.send(Touch(), add(payload: 7), other(payload: 9))
    #expect(names.events.compactMap { $0 } == ["Touch", "every", "7", "every", "every"])
    #expect(store.count == 808)
  }

  // MARK: - Lifting

  enum Local: Action, Equatable {
    case ask
    case answered(Int)
  }
  enum Global: Action, Equatable {
    case local(Local)
    case done

    var local: Local? { if case .local(let action) = self { action } else { nil } }
  }

  /// Counts answers, for which it asks in every form.
  static let asking = Reducer<Counting>(
    id: "asking",
    ReduceOn(Local.self) { state, action in
      if case .answered(let by) = action {
        state.count += by
        return []
      }
      return [
        .action { Local.answered(1) },
        .actions { [Local.answered(2), Touch()] },
        .action { () async throws -> (any Action)? in Local.answered(3) },
      ]
    }
  )

  /// Registers a reducer, and returns the store and what it reports.
  static func reporting(
    _ reducer: Reducer<Enclosing>
  ) -> (store: Store<Enclosing, Void>, reports: Log<String>) {
    let store = Store(initialState: Enclosing())
    let reports = store.reports()
    store.register(reducer: reducer)
    return (store, reports)
  }

  private static let locals = Wrapping.case(\Global.local, Global.local)

  private static let wrapping: [Reducer<Enclosing>] = [
    asking.lift(.state(\.counting), action: locals),
    asking.mapFollowUps { action in (action as? Local).map { Global.local($0) } ?? action }
      .lift(.state(\.counting), action: locals),
  ]

  @Test(arguments: wrapping)
  func `a reducer is lifted with its follow-ups, whose actions are wrapped, by it or by hand`(
    reducer: Reducer<Enclosing>
  ) async {
    let (store, reports) = Self.reporting(.combine(reducer))
    let commits = TestInterceptor<Enclosing>()
    store.register(interceptor: commits)
    store.dispatch(action: Global.local(.ask))
    await store.idle()
    // Of those that the reducer does not know, the type stays as it is.
    #expect(commits.actions(ofType: Touch.self).count == 1)
    #expect(commits.actions(ofType: Local.self) == [])
    #expect(
      commits.actions(ofType: Global.self)
        == [.local(.ask), .local(.answered(1)), .local(.answered(2)), .local(.answered(3))]
    )
    #expect(store.counting.count == 6)
    #expect(reports.events.isEmpty)
  }
}
