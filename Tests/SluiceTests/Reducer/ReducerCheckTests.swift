import Sluice
import SluiceTesting
import TestSupport
import Testing

@Suite(.inTurn) struct ReducerCheckTests {
  struct Item: Sendable, Equatable, Identifiable {
    let id: Int
    var number = 0
  }

  struct Game: Sendable, Equatable {
    var throwing = 0
    var drawing = 0
    var average = Double.nan
    var items: Entities<Item> = [Item(id: 4), Item(id: 7)]
  }

  struct Throw: Action { var by = 1 }
  struct Draw: Action {}

  /// Gives another number each time, as a random one would.
  private let dice = Shared(0)
  private let reports = Log<String>()

  private func roll() -> Int {
    dice.change { number in
      number += 1
      return number
    }
  }

  private var throwing: Reducer<Game> {
    Reducer(id: "throwing", ReduceOn(Throw.self) { state, _ in state.throwing = roll() })
  }

  private static let pure = Reducer<Game>(
    id: "pure",
    ReduceOn(Throw.self) { state, action in
      state.drawing += action.by
      state.average = .nan * Double(action.by)
    }
  )

  private func store(_ reducers: Reducer<Game>..., checks: Bool = true) -> Store<Game, Void> {
    let store = Store(initialState: Game(), reducers: reducers)
    store.onDiagnostic = { [reports] in reports.append("\($0)") }
    store.checksReducers = checks
    return store
  }

  /// Expects one report, which says this.
  private func expectReport(_ texts: String..., location: SourceLocation = #_sourceLocation) {
    #expect(reports.events.count == 1, sourceLocation: location)
    for text in texts {
      #expect(reports.events.first?.contains(text) == true, "\(text)", sourceLocation: location)
    }
  }

  @Test(arguments: [false, true])
  func `a reducer that rolls dice is reported once, and the first result stays`(isWatched: Bool) {
    let store = store(Self.pure, throwing)
    if isWatched { store.register(interceptor: TestInterceptor<Game>()) }
    store.dispatch(action: Throw(by: 5))
    #expect(store.state.throwing == 1)
    #expect(store.state.drawing == 5)
    store.dispatch(action: Throw() as any Action)
    store.dispatch(actions: [Throw(), Throw()])
    #expect(store.state.throwing == 7)
    #expect(store.state.drawing == 8)
    expectReport("The reducer throwing made", "Throw(by: 5) (~ throwing: 1 → 2)")
  }

  @Test func `each reducer and type of action is reported, with what differs in an element`() {
    let item = Reducer<Item>(
      id: "item",
      ReduceOn(Draw.self) { item, _ in item.number = roll() },
      ReduceOn(Throw.self) { item, _ in item.number = roll() }
    )
    let store = store(item.lift(.each(\Game.items)), throwing)
    store.send(ElementAction<Item>(id: 7, action: Draw()), Throw())
    #expect(reports.events.count == 2)
    #expect(reports.events.first?.contains("The reducer item made") == true)
    #expect(reports.events.first?.contains("(~ items[") == true)
    #expect(reports.events.last?.contains("The reducer throwing made") == true)
  }

  @Test func `follow-ups, and what a reducer reports, count once`() {
    let asking = Reducer<Game>(
      id: "asking",
      ReduceOn(Draw.self) { state, _ in
        state.drawing += 1
        return [.action { Throw() }]
      }
    )
    let item = Reducer<Item>(id: "item", ReduceOn(Draw.self) { item, _ in item.number += 1 })
    let store = store(asking, Self.pure, item.lift(.each(\Game.items)))
    let commits = TestInterceptor<Game>()
    store.register(interceptor: commits)
    store.send(Draw(), ElementAction<Item>(id: 9, action: Draw()))
    #expect(commits.actions(ofType: Throw.self).count == 1)
    #expect(store.state.drawing == 2)
    expectReport("No Item has the id 9")
  }

  @Test func `reducers run once while the check is off, also for types dispatched before`() {
    let store = store(throwing, checks: false)
    #expect(!store.checksReducers)
    store.dispatch(action: Throw())
    #expect(dice.value == 1)
    store.checksReducers = true
    #expect(store.checksReducers)
    store.dispatch(action: Throw())
    #expect(dice.value == 3)
    store.checksReducers = false
    store.dispatch(action: Throw())
    #expect(dice.value == 4)
    expectReport("~ throwing: 2 → 3")
  }

  @Test func `a handler of the report, and what shows a state, may use the store`() {
    struct Shown: Sendable, Encodable {
      var number = 0
      let peek: Log<@Sendable () -> Void>

      func encode(to encoder: any Encoder) throws {
        for look in peek.events { look() }
        try number.encode(to: encoder)
      }
    }
    let peek = Log<@Sendable () -> Void>()
    let store = Store(
      initialState: Shown(peek: peek),
      reducers: [Reducer<Shown>(ReduceOn(Throw.self) { state, _ in state.number = roll() })]
    )
    let counts = Log<Int>()
    peek.append { [unowned store] in counts.append(store.state.number) }
    store.onDiagnostic = { [unowned store] _ in counts.append(store.state.number * 10) }
    store.checksReducers = true
    store.dispatch(action: Throw())
    #expect(counts.events == [1, 1, 10])
  }
}
