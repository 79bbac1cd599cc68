import SluiceTree
import SluiceWire

/// An action as one would write it in Swift: `AddTodo(title: "Milk")`, `restock(5)`.
enum ActionText {
  /// - Parameter limit: The most Unicode scalars, before anything is escaped.
  static func text(_ action: WireRecord.Action, limit: Int) -> String {
    VisibleText(raw(action, limit)).description
  }

  private static func raw(_ action: WireRecord.Action, _ limit: Int) -> String {
    let name = name(of: action)
    switch action.payload {
    case nil:
      return name
    case .object(let members) where members.isEmpty:
      return name
    case .object(let members):
      return call(name, members, limit)
    case .enumCase(let chosen, let payload):
      return call("\(name).\(chosen)", payload, limit)
    case .some(let value):
      return call(name, Tree.Object([Tree.Object.Member(key: "_0", value: value)]), limit)
    }
  }

  /// What tells actions apart that carry different values: the name, and an enum's case.
  static func nameWithCase(of action: WireRecord.Action) -> String {
    guard case .enumCase(let chosen, _)? = action.payload else { return name(of: action) }
    return "\(name(of: action)).\(chosen)"
  }

  /// The summary of a case looks like a call with a dot in front.
  private static func call(_ name: String, _ members: Tree.Object, _ limit: Int) -> String {
    let summary = Tree.enumCase(name: name, payload: members).summary(limit: limit + 1)
    return String(summary.dropFirst())
  }

  /// An anonymous action is known by its id, whatever a program sends as its type.
  static func name(of action: WireRecord.Action) -> String {
    guard let id = action.id else { return action.type }
    let isAnonymous = action.type == id || action.type.hasPrefix("AnonymousAction<")
    return isAnonymous ? id : "\(action.type) \(id.quoted)"
  }
}
