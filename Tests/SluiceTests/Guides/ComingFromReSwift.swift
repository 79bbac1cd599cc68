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
}
