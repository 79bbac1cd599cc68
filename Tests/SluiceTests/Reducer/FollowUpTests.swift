import Sluice
import SluiceTesting
import TestSupport
import Testing

@Suite(.inTurn)
struct FollowUpTests {
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

  @Test func `a handler may return none, one or many follow-ups`() async {
    let cases: [([FollowUp], [String])] = [
      ([], []),
      ([.action { Answered(name: "a") }], ["a"]),
      ([.action { nil }], []),
      ([.actions { [Answered(name: "a"), Answered(name: "b")] }], ["a", "b"]),
      (
        [.action { Answered(name: "a") }, .fireAndForget {}, .action { Answered(name: "b") }],
        ["a", "b"]
      ),
    ]
    for (followUps, expected) in cases {
      let store = Store(initialState: Counting(), reducers: [Self.asking { followUps }])
      let commits = store.watched()
      store.dispatch(action: Ask(name: ""))
      #expect(commits.actions(ofType: Answered.self).map(\.name) == expected)
      #expect(store.count == 1)
    }
  }

  @Test func `follow-ups run without any observer, and their actions are reduced`() {
    let store = Store(
      initialState: Counting(),
      reducers: [Self.asking { [.action { Increment(by: 10) }] }, .counting]
    )
    store.dispatch(action: Ask(name: ""))
    #expect(store.count == 11)
    store.dispatch(action: Ask(name: "") as any Action)
    #expect(store.count == 22)
  }

  @Test func `asynchronous follow-ups are waited for, and their cause is the commit`() async throws
  {
    let clock = TestClock()
    let store = Store(
      initialState: Counting(),
      reducers: [
        Self.asking {
          [
            .action {
              try await clock.sleep(for: .seconds(1))
              return Answered(name: "late")
            },
            .fireAndForget { try await clock.sleep(for: .seconds(2)) },
            .action { Answered(name: "now") },
          ]
        }
      ],
      clock: clock
    )
    let commits = store.watched()
    store.dispatch(action: Touch())
    store.dispatch(action: Ask(name: ""))
    await clock.run()
    await store.idle()
    #expect(commits.actions(ofType: Answered.self).map(\.name) == ["now", "late"])
    #expect(commits.stateChanges.dropFirst(2).map(\.origin.cause?.commit) == [2, 2])
    #expect(clock.now.offset == .seconds(2))
  }

  @Test func `an error is reported, and others go on`() async {
    let store = Store(
      initialState: Counting(),
      reducers: [
        Self.asking {
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
      ]
    )
    let commits = store.watched()
    let failures = Log<String>()
    store.onEffectFailure = { failures.append("\($0.error)") }
    store.dispatch(action: Ask(name: ""))
    await store.idle()
    #expect(failures.events == ["broken"])
    #expect(commits.actions(ofType: Answered.self).count == 1)
  }

  @Test func `lifting keeps follow-ups, and maps their actions`() {
    struct Whole: Sendable { var part = Counting() }
    enum WholeAction: Action, Equatable {
      case ask(Ask)
      case increment(Increment)
    }
    let reducer = Self.asking { [.action { Increment() }] }
      .mapFollowUps { action in (action as? Increment).map { WholeAction.increment($0) } ?? action }
      .lift(state: \Whole.part) { (action: WholeAction) in
        if case .ask(let ask) = action { ask } else { nil }
      }
    let store = Store(initialState: Whole(), reducers: [Reducer.combine(reducer)])
    let commits = TestInterceptor<Whole>()
    store.register(interceptor: commits)
    store.dispatch(action: WholeAction.ask(Ask(name: "")))
    #expect(
      commits.actions(ofType: WholeAction.self) == [.ask(Ask(name: "")), .increment(Increment())]
    )
    #expect(store.part.count == 1)
  }

  @Test func `lifted with an embedding, a reducer's follow-ups give wrapped actions`() async {
    enum Local: Action, Equatable {
      case ask
      case answered(Int)
    }
    enum Global: Action, Equatable { case local(Local) }
    let reducer = Reducer<Counting>(
      ReduceOn(Local.self) { state, action -> [FollowUp] in
        guard action == .ask else { return [] }
        state.count += 1
        return [
          .action { Local.answered(1) },
          .actions { [Local.answered(2), Touch()] },
          .action { () async throws -> (any Action)? in Local.answered(3) },
        ]
      }
    )
    .lift(
      action: { (global: Global) in
        switch global {
        case .local(let local): local
        }
      },
      embed: { Global.local($0) }
    )
    let store = Store(initialState: Counting(), reducers: [reducer])
    let commits = store.watched()
    store.dispatch(action: Global.local(.ask))
    await store.idle()
    // Of those that the reducer does not know, the type stays as it is.
    #expect(commits.actions(ofType: Touch.self).count == 1)
    #expect(commits.actions(ofType: Local.self) == [])
    #expect(
      commits.actions(ofType: Global.self)
        == [.local(.ask), .local(.answered(1)), .local(.answered(2)), .local(.answered(3))]
    )
    #expect(store.count == 1)
  }

  @Test func `a reducer alone returns its follow-ups`() async throws {
    var state = Counting()
    let followUps = Self.asking { [.action { Increment() }, .fireAndForget {}] }
      .reduce(&state, Ask(name: ""))
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
      for _ in 0..<2_000 { stores[thread % 2].dispatch(action: Ask(name: "")) }
    }
    for store in stores {
      await store.idle()
      #expect(store.count == 8_000)
    }
  }
}
