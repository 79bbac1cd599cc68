/// The wrapping of a part's actions in those of a whole.
///
/// Effects that are lifted several times have one with several steps. Lifts are equal if they come
/// from the same calls of `lift`.
struct ActionLift: Sendable, Hashable {
  /// The steps, from the innermost to the outermost.
  private var steps: [Step] = []

  private final class Step: Sendable, Hashable {
    let whole: any Action.Type
    let accepts: ActionFilter
    let extract: @Sendable (any Action) -> (any Action)?
    let embed: @Sendable (any Action) -> any Action

    init<Global: Action, Input: Action, Output: Action>(
      _ extract: @escaping @Sendable (Global) -> Input?,
      _ embed: @escaping @Sendable (Output) -> Global
    ) {
      whole = Global.self
      accepts = { $0 is Global.Type }
      self.extract = { ($0 as? Global).flatMap(extract) }
      self.embed = { action in (action as? Output).map(embed) ?? action }
    }

    static func == (one: Step, other: Step) -> Bool { one === other }

    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
  }

  /// Creates a lift that leaves actions unchanged.
  init() {}

  init<Global: Action, Input: Action, Output: Action>(
    _ extract: @escaping @Sendable (Global) -> Input?,
    _ embed: @escaping @Sendable (Output) -> Global
  ) {
    steps = [Step(extract, embed)]
  }

  var isEmpty: Bool { steps.isEmpty }

  /// The name of the outermost actions' type; `nil` if there is no step.
  var name: String? { steps.last.map { "\($0.whole)" } }

  /// Returns this lift, followed by another one.
  func inside(_ outer: ActionLift) -> ActionLift {
    var lift = self
    lift.steps += outer.steps
    return lift
  }

  /// Returns whether a type of action can wrap others.
  func accepts(_ type: any Action.Type) -> Bool { steps.last?.accepts(type) ?? true }

  /// Returns the innermost action; `nil` if the action wraps none.
  func extract(_ action: any Action) -> (any Action)? {
    var action = action
    for step in steps.reversed() {
      guard let inner = step.extract(action) else { return nil }
      action = inner
    }
    return action
  }

  /// Wraps an action; one that a step can't wrap stays as it is.
  func embed(_ action: any Action) -> any Action {
    steps.reduce(action) { action, step in step.embed(action) }
  }
}
