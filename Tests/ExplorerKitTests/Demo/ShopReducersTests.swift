import Sluice
import TestSupport
import Testing

@testable import ExplorerKit

@Suite(.inTurn) struct ShopReducersTests {
  private static func state(after actions: [any Action]) -> ShopState {
    var state = ShopState()
    let opened = ShopOpened(products: [Product(id: "moka", kind: .pots, price: 100, stock: 5)])
    for action in [opened as any Action] + actions {
      for reducer in ShopReducers.all { reducer.reduce(&state, action) }
    }
    return state
  }

  static let reserved = Reserved(product: "moka", quantity: 2)

  @Test(
    arguments: [
      [reserved, CustomerAction.putsBack(product: "moka")],
      [reserved, CustomerAction.left],
      [reserved, CheckOut(order: 1), PaymentRefused(order: 1, reason: "")],
    ] as [[any Action]]
  )
  func `goods that are not sold go back on the shelf`(actions: [any Action]) {
    let state = Self.state(after: actions)
    #expect(state.products.map(\.stock) == [5])
    #expect(state.cart.isEmpty)
    #expect(state.revenue == 0)
  }

  @Test func `goods that are paid are removed, and their price is earned`() {
    let state = Self.state(after: [Self.reserved, CheckOut(order: 1), Paid(order: 1)])
    #expect(state.products.map(\.stock) == [3])
    #expect(state.revenue == 200)
    #expect(state.orders.map(\.status) == [.paid])
  }
}
