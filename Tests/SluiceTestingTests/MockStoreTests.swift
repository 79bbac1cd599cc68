import Observation
import Sluice
import SluiceTesting
import TestSupport
import Testing

@Suite(.inTurn)
struct MockStoreTests {
  private struct Counter: Equatable { var count = 0 }
  private struct Increment: Action {}
  private struct Doubled: Action {}

  private static let count = Selector(keyPath: \Counter.count)
  private static let twice = Selector.with(count) { $0 * 2 }

  private func mock(count: Int = 0) -> MockStore<Counter, Void> {
    let reducer = Reducer<Counter>(ReduceOn(Increment.self) { state, _ in state.count += 1 })
    return MockStore(initialState: Counter(count: count), reducers: [reducer])
  }

  @Test func `an overridden selector answers for this mock store only, used as any store`() {
    func shown(by store: Store<Counter, Void>) -> [Int] {
      [store.selectCurrent(Self.count), store.selectCurrent(Self.twice)]
    }
    let (store, other) = (mock(count: 1), Store(initialState: Counter()))
    #expect(shown(by: store) == [1, 2])
    store.override(Self.count, value: 21)
    #expect(shown(by: store) == [21, 42])
    #expect(shown(by: other) == [0, 0])
    #expect(store.state.count == 1)
    store.resetOverriddenSelectors()
    #expect(shown(by: store) == [1, 2])
  }

  @Test func `running selections receive overrides, and no commit happens`() {
    let store = mock(count: 1)
    let seen = EventLog<Int>()
    let token = store.select(Self.twice).sink { seen.append($0) }
    store.override(Self.count, value: 10)
    store.override(Self.twice, value: 7)
    store.dispatch(action: Increment())
    #expect(seen.events == [2, 20, 7])
    store.resetOverriddenSelectors()
    #expect(seen.events.last == 4)
    #expect(store.stateChanges.map(\.number) == [1])
    withExtendedLifetime(token) {}
  }

  @Test func `setting the state is a commit that says so and starts no effect`() {
    let store = mock()
    store.register(effect: .on(StateRestored.self).map { _, _ in Doubled() })
    store.setState(Counter(count: 5))
    #expect(store.state.count == 5)
    #expect(store.stateChanges.count == 1)
    #expect(store.stateChanges.first?.action is StateRestored)
    #expect(store.stateChanges.first?.newState == Counter(count: 5))
    #expect(store.stateChanges.first?.origin.note == "setState")
  }

  @Test func `what was dispatched on a mock store is remembered in order`() {
    let store = mock()
    store.dispatch(action: Increment())
    store.projection(.state(\.count)).dispatch(action: Doubled())
    #expect(store.dispatchedActions.map { "\($0)" } == ["Increment()", "Doubled()"])
    #expect(store.stateChanges.map(\.newState.count) == [1, 1])
  }

  @Test func `a mock store whose selectors are overridden is freed`() {
    weak var freed: MockStore<Counter, Void>?
    do {
      let store = mock()
      store.override(Self.count, value: 1)
      #expect(store.selectCurrent(Self.count) == 1)
      freed = store
    }
    #expect(freed == nil)
  }
}

/// What is read of a store through key paths, and what isn't read.
@Suite(.inTurn)
struct MockStoreOverrideTests {
  private struct Name: Equatable { var first = "Ada" }
  private struct Profile: Equatable {
    var name = Name()
    var age: Int?
  }

  private static let ageLine = #line + 3
  /// A selector made again each time, as a mistake.
  private static var age: Selector<Profile, Int?> {
    Selector(name: "age") { $0.age }
  }

  @Test
  func `a key path is overridden in selections made before and after, and in selectors of it`() {
    let store = MockStore(initialState: Profile())
    let seen = EventLog<Int?>()
    let before = store.select(\.age).sink { seen.append($0) }
    let selector = Selector(keyPath: \Profile.age)
    let next = Selector.with(selector) { $0.map { $0 + 1 } }
    #expect(store.selectCurrent(next) == nil)
    store.override(\.age, value: 36)
    #expect(store.select(\.age).value == 36)
    #expect(store.selectCurrent(\.age) == 36)
    #expect(store.selectCurrent(selector) == 36)
    #expect(store.selectCurrent(next) == 37)
    #expect(store.age == nil)
    store.resetOverriddenSelector(\.age)
    #expect(store.selectCurrent(\.age) == nil)
    #expect(store.selectCurrent(next) == nil)
    #expect(seen.events == [nil, 36, nil])
    before.cancel()
  }

  @Test func `a key path is overridden with nil`() {
    let store = MockStore(initialState: Profile(age: 36))
    store.override(\.age, value: nil)
    #expect(store.selectCurrent(\.age) == nil)
    #expect(store.select(\.age).value == nil)
  }

