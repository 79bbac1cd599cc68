import Sluice
import SluiceTesting
import TestSupport
import Testing

/// The state at the commit that started a run, beside the state now.
@Suite(.inTurn)
struct StateAtCommitTests {
  /// Answers a second later with the counts at the commit and now.
  static let comparing = Effect<Void>.on(Increment.self, state: Counting.self) { _, _, context in
    try await context.sleep(for: .seconds(1))
    context.send(Answered(name: "\(try context.stateAtCommit.count) \(context.state.count)"))
  }
  .retainingState()

  @Test func `a run has the state of its commit and the current state`() async {
    let bench = Bench(Self.comparing)
    for _ in 1...3 { bench.store.dispatch(action: Increment()) }
    await bench.advance(1)
    #expect(bench.answers == ["1 3", "2 3", "3 3"])
  }

  @Test func `a run has the state before its commit as well`() async {
    let bench = Bench(
      Effect.on(Increment.self, state: Counting.self) { _, _, context in
        try await context.sleep(for: .seconds(1))
        let (before, then) = (try context.stateBefore.count, try context.stateAtCommit.count)
        context.send(Answered(name: "\(before) \(then) \(context.state.count)"))
      }
      .retainingStateBefore()
      .retainingState()
    )
    for _ in 1...2 { bench.store.dispatch(action: Increment()) }
    await bench.advance(1)
    #expect(bench.answers == ["0 1 2", "1 2 2"])
  }

  @Test func `an action that waits for its turn or its debounce brings its state along`() async {
    let serial = Bench(Self.comparing.overlap(.serial))
    for _ in 1...2 { serial.store.dispatch(action: Increment()) }
    await serial.advance(2)
    #expect(serial.answers == ["1 2", "2 2"])

    let debounced = Bench(Self.comparing.debounce(for: .seconds(1)).retry(attempts: 2))
    for _ in 1...2 { debounced.store.dispatch(action: Increment()) }
    debounced.store.restore(Counting(count: 9))
    await debounced.advance(2)
    #expect(debounced.answers == ["2 9"])
  }

  @Test func `a run of a queued commit has the state of that commit`() async {
    let bench = Bench(Self.comparing)
    let token = bench.store.select(countSelector).sink { count in
      if count < 5 { bench.store.dispatch(action: Increment()) }
    }
    await bench.advance(1)
    #expect(bench.answers == ["1 5", "2 5", "3 5", "4 5", "5 5"])
    token.cancel()
  }

  @Test func `a run of a part has the part's state`() async {
    struct Whole: Sendable { var part = Counting(count: 4) }
    let clock = TestClock()
    let store = Store(
      initialState: Whole(),
      reducers: [Reducer.counting.lift(state: \Whole.part)],
      clock: clock
    )
    let commits = TestInterceptor<Whole>()
    store.register(interceptor: commits)
    store.register(
      feature: Feature<Counting, Void>(id: "part").effect(Self.comparing),
      state: \.part
    )
    store.register(effect: Self.comparing.lift(state: \Whole.part))
    store.dispatch(action: Increment())
    store.dispatch(action: Increment())
    await clock.advance(by: .seconds(1))
    let answers = commits.actions(ofType: Answered.self).map(\.name)
    #expect(answers.sorted() == ["5 6", "5 6", "6 6", "6 6"])
  }

