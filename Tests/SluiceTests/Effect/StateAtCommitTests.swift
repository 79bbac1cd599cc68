import Sluice
import SluiceTesting
import TestSupport
import Testing

/// The state at the commit that started a run, beside the state now.
@Suite(.inTurn) struct StateAtCommitTests {
  /// Answers a second later with the count before its commit, at it, and now.
  static let comparing = Effect<Void>.on(Increment.self).seeing(
    Counting.self,
    retaining: [.before, .atCommit]
  ).run { _, _, context in
    try await context.sleep(for: .seconds(1))
    let (before, then) = (try context.stateBefore, try context.stateAtCommit)
    context.answer("\(before?.count ?? -1) \(then.count) \(context.state.count)")
  }

  @Test func `an action that waits for its turn or its debounce brings its state along`() async {
    let serial = Bench(Self.comparing.overlap(.serial))
    await serial.send(Increment(), Increment(), then: 2)
    #expect(serial.answers == ["0 1 2", "1 2 2"])

    let debounced = Bench(Self.comparing.debounce(for: .seconds(1)).retry(attempts: 2))
    await debounced.send(Increment(), Increment())
    debounced.store.restore(Counting(count: 9))
    await debounced.advance(2)
    #expect(debounced.answers == ["1 2 9"])
  }

  @Test func `a queued action has the states of its commit, and is evaluated with them`() async {
    let observing = Observing<Increment, Counting>(\.count)
    let bench = Bench(Self.comparing, observing.effect)
    let token = bench.store.select(countSelector).sink { count in
      if count < 4 { bench.store.dispatch(action: Increment()) }
    }
    await bench.advance(1)
    #expect(bench.answers == ["0 1 4", "1 2 4", "2 3 4", "3 4 4"])
    #expect(observing.seen.events == [[0, 1], [1, 2], [2, 3], [3, 4]])
    token.cancel()
  }

  @Test(arguments: [false, true])
  func `a run that didn't request the state fails with an error that says how`(
    isBefore: Bool
  ) async {
    let asking = Effect<Void>.on(Ask.self, fileID: "Shop/Asking.swift", line: 3)
    let bench = Bench(
      asking.seeing(Counting.self, retaining: isBefore ? .atCommit : .before).run { _, _, context in
        _ = isBefore ? try context.stateBefore : try context.stateAtCommit
      }
    )
    await bench.ask("a")
    #expect(
      bench.errors == [
        """
        bench (Shop/Asking.swift:3) asked for the state \(isBefore ? "before" : "at") its commit, but its \
        runs don't retain that state. To fix, retain it where the effect names its state, as in \
        `.seeing(AppState.self, retaining: .\(isBefore ? "before" : "atCommit"))`; in a feedback, make it \
        part of the value.
        """
      ]
    )
  }

  /// Effects, and whether they retain the state of a `Renew` for the second after it.
  static let retaining: [(title: String, effects: [Effect<Void>], isRetained: Bool)] = {
    let retaining = Effect<Void>.on(Renew.self).seeing(Marked.self, retaining: .atCommit)
    let asking = retaining.run { _, _, context in
      try await context.sleep(for: .seconds(1))
      _ = try context.stateAtCommit
    }
    let ending = retaining.run { _, _, context in _ = try context.stateAtCommit }
    let notAsking = Effect<Void>.on(Renew.self).seeing(Marked.self).run { _, _, context in
      try await context.sleep(for: .seconds(1))
      _ = context.state
    }
    let keeping = Effect<Void>.on(Ask.self).run { _, _, context in
      _ = try await context.next(Stop.self)
    }
    let waiting = Effect<Void>.on(Ask.self).seeing(Marked.self).run { _, _, context in
      try await context.firstState(where: { _ in false })
    }
    let other = Effect<Void>.on(Touch.self).seeing(Marked.self, retaining: .atCommit).run {
      _,
      _,
      _ in
    }
    return [
      ("a run that asks for it", [asking], true),
      ("an ended run, though another keeps commits", [ending, keeping], false),
      ("a run that doesn't ask, though another effect does", [notAsking, other], false),
      ("a run that waits for another state", [waiting], false),
    ]
  }()

  @Test(arguments: retaining.indices)
  func `the state is retained by runs that ask for it, and not after them`(_ row: Int) async {
    let (title, effects, isRetained) = Self.retaining[row]
    let clock = TestClock()
    let store = Store.marked(clock: clock)
    store.register(effects: effects)
    store.dispatch(action: Ask("a"))
    await clock.advance()
    store.dispatch(action: Renew())
    weak let mark = store.state.mark
    store.dispatch(action: Unhandled())
    store.restore(Marked())
    await clock.advance()
    #expect((mark != nil) == isRetained, "\(title)")
    await clock.advance(by: .seconds(1))
    #expect(mark == nil, "\(title)")
    store.dispatch(action: Stop())
    await clock.advance()
  }

  @Test func `runs and conditions have the states of their commits while threads dispatch`() async {
    struct Appended: Sendable { var numbers: [Int] = [] }
    struct Append: Action { let number: Int }
    let (wrong, right) = (Log<Int>(), Log<Int>())
    let store = Store(
      initialState: Appended(),
      reducers: [Reducer(ReduceOn(Append.self) { $0.numbers.append($1.number) })]
    )
    let checking = Effect<Void>.on(Append.self).seeing(Appended.self, retaining: .atCommit).run {
      action,
      _,
      context in
      let then = try context.stateAtCommit.numbers
      let isRight = then.last == action.number && context.state.numbers.starts(with: then)
      (isRight ? right : wrong).append(action.number)
    }
    let conditional = Effect<Void>.on(Append.self).run { _, _ in }
      .when(changing: Appended.self) { action, before, after in
        let isRight = before.map { $0.numbers + [action.number] } == after.numbers
        (isRight ? right : wrong).append(action.number)
        return false
      }
    store.register(effects: [checking, checking.overlap(.concurrent(atMost: 3)), conditional])
    await Threads.run(4) { thread in
      for number in 0..<200 { store.dispatch(action: Append(number: thread * 200 + number)) }
    }
    await store.idle()
    #expect(wrong.events == [])
    #expect(right.events.count == 2_400)
  }
}
