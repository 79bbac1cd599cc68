import Sluice
import TestSupport
import Testing

@Suite(.inTurn) struct ReducerLiftingTests {
  struct Cart: Sendable, Equatable { var items: [String] = [] }
  enum Screen: Sendable, Equatable {
    case welcome
    case cart(Cart)
  }
  struct AppState: Sendable, Equatable {
    var cart = Cart()
    var session: Cart?
    var screen = Screen.welcome
    var numbers = [Int](repeating: 0, count: 1_000)
  }

  enum CartAction: Action {
    case add(String)
    case empty
  }
  struct Forget: Action {}
  enum AppAction: Action {
    case cart(CartAction)
    case other(any Action)
    case logout

    var cart: CartAction? { if case .cart(let action) = self { action } else { nil } }
    var other: (any Action)? { if case .other(let action) = self { action } else { nil } }
  }

  static let cart = Reducer<Cart>(
    id: "cart",
    ReduceOn(CartAction.self) { cart, action in
      switch action {
      case .add(let item): cart.items.append(item)
      case .empty: cart.items = []
      }
    },
    ReduceOn(Forget.self) { cart, _ in cart.items.removeLast() }
  )

  @Test func `lifted by key path, a reducer changes its part only`() {
    var state = AppState()
    Self.cart.lift(state: \AppState.cart).reduce(&state, CartAction.add("Milk"))
    #expect(state == AppState(cart: Cart(items: ["Milk"])))
  }

  @Test func `lifted by get and set, a reducer changes a case of an enum`() {
    let lifted = Self.cart.lift(
      get: { (state: AppState) in if case .cart(let cart) = state.screen { cart } else { nil } },
      set: { $0.screen = .cart($1) }
    )
    let store = Store(initialState: AppState(), reducers: [lifted])
    store.dispatch(action: CartAction.add("Milk"))
    #expect(store.state == AppState())

    store.register(
      reducer: Reducer(ReduceOn(Unhandled.self) { state, _ in state.screen = .cart(Cart()) })
    )
    store.dispatch(action: Unhandled())
    store.dispatch(action: CartAction.add("Milk"))
    #expect(store.state.screen == .cart(Cart(items: ["Milk"])))
  }

  @Test func `lifted to an optional part, a reducer waits until the part is there`() {
    let lifted = Self.cart.lift(state: \AppState.session)
    var state = AppState()
    lifted.reduce(&state, CartAction.add("Milk"))
    #expect(state.session == nil)
    state.session = Cart()
    lifted.reduce(&state, CartAction.add("Milk"))
    #expect(state.session == Cart(items: ["Milk"]))
  }

  @Test func `lifted in its action, a reducer takes the wrapped actions and no others`() {
    let store = Store(
      initialState: AppState(),
      reducers: [Self.cart.lift(state: \AppState.cart, action: \AppAction.cart)]
    )
    store.dispatch(action: AppAction.cart(.add("Milk")))
    store.dispatch(action: AppAction.logout)
    #expect(store.state.cart.items == ["Milk"])
    // Without its wrapping, it is another action.
    store.dispatch(action: CartAction.empty)
    #expect(store.state.cart.items == ["Milk"])
  }

  @Test func `a wrapped action may be of any type`() {
    let lifted = Self.cart.lift(state: \AppState.cart, action: \AppAction.other)
    let store = Store(initialState: AppState(), reducers: [lifted])
    store.dispatch(action: AppAction.other(CartAction.add("Milk")))
    store.dispatch(action: AppAction.other(CartAction.add("Bread")))
    store.dispatch(action: AppAction.other(Forget()))
    store.dispatch(action: AppAction.other(Unhandled()))
    #expect(store.state.cart.items == ["Milk"])
  }

  @Test func `actions wrapped twice are unwrapped twice`() {
    struct Outer: Action { let inner: AppAction }
    var state = AppState()
    let lifted = Self.cart.lift(action: \AppAction.cart).lift(action: \Outer.inner)
      .lift(state: \AppState.cart)
    lifted.reduce(&state, Outer(inner: .cart(.add("Milk"))))
    #expect(state.cart.items == ["Milk"])
  }

  private class Message: Action, @unchecked Sendable {}
  private final class Greeting: Message, @unchecked Sendable {}

  @Test func `a wrapped object is taken by its own class and by those above`() {
    struct Envelope: Action { let message: Message }
    let names = Reducer<[String]>(
      ReduceOn(Message.self) { state, _ in state.append("message") },
      ReduceOn(Greeting.self) { state, _ in state.append("greeting") }
    )
    let store = Store(initialState: [], reducers: [names.lift(action: \Envelope.message)])
    store.dispatch(action: Envelope(message: Greeting()))
    store.dispatch(action: Envelope(message: Message()))
    #expect(store.state == ["message", "greeting", "message"])
  }

  @Test func `an object is reduced although its type is known only at run time`() {
    let names = Reducer<[String]>(
      ReduceOn(Message.self) { state, _ in state.append("message") },
      ReduceOn(Greeting.self) { state, _ in state.append("greeting") }
    )
    let store = Store(initialState: [], reducers: [names])
    let actions: [any Action] = [Greeting(), Message(), Greeting()]
    for action in actions { store.dispatch(action: action) }
    #expect(store.state == ["message", "greeting", "message", "message", "greeting"])
  }

  @Test func `wrapped actions made from templates are distinguished by their ids`() {
    struct Wrapped: Action { let action: AnonymousAction<Int> }
    let (plus, minus) = (
      ActionTemplate(id: "plus", payloadType: Int.self),
      ActionTemplate(id: "minus", payloadType: Int.self)
    )
    let counting = Reducer<Int>(
      ReduceOn(plus) { state, action in state += action.payload },
      ReduceOn(minus) { state, action in state -= action.payload }
    )
    let store = Store(initialState: 0, reducers: [counting.lift(action: \Wrapped.action)])
    store.dispatch(action: Wrapped(action: plus(payload: 10)))
    store.dispatch(action: Wrapped(action: minus(payload: 3)))
    #expect(store.state == 7)
  }

  private struct Loud: ShopAction {}
  private struct Quiet: Action {}

  @Test func `limited to a protocol, a reducer takes its actions only`() {
    let all = Reducer<Int> { state, _ in state += 1 }
    let limited = all.limited { $0 is any ShopAction.Type }
    let store = Store(initialState: 0, reducers: [limited])
    store.dispatch(action: Loud())
    store.dispatch(action: Quiet())
    #expect(store.state == 1)
  }

  @Test(arguments: [false, true])
  func `a lifted reducer changes large parts in place`(isOptional: Bool) {
    struct Bump: Action {}
    struct Large: Sendable {
      var numbers = [Int](repeating: 0, count: 10_000)
      var optional: [Int]? = [Int](repeating: 0, count: 10_000)

      func address(isOptional: Bool) -> Int {
        unsafe (isOptional ? optional ?? [] : numbers).withUnsafeBufferPointer {
          Int(bitPattern: $0.baseAddress)
        }
      }
    }
    let bumping = Reducer<[Int]>(ReduceOn(Bump.self) { state, _ in state[0] += 1 })
    let lifted =
      isOptional ? bumping.lift(state: \Large.optional) : bumping.lift(state: \Large.numbers)
    let store = Store(initialState: Large(), reducers: [lifted])
    store.dispatch(action: Bump())
    let before = store.state.address(isOptional: isOptional)
    for _ in 0..<10 { store.dispatch(action: Bump()) }
    #expect(store.state.address(isOptional: isOptional) == before)
  }
}

private protocol ShopAction: Action {}
