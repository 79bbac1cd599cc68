import Sluice
import SluiceTree

/// Tells whether an action is the expected one, and how to call that one in a message.
struct ActionMatcher {
  let text: String
  let matches: (any Action) -> Bool

  init(type: any Action.Type) {
    func isInstance<A: Action>(of _: A.Type, _ action: any Action) -> Bool { action is A }
    text = "\(type)"
    matches = { isInstance(of: type, $0) }
  }

  init(equalTo expected: any Action) {
    text = ActionDescription(expected).line()
    matches = { isEqual(expected, $0) }
  }
}

/// Compares by `==` where the type has one, else by type and contents.
private func isEqual(_ expected: any Action, _ other: any Action) -> Bool {
  func equals<Value: Equatable>(_ value: Value) -> Bool { other as? Value == value }
  if let expected = expected as? any Equatable { return equals(expected) }
  guard type(of: expected) == type(of: other) else { return false }
  let (one, two) = (ActionDescription(expected), ActionDescription(other))
  return one.name == two.name && one.payload == two.payload
}
