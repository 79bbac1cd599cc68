/// Reads a condition out of a text, of which it may be a part.
struct StateConditionReader {
  private let text: String
  private let scalars: [Unicode.Scalar]
  /// The number of scalars that were read.
  private(set) var place: Int

  /// - Parameter scalars: Those of the text.
  init(_ text: String, _ scalars: [Unicode.Scalar], at place: Int) {
    self.text = text
    self.scalars = scalars
    self.place = place
  }

  private static let example = "cart.total>100"

  mutating func read() throws(FilterError) -> StateCondition {
    let start = place
    let path = try path()
    let end = place
    skipSpaces()
    let test: StateCondition.Test
    if take(word: StateCondition.existence) {
      test = .exists
    } else {
      let comparison = try comparison(behind: end)
      skipSpaces()
      test = .compares(comparison, try operand(of: comparison))
    }
    return StateCondition(
      text: string(start..<place),
      pathText: string(start..<end),
      path: path,
      test: test
    )
  }

  private mutating func path() throws(FilterError) -> ConditionPath {
    let start = place
    while let scalar = current, !scalar.endsFilterWord, !scalar.comparesInFilter {
      if scalar == "\"" { try skipQuoted() } else { place += 1 }
    }
    let range = start..<place
    guard !range.isEmpty else {
      throw error("a path is missing. Write \(Self.example).", at: start..<start)
    }
    guard let path = ConditionPath(parsing: string(range)) else {
      throw error("“\(string(range))” is not a path. Write \(Self.example).", at: range)
    }
    return path
  }

  private mutating func comparison(
    behind end: Int
  ) throws(FilterError) -> StateCondition.Comparison {
    let start = place
    while let scalar = current, scalar.comparesInFilter { place += 1 }
    let written = string(start..<place)
    if let comparison = StateCondition.Comparison(rawValue: written) { return comparison }
    let all = StateCondition.Comparison.allCases.map(\.rawValue).joined(separator: ", ")
    guard !written.isEmpty else {
      throw error(
        "a comparison is missing. Write \(all) and a value, or \(StateCondition.existence).",
        at: end..<end
      )
    }
    let hint = Self.slips[written].map { "Write \($0)." } ?? "Write one of \(all)."
    throw error("“\(written)” is not a comparison. \(hint)", at: start..<place)
  }

  /// How other languages write it.
  private static let slips = [
    "=": "==", "===": "==", "=<": "<=", "=>": ">=", "<>": "!=", "!==": "!=", "!": "!=",
  ]

  private mutating func operand(
    of comparison: StateCondition.Comparison
  ) throws(FilterError) -> StateCondition.Operand {
    let start = place
    if current == "\"" {
      let quoted = try quoted()
      if let scalar = current, !scalar.endsFilterWord {
        throw error("a space is missing after the quotation mark.", at: place..<place + 1)
      }
      return .text(quoted)
    }
    while let scalar = current, !scalar.endsFilterWord { place += 1 }
    let word = string(start..<place)
    let operand = try operand(word, at: start..<place)
    if comparison.isOrdering {
      switch operand {
      case .null, .bool:
        let reason = "\(word) has no order. Compare it with == or !=."
        throw error(reason, at: start..<place)
      case .number, .text: break
      }
    }
    return operand
  }

  private func operand(
    _ word: String,
    at range: Range<Int>
  ) throws(FilterError) -> StateCondition.Operand {
    switch word {
    case "":
      throw error("a value is missing. Write \(Self.example).", at: range)
    case "true": return .bool(true)
    case "false": return .bool(false)
    case "null": return .null
    case "nil", "undefined", "NULL":
      throw error("“\(word)” is not a value. Write null, or \"\(word)\" for a text.", at: range)
    default:
      if let number = NumericValue(parsing: word) { return .number(number) }
      if let first = word.unicodeScalars.first,
        "0123456789+-.".unicodeScalars.contains(first) || first.comparesInFilter
      {
        let reason = "“\(word)” is not a number. Put it in quotes for a text: \(word.quotedText)."
        throw error(reason, at: range)
      }
      guard !word.unicodeScalars.contains("\"") else {
        let reason = "“\(word)” contains a quotation mark. Put all of it in quotes."
        throw error(reason, at: range)
      }
      return .text(word)
    }
  }

  /// Returns the text up to the next quotation mark, without escapes, and continues after it.
  private mutating func quoted() throws(FilterError) -> String {
    let start = place
    try skipQuoted()
    var text = ""
    var isEscaped = false
    for scalar in scalars[start + 1..<place - 1] {
      if isEscaped {
        if scalar != "\"", scalar != "\\" { text.unicodeScalars.append("\\") }
        text.unicodeScalars.append(scalar)
        isEscaped = false
      } else if scalar == "\\" {
        isEscaped = true
      } else {
        text.unicodeScalars.append(scalar)
      }
    }
    return text
  }

  private mutating func skipQuoted() throws(FilterError) {
    let quote = place
    place += 1
    while let scalar = current {
      place += 1
      if scalar == "\"" { return }
      if scalar == "\\", current != nil { place += 1 }
    }
    throw error(
      "this quotation mark is not closed. Write another one after the text.",
      at: quote..<quote + 1
    )
  }

  /// Reads a word if it is the next one.
  private mutating func take(word: String) -> Bool {
    let word = Array(word.unicodeScalars)
    let end = place + word.count
    guard end <= scalars.count, scalars[place..<end].elementsEqual(word) else { return false }
    guard end == scalars.count || scalars[end].endsFilterWord else { return false }
    place = end
    return true
  }

  private mutating func skipSpaces() {
    while let scalar = current, scalar.properties.isWhitespace { place += 1 }
  }

  private var current: Unicode.Scalar? { place < scalars.count ? scalars[place] : nil }

  private func string(_ range: Range<Int>) -> String {
    var text = ""
    text.unicodeScalars.append(contentsOf: scalars[range])
    return text
  }

  private func error(_ reason: String, at place: Range<Int>) -> FilterError {
    FilterError(text: text, place: place, reason: reason)
  }
}

extension String {
  /// The text in quotation marks, as a filter reads it.
  fileprivate var quotedText: String { "\"\(self)\"" }
}
