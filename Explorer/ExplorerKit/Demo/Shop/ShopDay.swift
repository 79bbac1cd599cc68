import Sluice

/// What happens in the shop on one day, as the seed has it.
struct ShopDay {
  private static let names = ["Ada", "Bo", "Chloé", "Dmitri", "Efua", "Femi", "Grete", "Hana"]

  private let shop: Shop
  private let pace: ShopPace
  private var random: ShopRandom
  private var ticks: AsyncStream<ErrandWatch.Tick>.Iterator
  private var tally = ErrandWatch.Tally()
  private var actions = 0

  /// Prepares a day.
  ///
  /// Register other interceptors before: they are notified in order, so that the others have seen what
  /// the day waits for.
  init(shop: Shop, seed: UInt64, pace: ShopPace) {
    self.shop = shop
    self.pace = pace
    random = ShopRandom(seed: seed)
    let watch = ErrandWatch()
    shop.store.register(interceptor: watch)
    ticks = watch.ticks.makeAsyncIterator()
  }

  /// Opens, serves customers one after the other, and closes.
  ///
  /// - Parameter customers: The number of customers; `nil` for any number, until the shop closes.
  mutating func run(customers: Int?) async -> ShopClosing {
    await act(ShopOpened(products: Self.assortment))
    var served = 0
    while !shop.isToClose, served < customers ?? .max {
      await serve(Self.names[served % Self.names.count])
      served += 1
    }
    await act(ShopClosed())
    return ShopClosing(state: shop.store.state, actions: tally.commits, failures: tally.failures)
  }

  private mutating func serve(_ name: String) async {
    let token = String(random.next(), radix: 36)
    await act(CustomerAction.came(Customer(name: name, token: token)))
    for _ in 0..<Int.random(in: 1...3, using: &random) where !shop.isToClose {
      await choose()
    }
    let line = shop.store.state.cart.first { $0.price > 0 }
    if let line, random.chance(percent: 20) {
      await act(CustomerAction.putsBack(product: line.id))
    }
    if shop.store.selectCurrent(ShopSelectors.cartTotal) > 0 { await pay() }
    await act(CustomerAction.left)
  }

  private mutating func choose() async {
    if random.chance(percent: 50) {
      await act(CustomerAction.looksAt(Product.Kind.allCases.randomElement(using: &random)))
    }
    let visible = shop.store.selectCurrent(ShopSelectors.visibleProducts)
    guard let product = visible.randomElement(using: &random) else { return }
    let quantity = Int.random(in: 1...min(3, product.stock), using: &random)
    await act(Ask(product: product.id, quantity: quantity))
  }

  private mutating func pay() async {
    let order = shop.store.state.lastOrder + 1
    await act(CheckOut(order: order))
    // The bank timed out: nothing came of the order.
    if shop.store.state.orders.last?.status == .placed { await act(PayAgain(order: order)) }
  }

  /// Dispatches an action, and waits for all that it leads to.
  ///
  /// - Parameters:
  ///   - line: The caller's line, for the origin of the action.
  private mutating func act(
    _ action: some Action,
    line: UInt = #line,
    function: StaticString = #function
  ) async {
    actions += 1
    shop.store.dispatch(action: action, line: line, function: function)
    while !tally.isQuiet(afterActionsFromOutside: actions), let tick = await nextTick() {
      tally.count(tick)
    }
    if pace.step > .zero { try? await Task.sleep(for: pace.step) }
  }

  private mutating func nextTick(
    isolation: isolated (any Actor)? = #isolation
  ) async -> ErrandWatch.Tick? {
    await ticks.next(isolation: isolation)
  }

  private static let assortment = [
    Product(id: "assam", kind: .tea, price: 890, stock: 6),
    Product(id: "sencha", kind: .tea, price: 1_250, stock: 5),
    Product(id: "espresso", kind: .coffee, price: 1_490, stock: 6),
    Product(id: "decaf", kind: .coffee, price: 1_090, stock: 4),
    Product(id: "teapot", kind: .pots, price: 3_900, stock: 4),
    Product(id: "moka", kind: .pots, price: 2_750, stock: 4),
  ]
}
