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
    let name = VisibleText(nameWithOuterCase(of: action)).description
    let elements = VisibleText(elements(of: action)).description
    guard text.hasPrefix(name) else { return StyledText(text, .strong) }
    var styled = StyledText(name, .strong)
    styled.append(String(text.dropFirst(name.count).dropLast(elements.count)))
    if !elements.isEmpty { styled.append(elements, .dim) }
    return styled
  }

  /// Returns the action as harmless text.
  ///
  /// - Parameter limit: The maximum number of Unicode scalars, before anything is escaped.
  static func text(_ action: WireRecord.Action, limit: Int) -> String {
    VisibleText(raw(action, limit)).description
  }

  private static func raw(_ action: WireRecord.Action, _ limit: Int) -> String {
    inner(action, limit) + elements(of: action)
  }

  /// Returns the elements for which an action is, as they stand behind it.
  private static func elements(of action: WireRecord.Action) -> String {
    action.elements.isEmpty ? "" : "  " + action.elements.text
  }

  private static func inner(_ action: WireRecord.Action, _ limit: Int) -> String {
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

  /// Returns what distinguishes actions that carry different values: the name, and the case of an enum
  /// with those of the enums within it, as in `RoomAction.match.placed`.
  static func nameWithCase(of action: WireRecord.Action) -> String {
    name(of: action) + (action.payload?.caseNames.map { "." + $0 }.joined() ?? "")
  }

  /// Returns the action as short harmless text: its name with cases, and the values that it carries without their
  /// labels, as in `RoomAction.match.placed` and `(4, 7)`.
  static func brief(
    _ action: WireRecord.Action,
    limit: Int
  ) -> (name: String, values: String) {
    var payload = action.payload
    for _ in payload?.caseNames ?? [] {
      guard case .enumCase(_, let inner)? = payload else { break }
      payload = .object(inner)
      if let last = inner.members.last?.value, inner.count <= 2, case .enumCase = last {
        payload = last
      }
    }
    let values: [Tree]
    switch payload {
    case nil: values = []
    case .object(let members): values = members.members.map(\.value)
    case .some(let value): values = [value]
    }
    var text = ""
    for value in values where text.utf8.count < limit {
      text += (text.isEmpty ? "" : ", ") + value.summary(limit: limit)
    }
    let name = VisibleText(nameWithCase(of: action)).description
    let end = VisibleText(elements(of: action)).description
    return (name, (text.isEmpty ? "" : "(\(VisibleText(text)))") + end)
  }

  private static func nameWithOuterCase(of action: WireRecord.Action) -> String {
    guard case .enumCase(let chosen, _)? = action.payload else { return name(of: action) }
    return "\(name(of: action)).\(chosen)"
  }

  /// Returns whether any name that is shown of an action satisfies a predicate: its type, its id, the
  /// two with the cases of enums, and the types of the actions for elements around it.
  static func hasName(_ action: WireRecord.Action, where matches: (String) -> Bool) -> Bool {
    if matches(action.type) || action.id.map(matches) ?? false { return true }
    if case .enumCase? = action.payload {
      let cases = (action.payload?.caseNames ?? []).map { "." + $0 }
      let names = cases.indices.map { cases[...$0].joined() }
      if names.contains(where: { matches(name(of: action) + $0) || matches($0) }) { return true }
    } else if action.id != nil, matches(name(of: action)) {
      return true
    }
    return action.elements.contains { element in
      matches("\(element.id == nil ? "Every" : "")ElementAction<\(element.type)>")
    }
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

extension Tree {
  /// The case of an enum, then that of the enum in it, and so on.
  ///
  /// Of `.match(4, .placed(x: 1))`, `match` and `placed`: a case leads to the last of at most two values
  /// without labels.
  var caseNames: [String] {
    var names: [String] = []
    var tree = self
    while case .enumCase(let name, let payload) = tree {
      names.append(name)
      guard payload.count <= 2, let last = payload.members.last,
        last.key == "_\(payload.count - 1)"
      else { break }
      tree = last.value
    }
    return names
  }
}
