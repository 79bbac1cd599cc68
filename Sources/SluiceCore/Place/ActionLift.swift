/// The wrapping of a part's actions in those of a whole.
///
/// Effects that are lifted several times have one with several steps. Lifts are equal if they come
/// from the same calls of `lift`, and are bound by the same call.
package struct ActionLift: Sendable, Hashable {
  /// The steps, from the innermost to the outermost.
  private var steps: [BoundStep] = []
  /// The number of steps to one of several parts, such as the elements of a collection.
  package private(set) var partCount = 0
  /// The number of these that are bound to a part.
  package private(set) var boundCount = 0

  /// A step, and the part to which it is bound.
  private struct BoundStep: Hashable, Sendable {
    let step: Step
    var binding: Binding?

    var id: PartID.Step? { binding?.id }
  }

  /// The part to which a step is bound.
  ///
  /// Equal to itself only: lifts are compared with the store's lock held, and ids are the program's.
  private final class Binding: Sendable, Hashable {
    let id: PartID.Step

    init(_ id: PartID.Step) { self.id = id }

    static func == (one: Binding, other: Binding) -> Bool { one === other }

    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
  }

  private final class Step: Sendable, Hashable {
    /// The type of the wrapping actions; `nil` if actions aren't wrapped.
    let whole: (any Action.Type)?
    /// Whether the step leads to one of several parts.
    let leadsToParts: Bool
    /// Returns whether a type of action can wrap others; `nil` if the step doesn't wrap it.
    let accepts: @Sendable (any Action.Type) -> Bool?
    /// Returns the wrapped action and the parts that it is for.
    let extract: @Sendable (any Action) -> (parts: PartPattern.Choice, action: any Action)?
    /// Wraps an action; `nil` for one that it can't wrap.
    let embed: @Sendable (PartID.Step?, any Action) -> (any Action)?

    init(
      _ whole: (any Action.Type)?,
      leadsToParts: Bool,
      accepts: @escaping @Sendable (any Action.Type) -> Bool?,
      extract: @escaping @Sendable (any Action) -> (parts: PartPattern.Choice, action: any Action)?,
      embed: @escaping @Sendable (PartID.Step?, any Action) -> (any Action)?
    ) {
      self.whole = whole
      self.leadsToParts = leadsToParts
      self.accepts = accepts
      self.extract = extract
      self.embed = embed
    }

    static func == (one: Step, other: Step) -> Bool { one === other }

    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
  }

  /// Creates a lift that leaves actions unchanged.
  package init() {}

  private init(_ step: Step) {
    steps = [BoundStep(step: step)]
    partCount = step.leadsToParts ? 1 : 0
  }

  /// Creates the lift to a place, whose actions wrap none but those of elements.
  package init<Whole, Key, Part>(_ place: Place<Whole, Key, Part>) {
    switch place.kind {
    case .property:
      self.init()
    case .optional:
      self.init(
        Step(
          nil,
          leadsToParts: true,
          accepts: { _ in nil },
          extract: { (.every, $0) },
          embed: { $1 }
        )
      )
    case .elements(let actions):
      self = place.required(actions).lift
    }
  }

  /// Creates the lift to a place, whose actions are wrapped.
  package init<Whole, Key, Part, Global, Local>(
    _ place: Place<Whole, Key, Part>,
    _ wrapping: Wrapping<Global, Key, Local>
  ) {
    let only: Key? =
      switch place.kind {
      case .property(let key, _), .optional(let key, _): key
      case .elements: nil
      }
    let leadsToParts = if case .property = place.kind { false } else { true }
    self.init(
      Step(
        Global.self,
        leadsToParts: leadsToParts,
        accepts: { $0 is Global.Type },
        extract: { action in
          guard let (key, local) = (action as? Global).flatMap(wrapping.extract) else { return nil }
          guard only == nil, let key else { return (.every, local) }
          return (.one(PartID.Step(key)), local)
        },
        embed: { id, action in
          guard let key = only ?? id?.value as? Key, let local = action as? Local else {
            return nil
          }
          return wrapping.embed(key, local)
        }
      )
    )
  }

  /// Creates a lift to elements that are named by an ``ElementAction``.
  package init<Element: Identifiable & Sendable>(elements _: Element.Type)
  where Element.ID: Sendable {
    LiftedElements.note(Element.self)
    self.init(
      Step(
        ElementAction<Element>.self,
        leadsToParts: true,
        accepts: { $0 is ElementAction<Element>.Type || $0 is EveryElementAction<Element>.Type },
        extract: { action in
          if let action = action as? ElementAction<Element> {
            return (.one(PartID.Step(action.id)), action.action)
          }
          return (action as? EveryElementAction<Element>).map { (.every, $0.action) }
        },
        embed: { id, action in
          (id?.value as? Element.ID).map { ElementAction<Element>(id: $0, action: action) }
        }
      )
    )
  }

  package var isEmpty: Bool { steps.isEmpty }

  /// The name of the outermost actions' type; `nil` if actions aren't wrapped.
  var name: String? { outermost.map { "\($0)" } }

  /// The type of the outermost actions; `nil` if actions aren't wrapped.
  private var outermost: (any Action.Type)? { steps.reversed().lazy.compactMap(\.step.whole).first }

  /// Returns this lift, followed by another one.
  package func inside(_ outer: ActionLift) -> ActionLift {
    var lift = self
    lift.steps += outer.steps
    lift.partCount += outer.partCount
    lift.boundCount += outer.boundCount
    return lift
  }

  /// Returns the lift for one of the parts, with whose id the given one begins.
  package func bound(to id: PartID) -> ActionLift {
    if partCount == 0 { return self }
    var lift = self
    var rest = id.steps[...]
    for index in steps.indices.reversed() where steps[index].step.leadsToParts {
      lift.steps[index].binding = rest.popFirst().map { Binding($0) }
    }
    lift.boundCount = partCount
    return lift
  }

  /// Returns whether a type of action can wrap others; `nil` if its actions aren't wrapped.
  package func accepts(_ type: any Action.Type) -> Bool? {
    for bound in steps.reversed() {
      if let isWrapping = bound.step.accepts(type) { return isWrapping }
    }
    return nil
  }

  /// Returns the innermost action; `nil` if the action wraps none, or that of another part.
  package func extract(_ action: any Action) -> (any Action)? { extractPart(action)?.action }

  /// Returns the innermost action, and the parts that it is for.
  package func extractPart(_ action: any Action) -> (pattern: PartPattern, action: any Action)? {
    var (pattern, action) = (PartPattern(), action)
    for bound in steps.reversed() {
      guard let inner = bound.step.extract(action) else { return nil }
      if bound.step.leadsToParts { pattern.steps.append(inner.parts) }
      if let required = bound.id, !inner.parts.matches(required) { return nil }
      action = inner.action
    }
    return (pattern, action)
  }

  /// Wraps an action; one that a step can't wrap stays as it is.
  package func embed(_ action: any Action) -> any Action {
    steps.reduce(action) { action, bound in bound.step.embed(bound.id, action) ?? action }
  }
}
