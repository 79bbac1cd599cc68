/// The id of a list's element, as people write it.
package struct ElementID: Hashable, Sendable, CustomStringConvertible {
  package let text: String
  /// Whether it is a text, even if it looks like a number.
  package let isQuoted: Bool
  private let number: Int64?

  package init(_ text: String, isQuoted: Bool = false) {
    self.text = text
    self.isQuoted = isQuoted
    number = isQuoted ? nil : Int64(text)
  }

  /// Creates the id of an element.
  ///
  /// - Parameter id: The value of the element's member `id`.
  package init(of id: Tree) {
    if case .string(let text) = id {
      self.init(text, isQuoted: Int64(text) != nil)
    } else {
      self.init(id.summary(limit: .max))
    }
  }

  /// Returns whether an element has this id.
  package func matches(_ element: Tree) -> Bool {
    guard case .object(let object) = element, let id = object["id"] else { return false }
    switch id {
    case .integer(let value): return number == value
    case .string(let value): return value == text
    default: return !isQuoted && id.summary(limit: .max) == text
    }
  }

  /// The id as it stands in a path or in an action's elements: quoted, unless it is a plain word.
  package var description: String {
    let isPlain =
      !isQuoted && !text.isEmpty
      && text.unicodeScalars.allSatisfy { scalar in
        scalar.properties.isXIDContinue || scalar == "-"
      }
    return isPlain ? text : text.quoted
  }
}

extension [ElementID] {
  /// The ids of elements within each other, as they stand behind an effect's name: `[4]`.
  package var inBrackets: String { map { "[\($0)]" }.joined() }
}
