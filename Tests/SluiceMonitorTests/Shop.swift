import Sluice
import TestSupport

/// A state with everything that changes can be about.
struct Shop: Codable, Sendable {
  struct Item: Codable, Identifiable, Sendable {
    let id: Int
    var title: String
    var tags: [String] = []
  }

  enum Screen: Codable, Sendable {
    case list
    case item(id: Int)
  }

  var items: [Item] = []
  var prices: [String: Double] = [:]
  var selected: Int?
  var screen = Screen.list
  var dispatched = 0

  static let reducer = Reducer<Shop>(
    ReduceOn(ShopAction.self) { state, action in
      state.dispatched += 1
      state.reduce(action)
    }
  )

  private mutating func reduce(_ action: ShopAction) {
    switch action {
    case .insert(let id, let place):
      let item = Item(id: id, title: "item \(id)")
      items.insert(item, at: place % (items.count + 1))
    case .remove(let place): if !items.isEmpty { items.remove(at: place % items.count) }
    case .rename(let place, let title):
      if !items.isEmpty { items[place % items.count].title = title }
    case .tag(let place, let tag):
      if !items.isEmpty { items[place % items.count].tags.append(tag) }
    case .shuffle: items.sort { $0.title < $1.title }
    case .price(let key, let price): prices[key] = price
    case .select(let id): selected = id
    case .show(let id): screen = id.map { .item(id: $0) } ?? .list
    case .clear: items = []
    }
  }
}

enum ShopAction: EncodableAction {
  case insert(id: Int, at: Int)
  case remove(at: Int)
  case rename(at: Int, String)
  case tag(at: Int, String)
  case shuffle
  case price(String, Double?)
  case select(Int?)
  case show(Int?)
  case clear

  static func random(_ random: inout SplitMix64) -> Self {
    let number = Int(random.next() % 1_000)
    switch random.next() % 24 {
    case 0...8: return .insert(id: Int(random.next() >> 20), at: number)
    case 9...11: return .remove(at: number)
    case 12...14: return .rename(at: number, "title \(number)")
    case 15, 16: return .tag(at: number, "#\(number)")
    case 17: return .shuffle
    case 18, 19: return .price("p\(number % 5)", number % 3 == 0 ? nil : Double(number) / 8)
    case 20: return .select(number % 2 == 0 ? nil : number)
    case 21, 22: return .show(number % 2 == 0 ? nil : number)
    default: return .clear
    }
  }
}
