import Sluice
import SluiceTesting
import TestSupport
import Testing

@Suite(.inTurn) struct InterceptorComposingTests {
  struct Whole: Sendable {
    var counting = Counting()
    var rest = 0
  }
  private struct Rest: Action {}

  private static func whole() -> Store<Whole, Void> {
    Store(
      initialState: Whole(),
      reducers: [
        Reducer.counting.lift(state: \Whole.counting),
        Reducer(ReduceOn(Rest.self) { state, _ in state.rest += 1 }),
      ]
    )
  }

  @Test func `lifted, an interceptor sees its part before and after`() {
    let store = Self.whole()
    let changes = Log<String>()
    let probe = CommitProbe<Counting> { commit in
      let old = commit.oldState.map { "\($0.count)" } ?? "–"
      changes.append(
        "#\(commit.number) \(type(of: commit.action)) \(old) → \(commit.newState.count)"
      )
    }
    store.register(interceptor: probe.lift(state: \Whole.counting))
    store.dispatch(action: Increment(by: 3))
    store.dispatch(action: Rest())
    store.dispatch(action: Increment(by: 1))
    #expect(changes.events == ["#1 Increment 0 → 3", "#2 Rest 3 → 3", "#3 Increment 3 → 4"])
  }

  @Test func `lifted, an interceptor has its own interests`() {
    let store = Self.whole()
    let commits = Log<Bool>()
    let probe = CommitProbe<Counting>(interests: [.timing]) { commit in
      commits.append(commit.oldState == nil && commit.reducingTime != nil)
    }
    store.register(interceptor: probe.lift(get: { $0.counting }))
    store.dispatch(action: Increment())
    #expect(commits.events == [true])
  }

  enum Condition: CaseIterable { case types, commits, state }

  private func conditional(
    _ condition: Condition,
    _ probe: CommitProbe<Counting>
  ) -> any Interceptor<Counting> {
    switch condition {
    case .types: probe.filtered(to: Touch.self, Unhandled.self)
    case .commits: probe.filtered { $0.oldState != $0.newState }
    case .state: probe.gated(while: { $0.count.isMultiple(of: 2) })
    }
  }

  @Test(
    arguments: [(.types, [2, 4]), (.commits, [1, 2, 5, 6, 7]), (.state, [5, 7])]
      as [(Condition, [Int])]
  )
  func `a filtered or gated interceptor sees the commits that satisfy its condition`(
    condition: Condition,
    seen: [Int]
  ) {
    let store = Store.counting()
    let numbers = Log<Int>()
    store.register(
      interceptor: conditional(condition, CommitProbe { numbers.append($0.number) })
    )
    let actions: [any Action] = [
      Increment(), Touch(), Increment(by: 0), Unhandled(), Increment(), Increment(), Increment(),
    ]
    for action in actions { store.dispatch(action: action) }
    #expect(numbers.events == seen)
  }

  @Test func `gated by a switch, an interceptor isn't notified while it is off`() {
    let store = Store.counting()
    let power = GateSwitch()
    let numbers = Log<Int>()
    let probe = CommitProbe<Counting> { numbers.append($0.number) }
    store.register(interceptor: probe.gated(by: power))
    for isOn in [true, false, true] {
      power.isOn = isOn
      store.dispatch(action: Increment())
    }
    #expect(numbers.events == [1, 3])
  }

  @Test func `a switch that is off withholds effects' runs from the interceptor, too`() async throws
  {
    let store = Store.counting()
    let power = GateSwitch(isOn: false)
    let gated = Log<String>()
    let all = Log<String>()
    store.register(
      interceptor: EffectProbe<Counting> { gated.append("\($0.kind)") }.gated(by: power)
    )
    store.register(interceptor: EffectProbe<Counting> { all.append("\($0.kind)") })
    store.register(effect: .on(Touch.self) { _, _ in })
    store.dispatch(action: Touch())
    try await all.wait(forCount: 2)
    #expect(gated.events.isEmpty)
    power.isOn = true
    store.dispatch(action: Touch())
    try await all.wait(forCount: 4)
    #expect(gated.events == ["started", "ended"])
  }

  @Test func `what prints may be lifted, filtered and gated at once`() {
    let store = Self.whole()
    let lines = Log<String>()
    let printing = PrintInterceptor<Counting> { lines.append($0) }
      .filtered(to: Increment.self)
      .gated(by: GateSwitch())
      .lift(state: \Whole.counting)
    store.register(interceptor: printing)
    store.dispatch(action: Rest())
    store.dispatch(action: Increment(by: 2))
    #expect(lines.events == ["#2 Increment {by: 2}\n  ~ count: 0 → 2"])
  }

  @Test func `a wrapped interceptor keeps its abilities beyond receiving commits`()
    async throws
  {
    struct Deaf: EffectInterceptor {
      var interests: InterceptorInterests { .timing }
      func committed(_ commit: Commit<Counting>) {}
      func effectChanged(_ event: EffectEvent) {}
    }
    let store = Self.whole()
    let diagnostics = Log<String>()
    store.onDiagnostic = { diagnostics.append(String("\($0)".prefix { $0 != "," })) }
    let events = Log<String>()
    store.register(
      interceptor: EffectProbe<Counting> { events.append("\($0.kind)") }
        .filtered(to: Increment.self).lift(state: \Whole.counting).gated(by: GateSwitch())
    )
    store.register(interceptor: Deaf().filtered(to: Increment.self).lift(state: \Whole.counting))
    store.register(effect: .on(Touch.self) { _, _ in })
    store.dispatch(action: Touch())
    try await events.wait(forCount: 2)
    #expect(events.events == ["started", "ended"])
    #expect(diagnostics.events == ["Deaf implements effectChanged(_:)"])
  }

  #if DEBUG
    @Test func `an interceptor that only watches handles no action, wrapped or not`() {
      let store = Self.whole()
      let diagnostics = Log<String>()
      store.onDiagnostic = { diagnostics.append(String("\($0)".prefix { $0 != " " })) }
      store.register(interceptor: PrintInterceptor<Counting> { _ in }.lift(state: \Whole.counting))
      store.dispatch(action: Unhandled())
      #expect(diagnostics.events == ["Unhandled"])
    }
  #endif
}
