import Sluice
import TestSupport
import Testing

/// The code of the page, word for word; `GuideTests` compares.
@Suite(.inTurn) struct WritingMiddleware {
  struct Cart: Sendable, Equatable {
    var items: [String] = []
    var isSignedIn = false
  }

  struct SignIn: Action {}

  struct AddItem: Action {
    let name: String

    init(_ name: String) { self.name = name }
  }

  /// Lets nobody but a signed-in user change the cart.
  struct Guard: Middleware {
    func process(
      _ action: any Action,
      context: MiddlewareContext<Cart>,
      next: @escaping @Sendable (any Action) -> Void
    ) {
      if context.state.isSignedIn || action is SignIn { next(action) }
    }
  }

  private func makeStore() -> Store<Cart, Void> {
    Store(
      initialState: Cart(),
      reducers: [
        Reducer(
          ReduceOn(SignIn.self) { state, _ in state.isSignedIn = true },
          ReduceOn(AddItem.self) { state, action in state.items.append(action.name) }
        )
      ]
    )
  }

  @Test func `actions are held back`() {
    let store = makeStore()
    store.register(middleware: Guard())
    store.dispatch(action: AddItem("Milk"))
    #expect(store.items == [])
    store.dispatch(action: SignIn())
    store.dispatch(action: AddItem("Milk"))
    #expect(store.items == ["Milk"])
  }

  @Test func `middleware dispatches`() {
    let answering = MiddlewareFunction<Cart> { action, context, next in
      next(action)
      if action is SignIn { context.dispatch(action: AddItem("A welcome gift")) }
    }
    let store = makeStore()
    store.register(middleware: answering)
    store.dispatch(action: SignIn())
    #expect(store.items == ["A welcome gift"])
  }
}
