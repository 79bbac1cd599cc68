/// A predicate of action types.
typealias ActionFilter = @Sendable (any Action.Type) -> Bool

/// A predicate of actions that calls no user code, because it is evaluated with the store's lock
/// held.
@usableFromInline
struct ActionMatch: Sendable, Hashable {
  /// Whether a type of action can match; called once for each type.
  let accepts: ActionFilter
  private let type: any Action.Type
  /// The template's id, if the action must be made from a template.
  private let templateID: String?

  /// Matches actions of a type, including its subclasses.
  @usableFromInline
  init<A: Action>(_: A.Type) {
    accepts = { $0 is A.Type }
    type = A.self
    templateID = nil
  }

  /// Matches actions made from a template.
  @usableFromInline
  init<Payload>(_ template: ActionTemplate<Payload>) {
    accepts = { $0 is AnonymousAction<Payload>.Type }
    type = AnonymousAction<Payload>.self
    templateID = template.id
  }

  /// Matches actions of a type that is known only at run time.
  init(opening type: any Action.Type) {
    func open<A: Action>(_ type: A.Type) -> Self { Self(type) }
    self = open(type)
  }

  /// The type's name, or the template's id.
  var name: String { templateID ?? "\(type)" }

  /// Returns whether an action matches.
  func matches(_ action: any Action) -> Bool {
    accepts(Swift.type(of: action)) && picks(action)
  }

  /// Returns whether an action of an accepted type matches.
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
