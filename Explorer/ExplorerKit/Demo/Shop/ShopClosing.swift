/// What a day in the shop came to, in lines that can be checked against the changes above them.
struct ShopClosing: Sendable {
  let state: ShopState
  let actions: Int
  let failures: Int

  var lines: [String] {
    let stock = state.products.map { "\($0.id) \($0.stock)" }.joined(separator: ", ")
    return [
      "The shop has closed: \(actions) actions, \(Self.count(failures, "failed effect")),"
        + " \(Self.count(state.lastOrder, "order")), revenue \(Self.money(state.revenue)).",
      "Left on the shelves: \(stock).",
    ]
  }

  private static func count(_ number: Int, _ what: String) -> String {
    "\(number) \(what)" + (number == 1 ? "" : "s")
  }

  private static func money(_ cents: Int) -> String {
    let (whole, part) = cents.quotientAndRemainder(dividingBy: 100)
    return part < 10 ? "\(whole).0\(part)" : "\(whole).\(part)"
  }
}
