import SluiceTree

extension StatePath {
  /// Parses `cart[0].price`, `todos[id:4].done`, `settings["a.b"]` and `products[id:"tea pot"]`.
  ///
  /// A point alone, or nothing, is the whole state. Quoted text may contain anything, with the escapes
  /// of a Swift literal.
  ///
  /// - Throws: What is wrong, and where.
  package init(parsing text: String) throws(StatePathError) {
    if text == "." || text.isEmpty {
      self.init()
      return
    }
    var parser = StatePathParser(text)
    self.init(try parser.parse())
  }
}

/// Why a text is no path.
package struct StatePathError: Error, Hashable, CustomStringConvertible {
  /// For a sentence, behind “The path cannot be read:”.
  package let reason: String
  let text: String
  /// The number of characters in front of the mistake.
  let place: Int

  package var description: String {
    """
    The path cannot be read: \(reason).
      \(text)
      \(String(repeating: " ", count: place))^
    Write it as cart[0].price, todos[id:4].done or settings["a key"].
    """
  }
}

private struct StatePathParser {
  private let text: String
  private let characters: [Character]
  private var place = 0

  init(_ text: String) {
    self.text = text
    characters = Array(text)
  }

  mutating func parse() throws(StatePathError) -> [StatePath.Step] {
    var steps: [StatePath.Step] = []
    while let next {
      if next == "[" {
        steps.append(try bracket())
      } else if next == "." {
        guard !steps.isEmpty else { throw mistake("it begins with a dot") }
        place += 1
        steps.append(.key(try name()))
      } else if steps.isEmpty {
        steps.append(.key(try name()))
      } else {
        throw mistake("a dot or a bracket is missing")
      }
    }
    return steps
  }

  private var next: Character? { place < characters.count ? characters[place] : nil }

  private func mistake(_ reason: String) -> StatePathError {
    StatePathError(reason: reason, text: text, place: place)
  }

  private mutating func name() throws(StatePathError) -> String {
    if next == "\"" { return try quoted() }
    let name = word { !".[]\"".contains($0) }
    guard !name.isEmpty else { throw mistake("a name is missing") }
    return name
  }

  private mutating func word(_ isPart: (Character) -> Bool) -> String {
    let start = place
    while let next, isPart(next) { place += 1 }
    return String(characters[start..<place])
  }

  private mutating func bracket() throws(StatePathError) -> StatePath.Step {
    place += 1
    let step: StatePath.Step
    if next == "\"" {
      step = .key(try quoted())
    } else {
      let start = place
      let word = word { !"[]:\"".contains($0) }
      if next == ":", word == "id" {
        place += 1
        step = .id(try id())
      } else if let index = Int(word), index >= 0, word.first != "+" {
        step = .index(index)
      } else {
        place = start
        throw mistake("an index, id: or a key in quotation marks is missing")
      }
    }
    guard next == "]" else { throw mistake("a closing bracket is missing") }
    place += 1
    return step
  }

  private mutating func id() throws(StatePathError) -> ElementID {
    if next == "\"" { return ElementID(try quoted(), isQuoted: true) }
    let word = word { !"[]".contains($0) }
    guard !word.isEmpty else { throw mistake("an id is missing") }
    return ElementID(word)
  }

  private mutating func quoted() throws(StatePathError) -> String {
    place += 1
    var content = ""
    while let character = next, character != "\"" {
      place += 1
      content += character == "\\" ? try escaped() : String(character)
    }
    guard next == "\"" else { throw mistake("a quotation mark is missing") }
    place += 1
    return content
  }

  private mutating func escaped() throws(StatePathError) -> String {
    guard let character = next else { throw mistake("a quotation mark is missing") }
    place += 1
    switch character {
    case "n": return "\n"
    case "r": return "\r"
    case "t": return "\t"
    case "u":
      guard next == "{" else { throw mistake("a brace is missing") }
      place += 1
      let digits = word { $0.isHexDigit }
      guard next == "}", let value = UInt32(digits, radix: 16), let scalar = Unicode.Scalar(value)
      else { throw mistake("an escape is no character") }
      place += 1
      return String(scalar)
    default: return String(character)
    }
  }
}
