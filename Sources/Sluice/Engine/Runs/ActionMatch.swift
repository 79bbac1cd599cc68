/// Which types of actions are meant.
typealias ActionFilter = @Sendable (any Action.Type) -> Bool

/// Which actions are meant, decided without code of the user's: it is asked under the store's lock.
@usableFromInline
struct ActionMatch: Sendable {
  /// Asked once for each type of action.
  let accepts: ActionFilter
  /// The template's id, where the action must be made from one.
  private let templateID: String?

  /// Actions of a type, those of its subclasses too.
  @usableFromInline
  init<A: Action>(_: A.Type) {
    accepts = { $0 is A.Type }
    templateID = nil
  }

  /// Actions made from a template.
  @usableFromInline
  init<Payload>(_ template: ActionTemplate<Payload>) {
    accepts = { $0 is AnonymousAction<Payload>.Type }
    templateID = template.id
  }

  /// Actions of a type that is known only at run time.
  init(opening type: any Action.Type) {
    func open<A: Action>(_ type: A.Type) -> Self { Self(type) }
    self = open(type)
  }

  /// Whether an action is meant, one of an accepted type.
  func picks(_ action: any Action) -> Bool {
    templateID == nil || (action as? any TemplateMade)?.id == templateID
  }
}
