import SluiceCore
import SluiceEffects

extension ActionLift {
  /// Returns the action for the work inside of this lift, and the lift for its part.
  func enter(_ action: any Action) -> (action: any Action, lift: ActionLift)? {
    if action is NoAction { return (action, self) }
    guard let outer = action as? PartAction else { return extract(action).map { ($0, self) } }
    let lift = bound(to: outer.id)
    let inner = outer.action is NoAction ? outer.action : lift.extract(outer.action)
    guard let inner else { return nil }
    let rest = outer.id.dropFirst(partCount)
    return (rest.steps.isEmpty ? inner : PartAction(action: inner, id: rest), lift)
  }
}
