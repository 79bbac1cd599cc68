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
  var edits = 0

  /// Changes something, as a random number says.
  struct Edit: EncodableAction {
    let kind: Int
    let number: Int

    init(using random: inout SplitMix64) {
      kind = random.pick(0..<24)
      number = random.pick(0..<1_000)
    }
  }

  static let reducer = Reducer<Shop>(
    ReduceOn(Edit.self) { state, edit in
      state.edits += 1
      state.apply(edit.kind, edit.number)
    }
  )

  private mutating func apply(_ kind: Int, _ number: Int) {
    let place = items.isEmpty ? 0 : number % items.count
    let isOdd = number % 2 == 1
    switch kind {
    case 0...8: items.insert(Item(id: edits, title: "item \(number)"), at: place)
    case 9...16 where items.isEmpty: break
    case 9...11: items.remove(at: place)
    case 12...14: items[place].title = "title \(number)"
    case 15, 16: items[place].tags.append("#\(number)")
    case 17: items.sort { $0.title < $1.title }
    case 18, 19: prices["p\(number % 5)"] = number % 3 == 0 ? nil : Double(number) / 8
    case 20: selected = isOdd ? number : nil
    case 21, 22: screen = isOdd ? .item(id: number) : .list
    default: items = []
    }
  }
}
