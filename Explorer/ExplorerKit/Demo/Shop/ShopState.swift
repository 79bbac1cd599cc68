/// All that the demo's shop knows.
///
/// Money is in cents.
nonisolated struct ShopState: Codable, Equatable, Sendable {
  var isOpen = false
  var products: [Product] = []
  /// What the customer looks at; all products if that is nothing.
  var shownKind: Product.Kind?
  var customer: Customer?
  var cart: [CartLine] = []
  var orders: [Order] = []
  /// The number of the last order.
  var lastOrder = 0
  var revenue = 0
}

nonisolated struct Product: Codable, Equatable, Sendable, Identifiable {
  enum Kind: String, Codable, Sendable, CaseIterable {
    case tea
    case coffee
    case pots
  }

  let id: String
  let kind: Kind
  let price: Int
  var stock: Int
}

nonisolated struct Customer: Codable, Equatable, Sendable {
  let name: String
  /// Stands for the secrets that states tend to have: it never leaves the program.
  let token: String
}

/// So many of one product; there is one line for each product.
nonisolated struct CartLine: Codable, Equatable, Sendable, Identifiable {
  let id: String
  var quantity: Int
  let price: Int
}

nonisolated struct Order: Codable, Equatable, Sendable, Identifiable {
  enum Status: String, Codable, Sendable {
    case placed
    case paid
    case shipped
    case cancelled
  }

  let id: Int
  let customer: String
  let lines: [CartLine]
  let total: Int
  var status: Status
}
