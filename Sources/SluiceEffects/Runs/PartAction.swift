package import SluiceCore

/// An action as the work of one of the parts that it is for receives it.
package struct PartAction: Action {
  package let action: any Action
  package let id: PartID

  package init(action: any Action, id: PartID) {
    self.action = action
    self.id = id
  }

  /// Returns an action as it was committed.
  package static func unwrap(_ action: any Action) -> any Action {
    (action as? PartAction)?.action ?? action
  }
}
