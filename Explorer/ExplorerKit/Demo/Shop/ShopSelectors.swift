import Sluice

/// What the shop derives from its state.
enum ShopSelectors {
  private static let products = Selector(keyPath: \ShopState.products)
  private static let shownKind = Selector(keyPath: \ShopState.shownKind)
  private static let cart = Selector(keyPath: \ShopState.cart)

  static let cartTotal = Selector.with(cart) { cart in
    cart.reduce(0) { $0 + $1.quantity * $1.price }
  }

  /// The products of the kind that the customer looks at, as far as there are any left.
  static let visibleProducts = Selector.with(products, shownKind) { products, kind in
    products.filter { $0.stock > 0 && (kind == nil || $0.kind == kind) }
  }

  /// Whether the customer has earned a gift that is not in the cart yet.
  static let deservesGift = Selector.with(cart, cartTotal) { cart, total in
    total >= 4_000 && !cart.contains { $0.price == 0 }
  }

  /// The products that are to be ordered again.
  static let scarce = Selector.with(products) { products in
    products.filter { $0.stock <= 2 }.map(\.id)
  }
}
