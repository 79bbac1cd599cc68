/// Finds out what a filter expects at its end, whatever mistakes it has before.
struct FilterCompletionScanner {
  enum Expectation {
    /// - isOperand: Whether a term has to follow, and not `and` or `or`.
    case word(start: Int, isOperand: Bool)
    /// - Parameter term: `nil` for a term that doesn't exist.
    case value(start: Int, term: FilterTerm?)
    case path(start: Int)
    case comparison(start: Int)
    case operand(start: Int, StateCondition.Comparison)

    var start: Int {
      switch self {
      case .word(let start, _), .value(let start, _), .path(let start), .comparison(let start),
        .operand(let start, _):
        start
      }
    }
  }

  private let scalars: [Unicode.Scalar]
  private var place = 0
  /// Whether a term has to follow.
  private var isOperand = true

  init(_ scalars: [Unicode.Scalar]) {
    self.scalars = scalars
  }

  func typed(since start: Int) -> String { text(min(start, scalars.count)..<scalars.count) }

  private func text(_ range: Range<Int>) -> String {
    var text = ""
    text.unicodeScalars.append(contentsOf: scalars[range])
    return text
  }

  mutating func scan() -> Expectation {
    while true {
      skip(while: \.properties.isWhitespace)
      guard let scalar = current else { return .word(start: place, isOperand: isOperand) }
      if scalar == "(" || scalar == ")" {
        place += 1
        isOperand = scalar == "("
      } else if let expectation = scanWord() {
        return expectation
      }
    }
  }

  /// Returns what is expected if the text ends within the word.
  private mutating func scanWord() -> Expectation? {
    let start = place
    skip { !$0.endsFilterWord && $0 != ":" }
    guard let scalar = current else { return .word(start: start, isOperand: isOperand) }
    let name = text(start..<place).lowercased()
    guard scalar == ":" else {
      isOperand = ["and", "or", "not"].contains(name)
      return nil
    }
    place += 1
    isOperand = false
    let term = FilterTerm.named(name)
    if term?.takesCondition == true { return scanCondition() }
    let value = place
    skipQuoted { !$0.endsFilterWord }
    return current == nil ? .value(start: value, term: term) : nil
  }

  private mutating func scanCondition() -> Expectation? {
    let path = place
    skipQuoted { !$0.endsFilterWord && !$0.comparesInFilter }
    guard current != nil else { return .path(start: path) }
    skip(while: \.properties.isWhitespace)
    let comparison = place
    skip(while: \.comparesInFilter)
    if place == comparison {
      skip { $0.properties.isAlphabetic }
      guard current != nil else { return .comparison(start: comparison) }
      // What is no comparison may be the next term.
      if text(comparison..<place) != StateCondition.existence { place = comparison }
      return nil
    }
    guard current != nil else { return .comparison(start: comparison) }
    let written = text(comparison..<place)
    skip(while: \.properties.isWhitespace)
    let operand = place
    skipQuoted { !$0.endsFilterWord }
    guard current == nil, let known = StateCondition.Comparison(rawValue: written) else {
      return nil
    }
    return .operand(start: operand, known)
  }

  private var current: Unicode.Scalar? { place < scalars.count ? scalars[place] : nil }

  private mutating func skip(while condition: (Unicode.Scalar) -> Bool) {
    while let scalar = current, condition(scalar) { place += 1 }
  }

  /// Skips a word in which quotation marks enclose what would end it.
  private mutating func skipQuoted(while condition: (Unicode.Scalar) -> Bool) {
    var isQuoted = false
    while let scalar = current, isQuoted || condition(scalar) {
      place += 1
      if scalar == "\"" { isQuoted.toggle() }
      if isQuoted, scalar == "\\", current != nil { place += 1 }
    }
  }
}