  @Test(arguments: [false, true])
  func `a run that didn't request the state fails with an error that says how`(
    isBefore: Bool
  ) async throws {
    let failures = Log<String>()
    let effect = Effect<Void>.on(
      Ask.self,
      state: Counting.self,
      fileID: "Shop/Asking.swift",
      line: 3
    ) { _, _, context in
      let state = isBefore ? try context.stateBefore : try context.stateAtCommit
      context.send(Answered(name: "\(state)"))
    }
    let bench = Bench(isBefore ? effect.retainingState() : effect.retainingStateBefore())
    bench.store.onEffectFailure = { failures.append("\($0.error)") }
    bench.ask("a")
    try await failures.wait(forCount: 1)
    #expect(
      failures.events == [
        """
        bench (Shop/Asking.swift:3) asked for the state \(isBefore ? "before" : "at") its commit, and its \
        runs don't retain that state. To fix, add `.retainingState\(isBefore ? "Before" : "")()` to the \
        effect; a feedback is given what it needs of the state as its value.
        """
      ]
    )
  }

  /// A state that says whether it is alive.
  struct Marked: Sendable {
    final class Mark: Sendable {}

    var mark = Mark()
  }
  struct Renew: Action {}

  func markedStore(_ effects: Effect<Void>...) -> (Store<Marked, Void>, TestClock) {
    let clock = TestClock()
    let renewing = Reducer<Marked>(ReduceOn(Renew.self) { state, _ in state = Marked() })
    let store = Store(initialState: Marked(), reducers: [renewing], clock: clock)
    store.register(effects: effects)
    return (store, clock)
  }

  @Test func `the state is retained by the run, and by nothing after it`() async {
    let (store, clock) = markedStore(
      .on(Renew.self, state: Marked.self) { _, _, context in
        try await context.sleep(for: .seconds(1))
        _ = try context.stateAtCommit
      }
      .retainingState()
    )
    store.dispatch(action: Renew())
    weak let mark = store.state.mark
    store.dispatch(action: Touch())
    store.restore(Marked())
    await clock.advance()
    #expect(mark != nil)
    await clock.advance(by: .seconds(1))
    #expect(mark == nil)
  }

  @Test func `a commit that others keep doesn't retain the state for runs that have ended`() async {
    let (store, clock) = markedStore(
      .on(Renew.self, state: Marked.self) { _, _, context in _ = try context.stateAtCommit }
        .retainingState(),
      // Keeps the commits that it might ask for.
      .on(Ask.self) { _, _, context in _ = try await context.next(Stop.self) }
    )
    store.dispatch(action: Ask(name: "a"))
    store.dispatch(action: Renew())
    weak let mark = store.state.mark
    await clock.advance()
    store.restore(Marked())
    #expect(mark == nil)
    store.dispatch(action: Stop())
    await clock.advance()
  }

  @Test func `an effect that doesn't ask retains no state, though another one does`() async {
    let (store, clock) = markedStore(
      .on(Renew.self, state: Marked.self) { _, _, context in
        try await context.sleep(for: .seconds(1))
        _ = context.state
      },
      .on(Ask.self, state: Marked.self) { _, _, context in _ = try context.stateAtCommit }
        .retainingState()
    )
    store.dispatch(action: Renew())
    weak let mark = store.state.mark
    await clock.advance()
    store.restore(Marked())
    #expect(mark == nil)
    await clock.advance(by: .seconds(1))
  }

  @Test func `runs have the states of their commits while many threads dispatch`() async throws {
    struct Numbered: Sendable { var numbers: [Int] = [] }
    struct Append: Action { let number: Int }
    let appending = Reducer<Numbered>(
      ReduceOn(Append.self) { state, action in state.numbers.append(action.number) }
    )
    let wrong = Log<Int>()
    let right = Log<Int>()
    let store = Store(initialState: Numbered(), reducers: [appending])
    let checking = Effect<Void>.on(Append.self, state: Numbered.self) { action, _, context in
      let then = try context.stateAtCommit.numbers
      let now = context.state.numbers
      let isRight = then.last == action.number && now.starts(with: then)
      (isRight ? right : wrong).append(action.number)
    }
    .retainingState()
    store.register(effects: [checking, checking.overlap(.concurrent(atMost: 3))])
    await withTaskGroup(of: Void.self) { group in
      for thread in 0..<4 {
        group.addTask {
          for number in 0..<200 { store.dispatch(action: Append(number: thread * 200 + number)) }
        }
      }
    }
    await store.idle()
    #expect(wrong.events == [])
    #expect(right.events.count == 1_600)
  }
}
