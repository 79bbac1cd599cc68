import SluiceLocks

/// The types of elements onto which something was lifted without `action:`, by their names.
///
/// A tool knows no more than the name of an element's type; this makes actions for its elements.
package enum LiftedElements {
  package struct Lifted: Sendable {
    fileprivate let type: ObjectIdentifier
    /// The types of the actions for one element, and for every element.
    package let actions: (one: any Action.Type, every: any Action.Type)
    /// The name with its module.
    package let fullName: String
    /// Wraps an action, for an element whose id the closure decodes; `nil` for every element.
    ///
    /// Returns `nil` if the ids are not `Decodable`.
    package let wrap:
      @Sendable (any Action, ((any Decodable.Type) throws -> Any)?) throws -> (any Action)?
  }

  private static let lifted = Locked<[String: [Lifted]]>([:])

  package static var all: [String: [Lifted]] { lifted.withLock { $0 } }

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
        else { return nil }
        return ElementAction<Element>(id: id, action: action)
      }
      lifted[name, default: []].append(new)
    }
  }
}
