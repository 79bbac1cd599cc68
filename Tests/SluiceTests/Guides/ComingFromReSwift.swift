import Sluice
import SluiceTesting
import TestSupport
import Testing

private struct Cart: Sendable { var items: [String] = [] }
private struct AppState: Sendable {
  var cart = Cart()
  var isOpen = true
}

private let printed = Log<String>()
private func print(_ text: String) { printed.append(text) }

private final class CartScreen: Sendable {
  init(_ store: Store<AppState, Void>) {
    store.select(\.cart.items).subscribe(weak: self) { screen, items in screen.newState(items) }
  }

  func newState(_ items: [String]) { print("\(items)") }
}

/// The code of the page, word for word; `GuideTests` compares.
@Suite(.inTurn) struct ComingFromReSwift {
  @Test func `what the page says in ReSwift's words works`() {
    struct AddItem: Action { let item: String }

    let cartReducer = Reducer<Cart>(
      ReduceOn(AddItem.self) { cart, action in cart.items.append(action.item) }
    )
    let store = Store(initialState: AppState())
    store.register(reducer: cartReducer, for: \.cart)

    let token = store.select(\.cart.items.count).sink { print("\($0)") }
    store.dispatch(action: AddItem(item: "Milk"))

    #expect(printed.events == ["0", "1"])

    let screen = CartScreen(store)
    #expect(printed.events == ["0", "1", "[\"Milk\"]"])

    let guarding = MiddlewareFunction<AppState> { action, context, next in
      if context.state.isOpen { next(action) }
    }
    store.register(middleware: .combine(ThunkMiddleware(), guarding))

    func addIfNew(_ item: String) -> Thunk<AppState> {
      Thunk { context in
        guard !context.state.cart.items.contains(item) else { return }
        context.dispatch(action: AddItem(item: item))
      }
    }
    store.dispatch(action: addIfNew("Milk"))
    store.dispatch(action: addIfNew("Bread"))

    #expect(store.state.cart.items == ["Milk", "Bread"])
    #expect(printed.events.suffix(2) == ["2", "[\"Milk\", \"Bread\"]"])
    token.cancel()
    withExtendedLifetime(screen) {}
  }
  @Test func `what the table says you write compiles and works`() async throws {
    struct Cart: Sendable, Equatable { var items: [String] = [] }
    struct AppState: Sendable, Equatable {
      var cart = Cart()
      var isOpen = true
      var last = ""
    }
    struct AddItem: Action, Equatable { let item: String }
    struct Clear: Action {}
    struct LogOut: Action {}
    struct Fetch: Action {}
    struct Shop: Sendable { func cheese() async -> String { "Cheese" } }
    final class Screen: Sendable {
      let shown = Log<String>()

      func newState(_ state: AppState) { shown.append("\(state.isOpen)") }
      func newCart(_ cart: Cart) { shown.append("\(cart.items)") }
    }
    let printed = Log<String>()
    let print: @Sendable (String) -> Void = { printed.append($0) }

    let cartReducer = Reducer<Cart>(
      ReduceOn(AddItem.self) { cart, action in cart.items.append(action.item) },
      ReduceOn(Clear.self, LogOut.self) { cart, _ in cart.items = [] }
    )
    let lastReducer = Reducer<AppState>(every: { state, action in state.last = "\(action)" })
    let appReducer = Reducer.combine(cartReducer.lift(state: \AppState.cart), lastReducer)
    var state = AppState()
    appReducer.reduce(&state, AddItem(item: "Milk"))
    #expect(state.cart.items == ["Milk"])

    let empty = Store(initialState: AppState())
    empty.register(reducer: cartReducer, for: \.cart)
    empty.dispatch(action: Clear())
    #expect(empty.state == AppState())

    let store = Store(initialState: AppState(), reducers: [appReducer])
    let guarding = MiddlewareFunction<AppState> { action, context, next in
      if context.state.isOpen, action is LogOut {
        context.dispatch(action: AddItem(item: "Milk"))
      } else {
        next(action)
      }
    }
    store.register(middleware: .combine(ThunkMiddleware(), guarding))
    let passing = MiddlewareFunction<AppState> { action, context, next in next(action) }
    store.register(middleware: passing)
    let interceptor = TestInterceptor<AppState>()
    store.register(interceptor: interceptor)
    let history = StateHistory<AppState>(limit: 100)
    store.register(interceptor: history)

    let screen = Screen()
    store.select(\.self).subscribe(weak: screen) { screen, state in screen.newState(state) }
    store.select(\.cart).subscribe(weak: screen) { screen, cart in screen.newCart(cart) }
    #expect(screen.shown.events == ["true", "[]"])
    let carts = [
      store.select(\.cart),
      store.select(\.cart).includingRepeats(),
      store.select(\.cart).skippingRepeats { $0.items == $1.items },
      store.select(\.cart).skippingRepeats { $0.items.count == $1.items.count },
      store.select(\.cart).skippingRepeats { old, new in !(old.items.count != new.items.count) },
    ]
    let numbers = Log<Int>()
    var tokens = Set<SelectionToken>()
    for (number, selection) in carts.enumerated() {
      selection.sink { _ in numbers.append(number) }.store(in: &tokens)
    }
    #expect(numbers.events == [0, 1, 2, 3, 4])
    store.dispatch(action: Clear())
    #expect(numbers.events == [0, 1, 2, 3, 4, 1])

    let count = store.select(\.cart.items.count).sink { print("\($0)") }
    store.dispatch(action: LogOut())
    #expect(printed.events == ["0", "1"])
    count.cancel()
    let changes = store.select(\.cart.items).changes.sink { print("\($0.difference.count)") }
    changes.store(in: &tokens)

    let addBread = Thunk<AppState> { $0.dispatch(action: AddItem(item: "Bread")) }
    store.dispatch(action: addBread)
    store.dispatch(action: Thunk<AppState> { $0.dispatch(action: AddItem(item: "Tea")) })
    try interceptor.expectDispatched(AddItem(item: "Bread"), gaps: .allowed)
    #expect(store.cart.items.count == 3)
    #expect(store.state.isOpen)
    #expect(printed.events == ["0", "1", "1", "1"])
    history.undo(in: store)
    #expect(store.selectCurrent(\.cart.items) == ["Milk", "Bread"])
    _ = store.select(\.cart.items)
    store.register(interceptor: PrintInterceptor())

    let fetch = Effect<Shop>.on(Fetch.self) { _, shop in AddItem(item: await shop.cheese()) }
    let answers = try await EffectRunner<Void, Shop>.run(
      fetch,
      with: Fetch(),
      environment: Shop()
    )
    #expect(answers as? [AddItem] == [AddItem(item: "Cheese")])
  }
}
