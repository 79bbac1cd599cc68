/// Which types of actions are meant.
typealias ActionFilter = @Sendable (any Action.Type) -> Bool

/// Which actions are meant, decided without user code: it is asked with the store's lock held.
@usableFromInline
struct ActionMatch: Sendable, Hashable {
  /// Asked once for each type of action.
  let accepts: ActionFilter
  private let type: any Action.Type
  /// The template's id, where the action must be made from one.
  private let templateID: String?

  /// Actions of a type, those of its subclasses too.
  @usableFromInline
  init<A: Action>(_: A.Type) {
    accepts = { $0 is A.Type }
    type = A.self
    templateID = nil
  }

  /// Actions made from a template.
  @usableFromInline
  init<Payload>(_ template: ActionTemplate<Payload>) {
    accepts = { $0 is AnonymousAction<Payload>.Type }
    type = AnonymousAction<Payload>.self
    templateID = template.id
  }

  /// Actions of a type that is known only at run time.
  init(opening type: any Action.Type) {
    func open<A: Action>(_ type: A.Type) -> Self { Self(type) }
    self = open(type)
  }

  /// The type's name, or the template's id.
  var name: String { templateID ?? "\(type)" }

  /// Whether an action is meant.
  func matches(_ action: any Action) -> Bool {
    accepts(Swift.type(of: action)) && picks(action)
  }

  /// Whether an action of an accepted type is meant.
  @inline(__always)
  func picks(_ action: @autoclosure () -> any Action) -> Bool {
    templateID == nil || isMade(action())
  }

  private func isMade(_ action: any Action) -> Bool {
    (action as? any TemplateMade)?.id == templateID
  }

  @usableFromInline
  static func == (one: Self, other: Self) -> Bool {
    ObjectIdentifier(one.type) == ObjectIdentifier(other.type)
      && one.templateID == other.templateID
  }

  @usableFromInline
  func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(type))
    hasher.combine(templateID)
  }
}
