import Sluice
import SluiceTree

/// Makes trees of the program's values, without what is withheld; lives on the background thread.
///
/// Whether a value can be encoded is asked here and not where it was dispatched: a conformance that
/// is isolated to an actor is none on this thread, and must not be used on it.
struct ValueTrees {
  private let encoder = TreeEncoder()
  private let redactor: Redactor
  private let view: ActionView
  /// Types of actions that were shown by reflection, for people: not all, if there are many.
  private(set) var reflectedActions: Set<String> = []
  private(set) var isStateReflected = false
  private static let toldTypes = 20

  init(_ redaction: Redaction, _ view: ActionView = ActionView()) {
    redactor = Redactor(redaction)
    self.view = view
  }

  /// A value's tree, and whether it had to be made by reflection.
  ///
  /// A value that cannot say itself although it claims to is shown by its type alone: it may have
  /// its reasons.
  private func tree(of value: Any) -> (tree: Tree, isReflected: Bool) {
    guard let value = value as? any Encodable else { return (Tree(reflecting: value), true) }
    guard let tree = try? encoder.encode(value) else {
      return (.opaque(typeName: "\(type(of: value))"), false)
    }
    return (tree, false)
  }

  mutating func state(_ value: Any) -> Tree {
    let (tree, isReflected) = tree(of: value)
    isStateReflected = isReflected
    return redactor.redact(tree)
  }

  mutating func action(_ action: any Action) -> (type: String, id: String?, payload: Tree?) {
    let action = view.shown(action)
    if let action = action as? any TemplateMade {
      guard let payload = action.anyPayload else { return (action.id, action.id, nil) }
      return (action.id, action.id, self.payload(payload, of: action.id))
    }
    let name = "\(type(of: action))"
    let payload = payload(action, of: name)
    let id = (action as? any IdentifiableAction)?.id
    if case .object(let object) = payload, object.isEmpty { return (name, id, nil) }
    return (name, id, payload == .null ? nil : payload)
  }

  private mutating func payload(_ value: Any, of action: String) -> Tree {
    let (tree, isReflected) = tree(of: value)
    if isReflected, reflectedActions.count < Self.toldTypes { reflectedActions.insert(action) }
    return redactor.redact(payload: tree, of: action)
  }

  /// An error as text: as it describes itself, else what is in it.
  func text(of error: any Error) -> String {
    if let describe = view.describe { return describe(error) }
    if error is any CustomStringConvertible { return "\(error)" }
    let (tree, _) = tree(of: error)
    return "\(type(of: error)) \(redactor.redact(tree).summary(limit: 1_000))"
  }
}
