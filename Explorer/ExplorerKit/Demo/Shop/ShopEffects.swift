import Sluice

/// What the shop asks of others, who answer late and fail now and then.
final class ShopEffects: Effects<ShopServices> {
  let reserve = Effect<ShopServices>.on(Ask.self) { action, services in
    if try await services.find(action.product) {
      Reserved(product: action.product, quantity: action.quantity)
    } else {
      NotFound(product: action.product)
    }
  }

  let pay = Effect<ShopServices>.on(CheckOut.self) { action, services in
    try await services.collect(action.order, mayTimeOut: true)
  }

  let payAgain = Effect<ShopServices>.on(PayAgain.self) { action, services in
    try await services.collect(action.order, mayTimeOut: false)
  }

  let ship = Effect<ShopServices>.on(Paid.self) { action, services in
    Shipped(order: action.order, parcel: try await services.pack())
  }

  static let id = "Shop"
}
