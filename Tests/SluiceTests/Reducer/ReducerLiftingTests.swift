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
  }

  enum CartAction: Action {
    case add(String)
    case empty
  }
  struct Forget: Action {}
  enum AppAction: Action {
    case cart(CartAction)
    case forget(Forget)
    case logout

    var cart: CartAction? { if case .cart(let action) = self { action } else { nil } }
    var forget: Forget? { if case .forget(let action) = self { action } else { nil } }

    static let carts = Wrapping.case(\AppAction.cart, AppAction.cart)
    static let forgetting = Wrapping.case(\AppAction.forget, AppAction.forget)
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

  /// The state that a reducer makes of actions, called by itself and in a store.
  private static func state(
    _ reducer: Reducer<AppState>,
    from initial: AppState = AppState(),
    _ actions: [any Action]
  ) -> AppState {
    var state = initial
    let store = Store(initialState: initial, reducers: [reducer])
    for action in actions {
      _ = reducer.reduce(&state, action)
      store.dispatch(action: action)
    }
    #expect(store.state == state)
    return state
  }

  private let full = Cart(items: ["Milk"])

  @Test func `lifted to an optional part or a case, a reducer waits until the part is there`() {
    let optional = Self.cart.lift(.optional(\AppState.session))
    let ofCase = Self.cart.lift(
      .case(
        get: { (state: AppState) in if case .cart(let cart) = state.screen { cart } else { nil } },
        set: { $0.screen = .cart($1) }
      )
    )
    let there = AppState(session: Cart(), screen: .cart(Cart()))
    for lifted in [optional, ofCase] {
      #expect(Self.state(lifted, [CartAction.add("Milk")]) == AppState())
    }
    let session = Self.state(optional, from: there, [CartAction.add("Milk")])
    #expect(session == AppState(session: full, screen: .cart(Cart())))
    let screen = Self.state(ofCase, from: there, [CartAction.add("Milk")])
    #expect(screen == AppState(session: Cart(), screen: .cart(full)))
  }

  @Test func `lifted in state and action, a reducer changes its part only, for its actions only`() {
    struct Outer: Action {
      let inner: AppAction
      static let inners = Wrapping<Outer, Only, AppAction>.case(\.inner, Outer.init)
    }
    let milk = CartAction.add("Milk")
    let rows: [(name: String, reducer: Reducer<AppState>, actions: [any Action])] = [
      ("by key path", Self.cart.lift(.state(\.cart)), [milk]),
      (
        // Without its wrapping, the last one is another action.
        "wrapped", Self.cart.lift(.state(\.cart), action: AppAction.carts),
        [AppAction.cart(milk), AppAction.logout, CartAction.empty]
      ),
      (
        "wrapped, of two types",
        .combine(
          Self.cart.lift(.state(\.cart), action: AppAction.carts),
          Self.cart.lift(.state(\.cart), action: AppAction.forgetting)
        ),
        [AppAction.cart(milk), AppAction.cart(.add("Bread")), AppAction.forget(Forget()), Forget()]
      ),
      (
        "wrapped twice",
        Self.cart.lift(.state(\.cart), action: AppAction.carts)
          .lift(.state(\.self), action: Outer.inners),
        [Outer(inner: .cart(milk)), AppAction.cart(.empty)]
      ),
    ]
    for row in rows {
      #expect(Self.state(row.reducer, row.actions) == AppState(cart: full), "\(row.name)")
    }
  }

  private class Message: Action, @unchecked Sendable {}
  private final class Greeting: Message, @unchecked Sendable {}

  @Test func `an object, wrapped or not, is taken by its own class and by those above`() {
    struct Envelope: Action {
      let message: Message
      static let messages = Wrapping<Envelope, Only, Message>.case(\.message, Envelope.init)
    }
    let names = Reducer<[String]>(
      ReduceOn(Message.self) { state, _ in state.append("message") },
      ReduceOn(Greeting.self) { state, _ in state.append("greeting") }
    )
    let store = Store(
      initialState: [],
      reducers: [names, names.lift(.state(\.self), action: Envelope.messages)]
    )
    // Their types are known only at run time.
    store.send(Greeting(), Message(), Greeting())
    #expect(store.state == ["message", "greeting", "message", "message", "greeting"])
    store.restore([])
    store.send(Envelope(message: Greeting()), Envelope(message: Message()))
    #expect(store.state == ["message", "greeting", "message"])
  }

  @Test func `wrapped actions made from templates are distinguished by their ids`() {
    struct Wrapped: Action { let action: AnonymousAction<Int> }
    let plus = ActionTemplate(id: "plus", payloadType: Int.self)
    let minus = ActionTemplate(id: "minus", payloadType: Int.self)
    let counting = Reducer<Int>(
      ReduceOn(plus) { state, action in state += action.payload },
      ReduceOn(minus) { state, action in state -= action.payload }
    )
    let lifted = counting.lift(
      .state(\Int.self),
      action: .case(\Wrapped.action) { Wrapped(action: $0) }
    )
    let store = Store(initialState: 0, reducers: [lifted])
    store.send(Wrapped(action: plus(payload: 10)), Wrapped(action: minus(payload: 3)))
    #expect(store.state == 7)
  }

  private struct Loud: ShopAction {}

  @Test func `limited to a protocol, a reducer takes its actions only`() {
    let all = Reducer<Int> { state, _ in state += 1 }
    let limited = all.limited { $0 is any ShopAction.Type }
    let store = Store(initialState: 0, reducers: [limited])
    store.send(Loud(), Unhandled())
    #expect(store.state == 1)
  }

  @Test(arguments: [false, true])
  func `a lifted reducer changes large parts in place`(isOptional: Bool) {
    struct Large: Sendable {
      var numbers = [Int](repeating: 0, count: 10_000)
      var optional: [Int]? = [Int](repeating: 0, count: 10_000)

      func address(isOptional: Bool) -> Int {
        unsafe (isOptional ? optional ?? [] : numbers).withUnsafeBufferPointer {
          Int(bitPattern: $0.baseAddress)
        }
      }
    }
    let bumping = Reducer<[Int]>(ReduceOn(Touch.self) { state, _ in state[0] += 1 })
    let lifted =
      isOptional ? bumping.lift(.optional(\Large.optional)) : bumping.lift(.state(\Large.numbers))
    let store = Store(initialState: Large(), reducers: [lifted])
    store.dispatch(action: Touch())
    let before = store.state.address(isOptional: isOptional)
    for _ in 0..<10 { store.dispatch(action: Touch()) }
    #expect(store.state.address(isOptional: isOptional) == before)
  }
}

private protocol ShopAction: Action {}
