import SluiceLocks
package import SluiceTree

/// The types of elements onto which something was lifted without `action:`, by their names.
///
/// A tool knows no more than the name of an element's type; this makes actions for its elements.
package enum LiftedElements {
  private struct Lifted: Sendable {
    let type: ObjectIdentifier
    /// The types of the actions for one element, and for every element.
    let actions: (one: any Action.Type, every: any Action.Type)
    /// The name with its module.
    let fullName: String
    /// Wraps an action, for an element whose id the closure decodes; `nil` for every element.
    let wrap: @Sendable (any Action, ((any Decodable.Type) throws -> Any)?) throws -> any Action
  }

  /// Why no action can be made for an element.
  package struct Refusal: Error, CustomStringConvertible {
    package let description: String
  }

  private static let lifted = Locked<[String: [Lifted]]>([:])

  /// Notes that something is lifted onto elements of a type.
  static func note<Element: Identifiable & Sendable>(_: Element.Type) where Element.ID: Sendable {
    let type = ObjectIdentifier(Element.self)
    lifted.withLock { lifted in
      let name = "\(Element.self)"
      if lifted[name]?.contains(where: { $0.type == type }) == true { return }
      let new = Lifted(
        type: type,
        actions: (ElementAction<Element>.self, EveryElementAction<Element>.self),
        fullName: String(reflecting: Element.self)
      ) { action, decode in
        guard let decode else { return EveryElementAction<Element>(action: action) }
        guard let decodable = Element.ID.self as? any Decodable.Type,
          let id = try decode(decodable) as? Element.ID
        else { throw Refusal(description: "The ids of \(name) are not Decodable.") }
        return ElementAction<Element>(id: id, action: action)
      }
      lifted[name, default: []].append(new)
    }
  }

  /// Returns an action for the elements that were named, the outermost first.
  ///
  /// - Parameters:
  ///   - takes: Returns whether actions of a type are taken where this one is sent to: that chooses
  ///     among several types with the name of the outermost element.
  ///   - decode: Makes an id of its tree.
  package static func wrap(
    _ action: any Action,
    for elements: [ElementName],
    takes: (any Action.Type) -> Bool = { _ in true },
    decode: (any Decodable.Type, Tree) throws -> Any
  ) throws -> any Action {
    try zip(elements.indices, elements).reversed().reduce(action) { action, next in
      let (index, element) = next
      let found = try find(element.type) {
        index > 0 || takes(element.id == nil ? $0.actions.every : $0.actions.one)
      }
      guard let id = element.id else { return try found.wrap(action, nil) }
      return try withoutActuallyEscaping(decode) { decode in
        try found.wrap(action) { try decode($0, id) }
      }
    }
  }

  /// Returns the type with a name, which may be in lower case, as tools show it.
  private static func find(_ name: String, _ isMeant: (Lifted) -> Bool) throws -> Lifted {
    let all = lifted.withLock { $0 }
    var found = all[name] ?? all.filter { ElementName.lowercased($0.key) == name }.flatMap(\.value)
    if found.count > 1 { found = found.filter(isMeant) }
    guard let only = found.first else {
      let names = all.keys.sorted().joined(separator: ", ")
      let known = names.isEmpty ? "no elements" : "elements of \(names)"
      throw Refusal(
        description: "Nothing is lifted onto elements of \(name.quoted), only onto \(known)."
      )
    }
    guard found.count == 1 else {
      let names = found.map(\.fullName).sorted().joined(separator: " and ")
      throw Refusal(description: "Several types of elements are called \(name.quoted): \(names).")
    }
    return only
  }
}
