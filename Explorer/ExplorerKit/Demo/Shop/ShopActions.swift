import Sluice

/// An action to which an effect answers, so that more is to come.
nonisolated protocol Errand: EncodableAction {}

nonisolated struct ShopOpened: EncodableAction {
  let products: [Product]
}

nonisolated struct ShopClosed: EncodableAction {}

/// What a customer does that nobody has to answer.
///
/// Not encodable, and shown all the same, by reflection.
nonisolated enum CustomerAction: Action {
  case came(Customer)
  case looksAt(Product.Kind?)
  case putsBack(product: String)
  case left
}

/// Asks the warehouse for goods.
nonisolated struct Ask: Errand {
  let product: String
  let quantity: Int
}

extension Ask: Decodable {
  private enum Key: CodingKey {
    case product, quantity
  }

  /// Takes what a customer could ask for: the action may come from a person who watches.
  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    product = try container.decode(String.self, forKey: .product)
    quantity = try container.decode(Int.self, forKey: .quantity)
    guard 1...100 ~= quantity else {
      throw DecodingError.dataCorruptedError(
        forKey: .quantity,
        in: container,
        debugDescription: "The warehouse brings 1 to 100 of a product, not \(quantity)."
      )
    }
  }
}

/// The warehouse has brought the goods.
nonisolated struct Reserved: EncodableAction {
  let product: String
  let quantity: Int
}

/// The warehouse has not found the goods.
nonisolated struct NotFound: EncodableAction {
  let product: String
}

/// Makes an order of what is in the cart.
nonisolated struct CheckOut: Errand {
  let order: Int
}

/// Tries once more to collect the money for an order.
nonisolated struct PayAgain: Errand {
  let order: Int
}

nonisolated struct Paid: Errand {
  let order: Int
}

nonisolated struct PaymentRefused: EncodableAction, Decodable {
  let order: Int
  let reason: String
}

nonisolated struct Shipped: EncodableAction, Decodable {
  let order: Int
  let parcel: String
}

/// What somebody else in the shop does, without a type for each.
nonisolated enum ShopTemplates {
  /// A spoon for good customers.
  static let addGift = ActionTemplate(id: "AddGift", payloadType: String.self)
  static let restock = ActionTemplate(id: "Restock", payloadType: Goods.self)

  nonisolated struct Goods: Codable, Equatable, Sendable {
    let product: String
    let quantity: Int
  }
}
