import Sluice

/// The only code that changes the shop's state.
enum ShopReducers {
  static let all: [Reducer<ShopState>] = [shop, customer, cart, orders]

  private static let shop = Reducer<ShopState>(
    id: "shop",
    ReduceOn(ShopOpened.self) { state, action in
      state.isOpen = true
      state.products = action.products
    },
    ReduceOn(ShopClosed.self) { state, _ in
      state.isOpen = false
      state.shownKind = nil
    },
    ReduceOn(ShopTemplates.restock) { state, action in
      state.changeStock(of: action.payload.product, by: action.payload.quantity)
    }
  )

  private static let customer = Reducer<ShopState>(
    id: "customer",
    ReduceOn(CustomerAction.self) { state, action in
      switch action {
      case .came(let customer): state.customer = customer
      case .looksAt(let kind): state.shownKind = kind
      case .putsBack(let product): state.takeFromCart(product)
      case .left:
        state.customer = nil
        for line in state.cart { state.takeFromCart(line.id) }
      }
    }
  )

  private static let cart = Reducer<ShopState>(
    id: "cart",
    ReduceOn(Reserved.self) { state, action in
      guard let product = state.products.first(where: { $0.id == action.product }) else { return }
      state.changeStock(of: product.id, by: -action.quantity)
      if let line = state.cart.firstIndex(where: { $0.id == product.id }) {
        state.cart[line].quantity += action.quantity
      } else {
        let line = CartLine(id: product.id, quantity: action.quantity, price: product.price)
        state.cart.append(line)
      }
    },
    ReduceOn(ShopTemplates.addGift) { state, action in
      // In front, where the customer sees it first.
      state.cart.insert(CartLine(id: action.payload, quantity: 1, price: 0), at: 0)
    }
  )

  private static let orders = Reducer<ShopState>(
    id: "orders",
    ReduceOn(CheckOut.self) { state, action in
      let order = Order(
        id: action.order,
        customer: state.customer?.name ?? "",
        lines: state.cart,
        total: state.cart.reduce(0) { $0 + $1.quantity * $1.price },
        status: .placed
      )
      state.orders.append(order)
      // A shop that never closes does not keep them all.
      if state.orders.count > 100 { state.orders.removeFirst() }
      state.lastOrder = action.order
      state.cart = []
    },
    ReduceOn(Paid.self) { state, action in
      state.changeOrder(action.order) { $0.status = .paid }
      state.revenue += state.orders.first { $0.id == action.order }?.total ?? 0
    },
    ReduceOn(PaymentRefused.self) { state, action in
      state.changeOrder(action.order) { $0.status = .cancelled }
      let lines = state.orders.first { $0.id == action.order }?.lines ?? []
      for line in lines { state.changeStock(of: line.id, by: line.quantity) }
    },
    ReduceOn(Shipped.self) { state, action in
      state.changeOrder(action.order) { $0.status = .shipped }
    }
  )
}

extension ShopState {
  fileprivate mutating func changeStock(of product: String, by quantity: Int) {
    // Gifts are not on the shelf.
    guard let index = products.firstIndex(where: { $0.id == product }) else { return }
    products[index].stock += quantity
  }

  fileprivate mutating func takeFromCart(_ product: String) {
    guard let index = cart.firstIndex(where: { $0.id == product }) else { return }
    let line = cart.remove(at: index)
    changeStock(of: line.id, by: line.quantity)
  }

  fileprivate mutating func changeOrder(_ id: Int, _ change: (inout Order) -> Void) {
    guard let index = orders.firstIndex(where: { $0.id == id }) else { return }
    change(&orders[index])
  }
}
