import Sluice
import SluiceTree

/// Decides whether an action is the expected one, and names the expected one in messages.
struct ActionMatcher {
  let text: String
  let matches: (any Action) -> Bool
  /// The only action that matches, if there is just one.
  private let expected: (any Action)?

  init(
    _ text: String,
    expected: (any Action)? = nil,
    matches: @escaping (any Action) -> Bool
  ) {
    self.text = text
    self.expected = expected
    self.matches = matches
  }

  /// The action's name, without its payload.
  var name: String { expected.map { ActionDescription($0).name } ?? text }

  /// Returns how an action with the expected name differs.
  func difference(from action: any Action) -> Listing? {
    guard let expected else { return nil }
    let (one, other) = (ActionDescription(expected), ActionDescription(action))
    guard one.name == other.name, let old = one.payload, let new = other.payload else { return nil }
    let changes = Tree.changes(from: old, to: new)
    return changes.isEmpty
      ? nil : Listing("From the expected action to the one that came:", changes)
  }

  init(type: any Action.Type) {
    func isInstance<A: Action>(of _: A.Type, _ action: any Action) -> Bool { action is A }
    self.init("\(type)") { isInstance(of: type, $0) }
  }

  /// Matches an action of a type for an element.
  ///
  /// - Parameter ids: The ids that lead to the element, the outermost first.
  init(type: any Action.Type, element ids: [any Hashable]) {
    let type = ActionMatcher(type: type)
    let path = ids.map { "\($0)" }.joined(separator: ", ")
    self.init("\(type.text) of element \(path)") { action in
      Self.innerAction(of: action, element: ids).map(type.matches) ?? false
    }
  }

  /// Returns the action that an element receives; `nil` if the action is for none, or another one.
  static func innerAction(of action: any Action, element ids: [any Hashable]) -> (any Action)? {
    ids.reduce(action) { action, id -> (any Action)? in
      guard let outer = action as? any ElementActionType, let found = outer.element.id,
        AnyHashable(found) == AnyHashable(id)
      else { return nil }
      return outer.action
    }
  }

  init(equalTo expected: any Action) {
    self.init(ActionDescription(expected).line(), expected: expected) { isEqual(expected, $0) }
  }

  init<Payload>(madeFrom template: ActionTemplate<Payload>) {
    self.init(template.id) { $0.wasCreated(from: template) }
  }

  /// Matches an action that is this case of its enum, whatever its payload.
  init<A: Action, each Payload>(case make: @escaping (repeat each Payload) -> A) {
    self.init("\(A.self)'s case with \(payloadText(repeat (each Payload).self))") { action in
      guard let action = action as? A, let (name, values) = EnumCase.parts(of: action) else {
        return false
      }
      // Only the case's name identifies it, so make one from the same payload to compare with.
      var rest = values[...]
      func next<Value>(_ type: Value.Type) throws -> Value {
        guard let value = rest.popFirst() as? Value else { throw WrongPayload() }
        return value
      }
      guard let other = try? make(repeat next((each Payload).self)), rest.isEmpty else {
        return false
      }
      return EnumCase.parts(of: other)?.name == name
    }
  }
}

private func payloadText<each Payload>(_ type: repeat (each Payload).Type) -> String {
  var names: [String] = []
  for type in repeat each type { names.append("\(type)") }
  return names.count == 1 ? names[0] : "(\(names.joined(separator: ", ")))"
}

private struct WrongPayload: Error {}

private enum EnumCase {
  /// Returns the case's name and its associated values; `nil` if there are none.
  static func parts(of action: some Action) -> (name: String, values: [Any])? {
    let mirror = Mirror(reflecting: action)
    guard mirror.displayStyle == .enum, let child = mirror.children.first, let name = child.label
    else { return nil }
    // A tuple if there are several values, or one with a label.
    let payload = Mirror(reflecting: child.value)
    guard payload.displayStyle == .tuple else { return (name, [child.value]) }
    return (name, payload.children.map(\.value))
  }
}

/// Compares by `==` if the type is equatable, otherwise by type and contents.
private func isEqual(_ expected: any Action, _ other: any Action) -> Bool {
  func equals<Value: Equatable>(_ value: Value) -> Bool { other as? Value == value }
  if let expected = expected as? any Equatable { return equals(expected) }
  guard type(of: expected) == type(of: other) else { return false }
  let (one, two) = (ActionDescription(expected), ActionDescription(other))
  return one.name == two.name && one.payload == two.payload && one.elements == two.elements
}
