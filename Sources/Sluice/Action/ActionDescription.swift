package import SluiceTree

/// How tools show an action: its name, and what it carries as a tree.
package struct ActionDescription: Sendable {
  /// The action's type, or the template's id where it was made from one.
  package let name: String
  /// What the action carries; `nil` where it carries nothing.
  package let payload: Tree?

  /// Describes an action.
  ///
  /// Encodes it where it can be encoded, and reflects on it otherwise: costs time in proportion to
  /// its size.
  package init(_ action: any Action) {
    if let action = action as? any TemplateMade {
      name = action.id
      payload = action.anyPayload.map { Tree(showing: $0) }
    } else {
      name = "\(type(of: action))"
      let tree = Tree(showing: action)
      payload = tree.carriesNothing ? nil : tree
    }
  }

  /// One line, such as `Increment {by: 42}`, of so many characters at most.
  package func line(limit: Int = 160) -> String {
    payload.map { "\(name) \($0.summary(limit: limit))" } ?? name
  }
}

extension Tree {
  /// Any value as a tree: encoded where it can be, reflected on where it cannot.
  package init(showing value: Any) {
    self = Tree.shown(value).tree
  }

  /// Any value as a tree, and which parts of it threw an error when they were encoded.
  static func shown(_ value: Any) -> (tree: Tree, failures: [EncodingFailure]) {
    if let value = value as? any Encodable { return TreeEncoder().show(value) }
    return (Tree(reflecting: value), [])
  }

  fileprivate var carriesNothing: Bool {
    switch self {
    case .object(let object): object.isEmpty
    // A class without properties.
    case .opaque, .null: true
    default: false
    }
  }
}
