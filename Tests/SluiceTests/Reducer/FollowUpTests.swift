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
      ([], []),
      ([.action { a }], ["a"]),
      ([.action { nil }], []),
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

  @Test func `asynchronous follow-ups are waited for, and their cause is the commit`() async throws
  {
    let clock = TestClock()
    let reducer = Self.asking {
      [
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
    store.send(Touch(), Self.ask)
    await clock.run()
    await store.idle()
    #expect(commits.events == ["- ← 0", "- ← 0", "now ← 2", "late ← 2"])
    #expect(clock.now.offset == .seconds(2))
  }

  @Test func `an error is reported, and others go on`() async {
    let reducer = Self.asking {
      [
        .action {
          await Task.yield()
          throw Trouble(description: "broken")
        },
        .action {
          await Task.yield()
          return Answered(name: "a")
        },
      ]
    }
    let store = Store(initialState: Counting(), reducers: [reducer])
    let commits = store.watched()
    let failures = Log<String>()
    store.onEffectFailure = { failures.append("\($0.error)") }
    store.dispatch(action: Self.ask)
    await store.idle()
    #expect(failures.events == ["broken"])
    #expect(commits.actions(ofType: Answered.self).count == 1)
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
        let payload = action.payload
        state.count += payload
        return [.action { Answered(name: "\(payload)") }]
      }
    )
    let every = Reducer<Counting>(every: { state, action in
      state.count += 100
      return action is Answered ? [] : [.action { Answered(name: "every") }]
    })
    let store = Store(initialState: Counting(), reducers: [reducer, every])
    let commits = store.watched()
    store.send(Touch(), add(payload: 7))
    store.dispatch(action: ActionTemplate(id: "Else", payloadType: Int.self)(payload: 9))
    #expect(
      commits.actions(ofType: Answered.self).map(\.name)
        == ["Touch", "every", "7", "every", "every"]
    )
    #expect(store.count == 808)
  }
}
