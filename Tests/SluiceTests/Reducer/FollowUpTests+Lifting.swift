import Sluice
import SluiceTesting
import TestSupport
import Testing

extension FollowUpTests {
  enum Local: Action, Equatable {
    case ask
    case answered(Int)
  }
  enum Global: Action, Equatable {
    case local(Local)
    case done

    var local: Local? { if case .local(let action) = self { action } else { nil } }
  }
  struct Outer: Action {
    var global: Global?
    var increment: Increment?
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

  @Test func `a reducer is lifted with its follow-ups, whose actions are wrapped, in one call`()
    async
  {
    let (store, reports) = Self.reporting(
      Self.asking.lift(state: \.counting, action: \Global.local, embed: Global.local)
    )
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

  @Test func `follow-ups' actions are mapped by hand before a lift`() {
    enum Mapped: Action, Equatable {
      case ask(Ask)
      case increment(Increment)
    }
    let reducer = Self.asking { [.action { Increment() }] }
      .mapFollowUps { action in (action as? Increment).map { Mapped.increment($0) } ?? action }
      .lift(state: \Enclosing.counting) { (action: Mapped) in
        if case .ask(let ask) = action { ask } else { nil }
      }
    let store = Store(initialState: Enclosing(), reducers: [Reducer.combine(reducer)])
    let actions = store.noting { $0.action as? Mapped }
    store.dispatch(action: Mapped.ask(Self.ask))
    #expect(actions.events == [.ask(Self.ask), .increment(Increment())])
    #expect(store.counting.count == 1)
  }

  @Test func `follow-ups that a lift leaves unwrapped are reported at the registration`() {
    let lifted = Self.asking.lift(state: \Enclosing.counting, action: \Global.local)
    let (store, reports) = Self.reporting(
      .combine(lifted, Reducer(id: "other", every: { _, _ in }))
    )
    #expect(
      reports.events == [
        """
        The reducer asking was lifted to Global, and the actions of its follow-ups are dispatched \
        without being wrapped, so that the lifted reducer doesn't handle them. To fix, give the lift \
        `embed:`, which wraps them. If they are not to be wrapped, say so with `mapFollowUps { $0 }` \
        before the lift.
        """
      ]
    )
    store.dispatch(action: Global.local(.ask))
    #expect(store.counting.count == 0)
    #expect(reports.events.count == 1)
  }

  @Test func `only follow-ups that nothing wraps are reported`() {
    let asking = Self.asking
    let wrapped = asking.lift(action: \Global.local, embed: Global.local)
    let unwrapped = asking.lift(action: \Global.local)
    let mapped = asking.mapFollowUps { $0 }.lift(action: \Global.local)
    let lifts: [(name: String, reports: Int, reducer: Reducer<Counting>)] = [
      ("of any type", 1, asking.lift { (action: Global) -> (any Action)? in action.local }),
      ("wrapped, then not", 1, wrapped.lift(action: \Outer.global)),
      ("not, then wrapped", 0, unwrapped.lift(action: \Outer.global) { Outer(global: $0) }),
      ("wrapped twice", 0, wrapped.lift(action: \Outer.global) { Outer(global: $0) }),
      ("mapped before", 0, mapped),
      ("mapped after", 0, unwrapped.mapFollowUps { $0 }),
      ("mapped for one lift of two", 1, mapped.lift(action: \Outer.global)),
      ("limited and logged", 1, unwrapped.limited { _ in true }.logging { _ in }),
      ("without follow-ups", 0, Reducer<Counting>.counting.lift(action: \Outer.increment)),
    ]
    for lift in lifts {
      let (_, reports) = Self.reporting(lift.reducer.lift(state: \.counting))
      #expect(reports.events.count == lift.reports, "\(lift.name)")
    }
  }
}
