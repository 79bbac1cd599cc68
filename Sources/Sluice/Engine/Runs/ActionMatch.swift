/// A predicate of action types.
typealias ActionFilter = @Sendable (any Action.Type) -> Bool

/// A predicate of actions that calls no user code, because it is evaluated with the store's lock
/// held.
@usableFromInline
struct ActionMatch: Sendable, Hashable {
  /// Whether a type of action can match; called once for each type.
  let accepts: ActionFilter
  private let type: any Action.Type
  /// The condition beside the type; `nil` if there is none.
  private let condition: Condition?

  private final class Condition: Sendable {
    /// The template's id, if the action must be made from a template.
    let templateID: String?
    /// The lift to the wrapping actions, of which the extracted ones must match.
    let lift: ActionLift
    /// Whether a type of extracted action can match.
    let accepts: ActionFilter

    init(templateID: String?, lift: ActionLift = ActionLift(), accepts: @escaping ActionFilter) {
      self.templateID = templateID
      self.lift = lift
      self.accepts = accepts
    }
  }

  /// Matches actions of a type, including its subclasses.
  @usableFromInline
  init<A: Action>(_: A.Type) {
    accepts = { $0 is A.Type }
    type = A.self
    condition = nil
  }

  /// Matches actions made from a template.
  @usableFromInline
  init<Payload>(_ template: ActionTemplate<Payload>) {
    accepts = { $0 is AnonymousAction<Payload>.Type }
    type = AnonymousAction<Payload>.self
    condition = Condition(templateID: template.id, accepts: accepts)
  }

  /// Matches actions from which one that another match accepts is extracted.
  ///
  /// Calls the lift's closure with the store's lock held, as a lifted reducer does.
  private init(_ match: Self, _ outer: ActionLift) {
    let inner = match.condition
    let lift = (inner?.lift ?? ActionLift()).inside(outer)
    let innermost = inner?.accepts ?? match.accepts
    accepts = { lift.accepts($0) ?? innermost($0) }
    type = match.type
    condition = Condition(templateID: inner?.templateID, lift: lift, accepts: innermost)
  }

  /// Returns the match for wrapping actions.
  func lifted(by lift: ActionLift) -> Self { lift.isEmpty ? self : Self(self, lift) }

  /// Matches actions of a type that is known only at run time.
  init(opening type: any Action.Type) {
    func open<A: Action>(_ type: A.Type) -> Self { Self(type) }
    self = open(type)
  }

  /// The type's name, or the template's id; with the type of the wrapping actions, if any.
  var name: String {
    let name = condition?.templateID ?? "\(type)"
    return condition?.lift.name.map { "\(name) in \($0)" } ?? name
  }

  /// The name, with what tells apart types of the same name and templates of the same id.
  var detailedName: String { ActionMatch.detail(name, type) }

  /// Returns the name of an action with what tells apart others of the same name.
  static func detail(_ name: String, _ type: any Action.Type) -> String {
    if let made = type as? any TemplateMade.Type {
      return "\(name) with a payload of type \(made.payloadTypeName)"
    }
    return "\(name) (\(String(reflecting: type)))"
  }

  /// Whether not all actions of the accepted types match: a lift may be asked about them.
  var isConditional: Bool { condition != nil }

  /// Returns whether an action matches.
  func matches(_ action: any Action) -> Bool {
    accepts(Swift.type(of: action)) && picks(action)
  }

  /// Returns whether an action of an accepted type matches.
  @inline(__always)
  func picks(_ action: @autoclosure () -> any Action) -> Bool {
    condition == nil || satisfiesCondition(action())
  }

  private func satisfiesCondition(_ action: any Action) -> Bool {
    guard let condition, let action = condition.lift.extract(action),
      condition.accepts(Swift.type(of: action))
    else { return false }
    return condition.templateID == nil
      || (action as? any TemplateMade)?.id == condition.templateID
  }

  @usableFromInline
  static func == (one: Self, other: Self) -> Bool {
    ObjectIdentifier(one.type) == ObjectIdentifier(other.type)
      && one.condition?.templateID == other.condition?.templateID
      && one.condition?.lift == other.condition?.lift
  }

  @usableFromInline
  func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(type))
    hasher.combine(condition?.templateID)
    hasher.combine(condition?.lift)
  }
}
