package import SluiceTree

/// The name of an action and its payload as a tree, as tools show them.
package struct ActionDescription: Sendable {
  /// The action's type, or the id of the template that created it.
  package let name: String
  /// The action's payload; `nil` if it has none.
  package let payload: Tree?
  /// The elements for which the action is, the outermost first.
  package let elements: [ElementName]

  /// Creates a description of an action.
  ///
  /// Encodes the action if it is encodable, otherwise reflects on it. Takes time proportional to
  /// its size. An action for an element is described by its inner action.
  package init(_ action: any Action) {
    let unwrapped = UnwrappedAction(action)
    let action = unwrapped.action
    elements = unwrapped.elements.map { type, id in
      ElementName(type: type, id: id.map { Tree(showing: $0) })
    }
    if let action = action as? any TemplateMade {
      name = action.id
      payload = action.anyPayload.map { Tree(showing: $0) }
    } else {
      name = "\(type(of: action))"
      let tree = Tree(showing: action)
      payload = tree.carriesNothing ? nil : tree
    }
  }

  /// Returns one line of at most `limit` characters, such as `Increment {by: 42}`,
  /// and behind it the elements for which the action is: `Finished {output: "x"}  job 4`.
  package func line(limit: Int = 160) -> String {
    let line = payload.map { "\(name) \($0.summary(limit: limit))" } ?? name
    return elements.isEmpty ? line : "\(line)  \(elements.text)"
  }
}

extension Tree {
  /// Creates a tree of any value: encodes it if it is encodable, otherwise reflects on it.
  package init(showing value: Any) {
    self = Tree.shown(value).tree
  }

  /// Returns any value as a tree, and the parts that threw an error when encoded.
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
