import Sluice
import SluiceTree

/// Makes redacted trees of the program's values; lives on the background thread.
///
/// Checks here, rather than where a value was dispatched, whether it can be encoded: a conformance
/// isolated to an actor doesn't exist on this thread, and must not be used on it.
struct ValueTrees {
  private let encoder: TreeEncoder
  /// What the last state's tree was made of, so that the next one's is made of what changed.
  private let memo = EncodingMemo.ofStates()
  private let stateEncoder: TreeEncoder
  /// The last state's tree, before and after it was redacted.
  private var lastState: Redactor.Redacted?
  private let redactor: Redactor
  private let view: ActionView
  /// Types of actions shown by reflection, for people: not all, if there are many.
  private(set) var reflectedActions: Set<String> = []
  private(set) var isStateReflected = false
  private static let maximumTypes = 20
  /// The maximum number of failure kinds reported to the Explorer.
  private static let maximumNotes = 100
  private var notedFailures: Set<String> = []
  /// The note of the next record.
  private var note: String?

  init(
    _ redaction: Redaction,
    _ view: ActionView = ActionView(),
    _ options: TreeOptions = TreeOptions()
  ) {
    redactor = Redactor(redaction)
    encoder = TreeEncoder(options: options)
    stateEncoder = TreeEncoder(options: options, memo: memo)
    self.view = view
  }

  /// Returns a value's redacted tree, and whether it was made by reflection.
  ///
  /// - Parameters:
  ///   - encoder: Encodes the value, if that is possible.
  ///   - redact: Redacts a tree.
  private mutating func tree<Value>(
    of value: Value,
    _ encoder: TreeEncoder,
    _ subject: @autoclosure () -> String,
    _ redact: (Tree) -> Tree
  ) -> (tree: Tree, isReflected: Bool) {
    guard let value = value as? any Encodable else {
      return (redact(Tree(reflecting: value, options: encoder.options)), true)
    }
    let (tree, failures) = encoder.show(value)
    let redacted = redact(tree)
    if !failures.isEmpty { take(failures, of: subject(), in: redacted) }
    return (redacted, false)
  }

  /// Notes what could not be encoded, once for each place.
  private mutating func take(_ failures: [EncodingFailure], of subject: String, in tree: Tree) {
    let unknown = failures.filter { failure in
      notedFailures.count < Self.maximumNotes
        && notedFailures.insert(subject + failure.kind).inserted
    }
    guard let first = unknown.first else { return }
    // A reason may contain the value.
    let isShown = tree[first.path].map { $0 != .redacted } ?? false
    let reason = isShown ? String(self.reason(of: first).prefix(300)) : nil
    let rest = unknown.count > 1 ? " The same holds for \(unknown.count - 1) more." : ""
    note = first.sentence(about: subject, reason: reason) + rest
  }

  private func reason(of failure: EncodingFailure) -> String {
    view.describe?(failure.error) ?? ErrorText.withoutUserInfo(failure.reason)
  }

  /// Removes and returns the note about the values so far; `nil` for none.
  mutating func takeNote() -> String? {
    defer { note = nil }
    return note
  }

  /// Notes everything again, for a reader who has seen nothing.
  mutating func resetNotes() {
    notedFailures = []
    note = nil
  }

  mutating func state<State>(_ value: State) -> Tree {
    let (redactor, last) = (redactor, lastState)
    lastState = nil
    var plain = Tree.null
    let (tree, isReflected) = tree(of: value, stateEncoder, "The state") {
      plain = $0
      return redactor.redact($0, after: last)
    }
    lastState = (plain, tree)
    isStateReflected = isReflected
    let impureTypes = memo.takeImpureTypes()
    if !impureTypes.isEmpty {
      let sentence = EncodingMemo.sentence(about: impureTypes)
      note = note.map { $0 + " " + sentence } ?? sentence
    }
    return tree
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

  private mutating func payload<Value>(_ value: Value, of action: String) -> Tree {
    let redactor = redactor
    let (tree, isReflected) = tree(of: value, encoder, "The action \(action)") {
      redactor.redact(payload: $0, of: action)
    }
    if isReflected, reflectedActions.count < Self.maximumTypes { reflectedActions.insert(action) }
    return tree
  }

  /// Returns an error as text: its own description, or else its contents.
  func text(of error: any Error) -> String {
    if let describe = view.describe { return describe(error) }
    if error is any CustomStringConvertible { return ErrorText.withoutUserInfo("\(error)") }
    let tree = (error as? any Encodable).map { encoder.show($0).tree } ?? Tree(reflecting: error)
    return "\(type(of: error)) \(redactor.redact(tree).summary(limit: 1_000))"
  }
}
