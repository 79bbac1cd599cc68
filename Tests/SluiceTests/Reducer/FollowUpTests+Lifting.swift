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
  struct Whole: Sendable { var part = Counting() }

  /// Counts answers, for which it asks.
  static let asking = Reducer<Counting>(
    id: "asking",
    ReduceOn(Local.self) { state, action in
      if case .answered(let by) = action {
        state.count += by
        return []
      }
      return [.action { Local.answered(3) }]
    }
  )

  /// Registers a reducer, and returns the store and what it reports.
  static func reporting(
    _ reducer: Reducer<Whole>
  ) -> (store: Store<Whole, Void>, diagnostics: Log<StoreDiagnostic>) {
    let store = Store(initialState: Whole())
    let log = Log<StoreDiagnostic>()
    store.onDiagnostic = { log.append($0) }
    store.register(reducer: reducer)
    return (store, log)
  }

  @Test func `a reducer is lifted with its follow-ups in one call`() {
    let (store, diagnostics) = Self.reporting(
      Self.asking.lift(state: \Whole.part, action: \Global.local, embed: Global.local)
    )
    store.dispatch(action: Global.local(.ask))
    #expect(store.part.count == 3)
    #expect(diagnostics.events.isEmpty)
  }

  @Test func `follow-ups that a lift leaves unwrapped are reported at the registration`() throws {
    let lifted = Self.asking.lift(state: \Whole.part, action: \Global.local)
    let (store, diagnostics) = Self.reporting(
      .combine(lifted, Reducer(id: "other", every: { _, _ in }))
    )
    #expect(
      diagnostics.events.map(\.description) == [
        """
        The reducer asking was lifted to Global, and the actions of its follow-ups are dispatched \
        without being wrapped, so that the lifted reducer doesn't handle them. To fix, give the lift \
        `embed:`, which wraps them. If they are not to be wrapped, say so with `mapFollowUps { $0 }` \
        before the lift.
        """
      ]
    )
    store.dispatch(action: Global.local(.ask))
    #expect(store.part.count == 0)
    #expect(diagnostics.events.count == 1)
  }

  struct Outer: Action {
    var global: Global?
    var increment: Increment?
  }

  static let wrapped = asking.lift(action: \Global.local, embed: Global.local)
  static let unwrapped = asking.lift(action: \Global.local)

  static let lifts: [(name: String, reports: Int, reducer: Reducer<Counting>)] = [
    ("of any type", 1, asking.lift { (action: Global) -> (any Action)? in action.local }),
    ("wrapped, then not", 1, wrapped.lift(action: \Outer.global)),
    ("not, then wrapped", 0, unwrapped.lift(action: \Outer.global) { Outer(global: $0) }),
    ("wrapped twice", 0, wrapped.lift(action: \Outer.global) { Outer(global: $0) }),
    ("mapped before", 0, asking.mapFollowUps { $0 }.lift(action: \Global.local)),
    ("mapped after", 0, unwrapped.mapFollowUps { $0 }),
    ("mapped for one lift of two", 1, mappedOnce.lift(action: \Outer.global)),
    ("limited and logged", 1, unwrapped.limited { _ in true }.logging { _ in }),
    ("without follow-ups", 0, Reducer<Counting>.counting.lift(action: \Outer.increment)),
  ]
  static let mappedOnce = asking.mapFollowUps { $0 }.lift(action: \Global.local)

  @Test(arguments: lifts.indices)
  func `only follow-ups that nothing wraps are reported`(index: Int) {
    let lift = Self.lifts[index]
    let (_, diagnostics) = Self.reporting(lift.reducer.lift(state: \.part))
    #expect(diagnostics.events.count == lift.reports, "\(lift.name)")
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
    store.dispatch(action: Touch())
    store.dispatch(action: add(payload: 7))
    store.dispatch(action: ActionTemplate(id: "Else", payloadType: Int.self)(payload: 9))
    #expect(
      commits.actions(ofType: Answered.self).map(\.name)
        == ["Touch", "every", "7", "every", "every"]
    )
    #expect(store.count == 808)
  }
}
