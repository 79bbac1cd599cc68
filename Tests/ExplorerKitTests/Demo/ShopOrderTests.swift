import Sluice
import SluiceOrders
import SluiceTesting
import TestSupport
import Testing

@testable import ExplorerKit

/// The demo's shop, in every order of what may happen.
@Suite(.inTurn) struct ShopOrderTests {
  @Test(.unsanitized, arguments: [1, 2, 3] as [UInt64])
  func `a day takes the same course in every order`(seed: UInt64) async throws {
    try await everyOrder(atMost: volume(30, nightly: 1_000), within: .seconds(3_600)) {
      let clock = TestClock()
      let shop = Shop(seed: seed, pace: .fast, clock: clock)
      async let closing = Self.day(in: shop, seed: seed)
      await clock.run()
      #expect(await closing.state == shop.store.state)
      shop.store.sameEnd(\.self)
    }
  }

  private static func day(in shop: Shop, seed: UInt64) async -> ShopClosing {
    var day = ShopDay(shop: shop, seed: seed, pace: .fast)
    return await day.run(customers: 2)
  }

  @Test(.unsanitized)
  func `customers in a hurry lose no goods, and get none that aren't there`() async throws {
    try await everyOrder(atMost: volume(100, nightly: 5_000), within: .seconds(3_600)) {
      let clock = TestClock()
      let shop = Shop(seed: 1, pace: .fast, clock: clock)
      let store = shop.store
      let broken = Shared<[String]>([])
      store.onDiagnostic = { diagnostic in
        if diagnostic.id == .brokenInvariant { broken.change { $0.append(diagnostic.cause) } }
      }
      store.always("no product is sold that isn't there") { state in
        state.products.allSatisfy { $0.stock >= 0 }
      }
      store.always("goods are neither lost nor made") { state in
        state.products.allSatisfy { (state.goods($0.id) - 6) % 10 == 0 }
      }
      store.always("the revenue is what was paid") { state in
        state.revenue == state.orders.filter(\.isPaid).reduce(0) { $0 + $1.total }
      }
      let tea = Product(id: "assam", kind: .tea, price: 890, stock: 6)
      store.dispatch(action: ShopOpened(products: [tea]))
      for order in 1...2 {
        store.dispatch(action: CustomerAction.came(Customer(name: "Ada", token: "")))
        for _ in 0..<3 {
          store.dispatch(action: Ask(product: "assam", quantity: 3))
          await clock.advance(by: .milliseconds(1))
        }
        store.dispatch(action: CheckOut(order: order))
        await clock.advance(by: .milliseconds(1))
        store.dispatch(action: CustomerAction.left)
      }
      await clock.run()
      #expect(broken.value == [])
      withExtendedLifetime(shop) {}
    }
  }
}

extension ShopState {
  /// How many of a product there are: on the shelf, in the cart and in orders.
  fileprivate func goods(_ id: String) -> Int {
    let sold = orders.filter { $0.status != .cancelled }.flatMap(\.lines)
    let shelf = products.first { $0.id == id }?.stock ?? 0
    return (cart + sold).reduce(shelf) { $0 + ($1.id == id ? $1.quantity : 0) }
  }
}

extension Order {
  fileprivate var isPaid: Bool { status == .paid || status == .shipped }
}
