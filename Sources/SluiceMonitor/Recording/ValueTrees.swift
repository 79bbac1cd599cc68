import Sluice
import SluiceTree
import SluiceWire

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

  mutating func action(_ action: any Action) -> WireRecord.Action {
    let unwrapped = UnwrappedAction(view.shown(action))
    var record = innerAction(unwrapped.action)
    record.elements = unwrapped.elements.map { type, id in
      ElementName(type: type, id: id.map(elementID))
    }
    return record
  }

  private mutating func innerAction(_ action: any Action) -> WireRecord.Action {
    if let action = action as? any TemplateMade {
      var record = WireRecord.Action(type: action.id, id: action.id)
      if let payload = action.anyPayload { record.payload = self.payload(payload, of: action.id) }
      return record
    }
    let name = "\(type(of: action))"
    let id = (action as? any IdentifiableAction)?.id
    switch payload(action, of: name) {
    case .object(let object) where object.isEmpty: return WireRecord.Action(type: name, id: id)
    case .null: return WireRecord.Action(type: name, id: id)
    case let payload: return WireRecord.Action(type: name, id: id, payload: payload)
    }
  }

  /// Returns an element's id, redacted as the member `id` of an element would be.
  private func elementID<ID>(_ id: ID) -> Tree {
    let tree =
      (id as? any Encodable).map { encoder.show($0).tree }
      ?? Tree(reflecting: id, options: encoder.options)
    return redactor.redact(id: tree)
  }

  /// Returns the elements for which an effect runs, as they stand behind its name; `nil` for none.
  func elements(of run: EffectRunID) -> String? {
    run.elements.isEmpty
      ? nil : run.elements.map { ElementID(of: elementID($0)) }.inBrackets
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