  @Test func `an override that nothing reads is reported at its reset, with what is read`() async {
    let store = MockStore(initialState: Profile())
    let line = #line + 2
    let issues = await knownIssues {
      store.override(Self.age, value: 36)
      #expect(store.selectCurrent(Self.age) == nil)
      #expect(store.select(\.name).value == Name())
      store.resetOverriddenSelectors()
      store.resetOverriddenSelectors()
    }
    #expect(issues.map { $0.line } == [line])
    let place = "age (SluiceTestingTests/MockStoreTests.swift:\(Self.ageLine))"
    #expect(
      issues.first?.text == """
        \(place) was overridden, but nothing has read it.
        Read on this store:
          \\Profile.name
          \(place)
        To fix, make the selector once, as a `static let`: one that is made anew is another one.
        """
    )
  }

  @Test func `an override that nothing reads is reported when the store is released`() async {
    let issues = await knownIssues {
      let store = MockStore(initialState: Profile())
      store.override(\.age, value: 36)
      store.override(\.name, value: Name())
      _ = store.selectCurrent(\.age)
    }
    #expect(issues.count == 1)
    let text = issues.first?.text ?? ""
    #expect(text.hasPrefix(#"\Profile.name was overridden, but nothing has read it."#))
    #expect(text.contains("override a selector that is read"))
  }

  @Test func `an override that only a running selection reads counts as read`() {
    let store = MockStore(initialState: Profile())
    let token = store.select(\.age).map { $0 ?? 0 }.sink { _ in }
    store.override(\.age, value: 36)
    token.cancel()
    store.resetOverriddenSelectors()
  }
}

/// Overrides reach all who look at the store, whatever they look through.
@Suite(.inTurn)
struct MockStoreReachTests {
  private struct Part: Equatable { var count = 1 }
  private struct Whole: Equatable {
    var part = Part()
    var other = 0
  }
  private struct Touch: Action {}

  private static let part = Selector(keyPath: \Whole.part)
  private static let other = Selector(keyPath: \Whole.other)
  private static let count = Selector(keyPath: \Part.count)
  private static let twice = Selector.with(count) { $0 * 2 }

  private let clock = TestClock()
  private let store: MockStore<Whole, Void>

  init() {
    let touching = Reducer<Whole>(ReduceOn(Touch.self) { state, _ in state.other += 1 })
    store = MockStore(
      initialState: Whole(),
      environment: (),
      reducers: [touching],
      clock: clock
    )
  }

  @Test func `a projection by an overridden selector sees the value`() {
    let projection = store.projection(Self.part)
    let inner = projection.projection(Self.count)
    #expect(projection.selectCurrent(Self.twice) == 2)
    store.override(Self.part, value: Part(count: 21))
    #expect(projection.state == Part(count: 21))
    #expect(projection.selectCurrent(Self.twice) == 42)
    #expect(inner.state == 21)
    store.resetOverriddenSelector(Self.part)
    #expect(projection.selectCurrent(Self.twice) == 2)
    #expect(inner.state == 1)
  }

  @Test func `a selector is overridden in all projections of its store, made before and after`() {
    let before = store.projection(.state(\.part))
    let foreign = Store(initialState: Whole()).projection(.state(\.part))
    let seen = EventLog<Int>()
    let token = before.select(Self.twice).sink { seen.append($0) }
    store.override(Self.count, value: 10)
    let after = store.projection(.state(\.part))
    #expect(before.selectCurrent(Self.count) == 10)
    #expect(before.select(\.count).value == 10)
    #expect(store.part.count == 1)
    #expect(foreign.selectCurrent(Self.count) == 1)
    #expect(after.selectCurrent(Self.twice) == 20)
    store.dispatch(action: Touch())
    #expect(after.selectCurrent(Self.twice) == 20)
    store.resetOverriddenSelectors()
    #expect(before.selectCurrent(Self.twice) == 2)
    #expect(after.selectCurrent(Self.twice) == 2)
    #expect(seen.events == [2, 20, 2])
    withExtendedLifetime(token) {}
  }

  @MainActor
  @Test func `an observed value changes with an override`() {
    let observed = store.observed(Self.other)
    let seen = EventLog<Int>()
    withObservationTracking {
      seen.append(observed.value)
    } onChange: {
      seen.append(-1)
    }
    store.override(Self.other, value: 5)
    #expect(seen.events == [0, -1])
    #expect(observed.value == 5)
  }

  @Test func `an effect reads the overridden value`() async {
    store.override(Self.other, value: 5)
    let seen = EventLog<Int>()
    store.register(
      effect: .on(Touch.self).seeing(Whole.self).run { _, _, context in
        seen.append(context.selectCurrent(Self.other))
      }
    )
    store.dispatch(action: Touch())
    await clock.advance()
    #expect(seen.events == [5])
  }

  @Test func `overrides from many threads end with the last one of each selector`() async {
    let projection = store.projection(.state(\.part))
    await Threads.run(8) { number in
      for round in 0..<200 {
        store.override(Self.count, value: number * 1000 + round)
        _ = projection.selectCurrent(Self.twice)
        _ = store.projection(.state(\.part)).selectCurrent(Self.count)
      }
    }
    store.override(Self.count, value: 7)
    #expect(projection.selectCurrent(Self.twice) == 14)
    #expect(store.projection(.state(\.part)).selectCurrent(Self.twice) == 14)
  }
}
