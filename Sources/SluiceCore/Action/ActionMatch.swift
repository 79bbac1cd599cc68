/// A predicate of action types.
package typealias ActionFilter = @Sendable (any Action.Type) -> Bool

/// A predicate of actions.
///
/// Evaluated with the store's lock held: it calls no user code but what lifts extract, and the property
/// of a case, which are pure.
@usableFromInline
package struct ActionMatch: Sendable, Hashable {
  /// Whether a type of action can match; called once for each type.
  package let accepts: ActionFilter
  private let types: [any Action.Type]
  /// The condition beside the type; `nil` if there is none.
  private let condition: Condition?

  private final class Condition: Sendable {
    /// What an extracted action of an accepted type must satisfy; `nil` if nothing.
    let requirement: Requirement?
    /// The lift to the wrapping actions, of which the extracted ones must match.
    let lift: ActionLift
    /// Whether a type of extracted action can match.
    let accepts: ActionFilter

    init(
      _ requirement: Requirement?,
      lift: ActionLift = ActionLift(),
      accepts: @escaping ActionFilter
    ) {
      self.requirement = requirement
      self.lift = lift
      self.accepts = accepts
    }
  }

  /// A predicate of actions of one type.
  private struct Requirement: Sendable {
    /// Tells the requirement from others of actions of the same type.
    let identity: any Hashable & Sendable
    let name: String
    let holds: @Sendable (any Action) -> Bool
  }

  /// Matches actions of a type, including its subclasses.
  @usableFromInline
  package init<A: Action>(_: A.Type) {
    accepts = Self.filter(A.self)
    types = [A.self]
    condition = nil
  }

  /// Matches actions of a type, including its subclasses, that satisfy a pure predicate.
  ///
  /// - Parameter identity: Tells the predicate from others of actions of the same type.
  init<A: Action>(
    _: A.Type,
    named name: String,
    identity: any Hashable & Sendable,
    where holds: @escaping @Sendable (any Action) -> Bool
  ) {
    accepts = Self.filter(A.self)
    types = [A.self]
    condition = Condition(
      Requirement(identity: identity, name: name, holds: holds),
      accepts: accepts
    )
  }

  /// Returns a filter of a type and its subclasses; other types than classes have none.
  private static func filter<A: Action>(_ type: A.Type) -> ActionFilter {
    if type is AnyClass { return { $0 is A.Type } }
    let id = ObjectIdentifier(type)
    return { ObjectIdentifier($0) == id }
  }

  /// Matches actions made from a template.
  init<Payload>(_ template: ActionTemplate<Payload>) {
    let id = template.id
    self.init(AnonymousAction<Payload>.self, named: id, identity: id) {
      ($0 as? any TemplateMade)?.id == id
    }
  }

  /// Matches actions of several types, including their subclasses.
  init(anyOf types: [any Action.Type]) {
    let matches = types.map { ActionMatch(opening: $0) }
    accepts = { type in matches.contains { $0.accepts(type) } }
    self.types = types
    condition = nil
  }

  /// Matches actions from which one that another match accepts is extracted.
  ///
  /// Calls the lift's closure with the store's lock held, as a lifted reducer does.
  private init(_ match: Self, _ outer: ActionLift) {
    let inner = match.condition
    let lift = (inner?.lift ?? ActionLift()).inside(outer)
    let innermost = inner?.accepts ?? match.accepts
    accepts = { lift.accepts($0) ?? innermost($0) }
    types = match.types
    condition = Condition(inner?.requirement, lift: lift, accepts: innermost)
  }

  /// Returns the match for wrapping actions.
  package func lifted(by lift: ActionLift) -> Self { lift.isEmpty ? self : Self(self, lift) }

  /// Matches actions of a type that is known only at run time.
  package init(opening type: any Action.Type) {
    func open<A: Action>(_ type: A.Type) -> Self { Self(type) }
    self = open(type)
  }

  /// The types' names, the template's id, or the case; with the type of the wrapping actions, if any.
  package var name: String {
    let name = condition?.requirement?.name ?? types.map { "\($0)" }.joined(separator: " or ")
    return condition?.lift.name.map { "\(name) in \($0)" } ?? name
  }

  /// The name, with what tells apart types of the same name and templates of the same id.
  package var detailedName: String {
    if types.count == 1 { return ActionMatch.detail(name, types[0]) }
    return types.map { ActionMatch.detail("\($0)", $0) }.joined(separator: " or ")
  }

  /// Returns the name of an action with what tells apart others of the same name.
  package static func detail(_ name: String, _ type: any Action.Type) -> String {
    if let made = type as? any TemplateMade.Type {
      return "\(name) with a payload of type \(made.payloadTypeName)"
    }
    return "\(name) (\(String(reflecting: type)))"
  }

  /// Whether not all actions of the accepted types match: a lift may be asked about them.
  package var isConditional: Bool { condition != nil }

  /// Whether actions that match are for parts of the state rather than for the whole.
  package var isForParts: Bool { condition.map { $0.lift.partCount > 0 } == true }

  /// Returns whether an action matches.
  package func matches(_ action: any Action) -> Bool {
    accepts(Swift.type(of: action)) && picks(action)
  }

  /// Returns whether an action of an accepted type matches.
  @inline(__always)
  package func picks(_ action: @autoclosure () -> any Action) -> Bool {
    condition == nil || satisfiesCondition(action())
  }

  private func satisfiesCondition(_ action: any Action) -> Bool {
    guard let condition, let action = condition.lift.extract(action),
      condition.accepts(Swift.type(of: action))
    else { return false }
    return condition.requirement?.holds(action) ?? true
  }

  private var identity: AnyHashable? {
    guard let identity = condition?.requirement?.identity else { return nil }
    return AnyHashable(identity)
  }

  @usableFromInline
  package static func == (one: Self, other: Self) -> Bool {
    one.types.elementsEqual(other.types) { ObjectIdentifier($0) == ObjectIdentifier($1) }
      && one.identity == other.identity
      && one.condition?.lift == other.condition?.lift
  }

  @usableFromInline
  package func hash(into hasher: inout Hasher) {
    for type in types { hasher.combine(ObjectIdentifier(type)) }
    hasher.combine(identity)
    hasher.combine(condition?.lift)
  }
}
