import ExplorerTerminal
import SluiceTree
import SluiceWire

/// An action as one would write it in Swift: `AddTodo(title: "Milk")`, `restock(5)`.
enum ActionText {
  /// Returns the action as harmless text, its name set off from what it carries.
  ///
  /// - Parameter limit: The maximum number of Unicode scalars, before anything is escaped.
  static func styled(_ action: WireRecord.Action, limit: Int) -> StyledText {
    let text = text(action, limit: limit)
    let name = VisibleText(nameWithCase(of: action)).description
    guard text.hasPrefix(name) else { return StyledText(text, .strong) }
    var styled = StyledText(name, .strong)
    styled.append(String(text.dropFirst(name.count)))
    return styled
  }

  /// Returns the action as harmless text.
  ///
  /// - Parameter limit: The maximum number of Unicode scalars, before anything is escaped.
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

  /// Returns what distinguishes actions that carry different values: the name, and an enum's case.
  static func nameWithCase(of action: WireRecord.Action) -> String {
    guard case .enumCase(let chosen, _)? = action.payload else { return name(of: action) }
    return "\(name(of: action)).\(chosen)"
  }

  /// The summary of a case looks like a call with a dot in front.
  private static func call(_ name: String, _ members: Tree.Object, _ limit: Int) -> String {
    let dotted = limit < .max ? limit + 1 : limit
    let summary = Tree.enumCase(name: name, payload: members).summary(limit: dotted)
    return String(summary.dropFirst())
  }

  /// Returns the name; an anonymous action is known by its id, whatever a program sends as its type.
  static func name(of action: WireRecord.Action) -> String {
    guard let id = action.id else { return action.type }
    let isAnonymous = action.type == id || action.type.hasPrefix("AnonymousAction<")
    return isAnonymous ? id : "\(action.type) \(id.quoted)"
  }
}
