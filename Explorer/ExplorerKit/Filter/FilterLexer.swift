/// A piece of a filter, and its place.
struct FilterToken: Hashable {
  enum Kind: Hashable {
    case open
    case close
    case and
    case or
    case not
    /// `name`, or `name:value` with the place where the value begins.
    case term(name: String, value: String?, valuePlace: Int)
    /// `state:` or `became:` with its condition, which may hold spaces.
    case condition(StateCondition, FilterTerm)
  }

  let kind: Kind
  /// Scalars of the filter.
  let place: Range<Int>
}

/// Divides a filter into words and parentheses; quotation marks enclose words with spaces.
struct FilterLexer {
  private let text: String
  /// Not characters: a mark at the beginning of a key would join the quotation mark in one.
  private let scalars: [Unicode.Scalar]
  private var place = 0

  static func tokens(of text: String) throws(FilterError) -> [FilterToken] {
    var lexer = FilterLexer(text: text, scalars: Array(text.unicodeScalars))
    var tokens: [FilterToken] = []
    while let token = try lexer.next() { tokens.append(token) }
    return tokens
  }

  private init(text: String, scalars: [Unicode.Scalar]) {
    self.text = text
    self.scalars = scalars
  }

  private mutating func next() throws(FilterError) -> FilterToken? {
    while let scalar = current, scalar.properties.isWhitespace { place += 1 }
    guard let scalar = current else { return nil }
    switch scalar {
    case "(":
      place += 1
      return FilterToken(kind: .open, place: place - 1..<place)
    case ")":
      place += 1
      return FilterToken(kind: .close, place: place - 1..<place)
    default:
      return try word()
    }
  }

  private mutating func word() throws(FilterError) -> FilterToken {
    let start = place
    var name = ""
    while let scalar = current, !scalar.endsFilterWord, scalar != ":" {
      name.unicodeScalars.append(scalar)
      place += 1
    }
    guard current == ":" else {
      let kind: FilterToken.Kind =
        switch name.lowercased() {
        case "and": .and
        case "or": .or
        case "not": .not
        default: .term(name: name, value: nil, valuePlace: start)
        }
      return FilterToken(kind: kind, place: start..<place)
    }
    place += 1
    if let term = FilterTerm.named(name), term.takesCondition {
      var reader = StateConditionReader(text, scalars, at: place)
      let condition = try reader.read()
      place = reader.place
      return FilterToken(kind: .condition(condition, term), place: start..<place)
    }
    let valuePlace = place
    let value = try value()
    return FilterToken(
      kind: .term(name: name, value: value, valuePlace: valuePlace),
      place: start..<place
    )
  }

  private var current: Unicode.Scalar? { place < scalars.count ? scalars[place] : nil }

  /// Returns the value without quotation marks; keeps other escapes.
  ///
  /// A key in brackets keeps its quotes: `changed:settings["a.b"]`.
  private mutating func value() throws(FilterError) -> String {
    var value = ""
    while let scalar = current, !scalar.endsFilterWord {
      if scalar == "\"" {
        let isKey = value.unicodeScalars.last == "["
        let text = try quoted(escapingQuotes: isKey)
        value += isKey ? "\"\(text)\"" : text
      } else {
        value.unicodeScalars.append(scalar)
        place += 1
      }
    }
    return value
  }

  /// Returns the text between this quotation mark and the next, and continues after it.
  private mutating func quoted(escapingQuotes: Bool) throws(FilterError) -> String {
    let quote = place
    var text = ""
    place += 1
    while let scalar = current {
      place += 1
      if scalar == "\"" { return text }
      if scalar == "\\", let escaped = current, escaped == "\"" || escaped == "\\" {
        if escapingQuotes || escaped == "\\" { text.unicodeScalars.append("\\") }
        text.unicodeScalars.append(escaped)
        place += 1
      } else {
        text.unicodeScalars.append(scalar)
      }
    }
    throw FilterError(
      text: self.text,
      place: quote..<quote + 1,
      reason: "this quotation mark is not closed. Write another one after the text."
    )
  }
}

extension Unicode.Scalar {
  /// Whether a word of a filter ends in front of it.
  var endsFilterWord: Bool { properties.isWhitespace || self == "(" || self == ")" }

  /// Whether it is part of a comparison.
  var comparesInFilter: Bool { self == "=" || self == "!" || self == "<" || self == ">" }
}
