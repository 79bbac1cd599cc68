/// Reads a filter: `not` binds closest, then `and`, which may be left out, then `or`.
struct FilterParser {
  /// The depth of nested parentheses and `not`s.
  private static let deepest = 100

  private let text: String
  private let tokens: [FilterToken]
  private var place = 0
  private var depth = 0
  /// What the terms want to be collected.
  private(set) var needs = FilterNeeds()

  init(_ text: String) throws(FilterError) {
    self.text = text
    tokens = try FilterLexer.tokens(of: text)
  }

  mutating func parse() throws(FilterError) -> FilterExpression {
    guard !tokens.isEmpty else {
      throw error("it is empty. Write something such as type:Add*, or remove it.", at: 0..<0)
    }
    let expression = try alternatives()
    if let token = current { throw unexpected(token) }
    return expression
  }

  private var current: FilterToken? { place < tokens.count ? tokens[place] : nil }

  private mutating func take(_ kind: FilterToken.Kind) -> Bool {
    guard current?.kind == kind else { return false }
    place += 1
    return true
  }

  private mutating func alternatives() throws(FilterError) -> FilterExpression {
    var parts = [try conjunction()]
    while take(.or) { parts.append(try conjunction()) }
    return parts.count == 1 ? parts[0] : .any(parts)
  }

  private mutating func conjunction() throws(FilterError) -> FilterExpression {
    var parts = [try operand()]
    while let token = current {
      switch token.kind {
      case .and: place += 1
      case .open, .not, .term, .condition: break
      case .or, .close: return parts.count == 1 ? parts[0] : .all(parts)
      }
      parts.append(try operand())
    }
    return parts.count == 1 ? parts[0] : .all(parts)
  }

  private mutating func operand() throws(FilterError) -> FilterExpression {
    guard let token = current else {
      let end = text.unicodeScalars.count
      throw error("it ends where a term is expected, such as type:Add*.", at: end..<end)
    }
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.deepest else {
      throw error("it is nested more than \(Self.deepest) levels deep.", at: token.place)
    }
    place += 1
    switch token.kind {
    case .not:
      return .not(try operand())
    case .open:
      let inner = try alternatives()
      guard take(.close) else {
        throw error("this parenthesis is not closed. Write ) after its end.", at: token.place)
      }
      return inner
    case .term(let name, let value, let valuePlace):
      return .term(try predicate(name, value, valuePlace, token))
    case .condition(let condition, let term):
      guard case .condition(let test) = term.value else { throw unexpected(token) }
      return .term(
        FilterPredicate(
          term: term,
          value: condition.text,
          test: test(needs.condition(condition))
        )
      )
    case .and, .or, .close:
      throw unexpected(token)
    }
  }

  private mutating func predicate(
    _ name: String,
    _ value: String?,
    _ valuePlace: Int,
    _ token: FilterToken
  ) throws(FilterError) -> FilterPredicate {
    guard let term = FilterTerm.named(name) else {
      throw unknown(name, hasValue: value != nil, token)
    }
    if case .none(let test) = term.value {
      guard value == nil else {
        throw error("\(term.name) takes no value. Write it alone.", at: token.place)
      }
      return FilterPredicate(term: term, value: "", test: test)
    }
    guard case .text(let read) = term.value, let value, !value.isEmpty else {
      throw error("\(name) needs a value. Write \(term.example).", at: token.place)
    }
    guard let test = read(value, &needs) else {
      throw error(
        "“\(value)” is \(term.complaint(value)). Write \(term.example).",
        at: valuePlace..<token.place.upperBound
      )
    }
    return FilterPredicate(term: term, value: value, test: test)
  }

  private func unknown(_ name: String, hasValue: Bool, _ token: FilterToken) -> FilterError {
    let names = FilterTerm.all.map(\.name) + (hasValue ? [] : ["and", "or", "not"])
    let end = token.place.lowerBound + max(name.unicodeScalars.count, 1)
    let place = token.place.lowerBound..<min(end, token.place.upperBound)
    if !hasValue, Suggestion.nearest(to: name, among: names) == nil {
      return error(
        "“\(name)” has no meaning by itself. Write payload:\(name), for example.",
        at: place
      )
    }
    let hint =
      Suggestion.nearest(to: name, among: names).map { "Did you mean “\($0)”?" }
      ?? "There are \(names.joined(separator: ", "))."
    return error("there is no term “\(name)”. \(hint)", at: place)
  }

  private func unexpected(_ token: FilterToken) -> FilterError {
    switch token.kind {
    case .close:
      error("this parenthesis closes nothing. Remove it.", at: token.place)
    default:
      error("a term is expected here, such as type:Add*.", at: token.place)
    }
  }

  private func error(_ reason: String, at place: Range<Int>) -> FilterError {
    FilterError(text: text, place: place, reason: reason)
  }
}
