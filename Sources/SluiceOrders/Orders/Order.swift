/// The choices that make one order of what may happen, such as `"2.0.1"`.
///
/// A choice is an index among what was ready; 0 is the usual one, which is ready longest and was not
/// overtaken. What follows the last choice is usual.
struct Order: Hashable, CustomStringConvertible {
  /// The fewest zeros that are written as a number of them.
  private static let shortest = 4

  private(set) var choices: [Int]

  init(_ choices: [Int] = []) {
    self.choices = choices
    while self.choices.last == 0 { self.choices.removeLast() }
  }

  /// - Returns: `nil` if the text isn't a description of an order.
  init?(_ text: String) {
    var choices: [Int] = []
    for part in text.split(separator: ".", omittingEmptySubsequences: false) {
      let numbers = part.split(separator: "*", omittingEmptySubsequences: false).map { Int($0) }
      switch (numbers.count, numbers[0], numbers.last) {
      case (1, let choice?, _) where choice >= 0: choices.append(choice)
      case (2, 0?, let count??) where (1...OrderTrial.limit).contains(count):
        choices += Array(repeating: 0, count: count)
      default: return nil
      }
    }
    self.init(choices)
  }

  /// Whether each choice is the usual one.
  var isUsual: Bool { choices.isEmpty }

  /// The choices that differ from the usual order.
  var deviations: [Int] { choices.indices.filter { choices[$0] != 0 } }

  /// How far the order is from the usual one: the number of deviations, then their sum.
  func isSimpler(than other: Order) -> Bool {
    let mine = (deviations.count, choices.reduce(0, +), choices.count)
    return mine < (other.deviations.count, other.choices.reduce(0, +), other.choices.count)
  }

  /// Returns the order that differs from the usual one in some of the places where this one does.
  func keeping(_ places: [Int]) -> Order {
    var kept = choices.map { _ in 0 }
    for place in places { kept[place] = choices[place] }
    return Order(kept)
  }

  /// Returns the order in which another choice is made at a place.
  func replacing(_ place: Int, by choice: Int) -> Order {
    var changed = choices
    changed[place] = choice
    return Order(changed)
  }

  /// The choices with points between them; many zeros in sequence are written as `0*12`.
  var description: String {
    if isUsual { return "0" }
    var parts: [String] = []
    var zeros = 0
    for choice in choices {
      if choice == 0 {
        zeros += 1
        continue
      }
      parts += Self.text(ofZeros: zeros)
      parts.append("\(choice)")
      zeros = 0
    }
    return parts.joined(separator: ".")
  }

  private static func text(ofZeros count: Int) -> [String] {
    count < shortest ? Array(repeating: "0", count: count) : ["0*\(count)"]
  }
}

/// A choice that was made.
struct Choice: Hashable {
  let index: Int
  /// The number of what could be chosen.
  let count: Int
}
