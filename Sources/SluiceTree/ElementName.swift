/// The element of a collection, or every one, that an action is for: `job 4`, `every job`.
package struct ElementName: Hashable, Sendable, CustomStringConvertible {
  /// The name of the element's type.
  package var type: String
  /// The element's id; `nil` for every element.
  package var id: Tree?

  package init(type: String, id: Tree?) {
    self.type = type
    self.id = id
  }

  /// The name of a type in lower case, as a property of the type would be called.
  package static func lowercased(_ type: String) -> String {
    let capitals = type.prefix(while: \.isUppercase).count
    let isAcronym = capitals > 1 && capitals < type.count
    let count = isAcronym ? capitals - 1 : capitals
    return type.prefix(count).lowercased() + type.dropFirst(count)
  }

  package var description: String {
    let name = Self.lowercased(type)
    return id.map { "\(name) \(ElementID(of: $0))" } ?? "every \(name)"
  }
}

extension [ElementName] {
  /// The elements, the outermost first: `folder 1 › folder 2`; empty if there are none.
  package var text: String { map(\.description).joined(separator: " › ") }
}
