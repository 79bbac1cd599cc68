/// An action for one element of a collection.
public struct ElementAction<Element: Identifiable & Sendable>: Action, ElementActionType
where Element.ID: Sendable {
  /// The id of the element.
  public let id: Element.ID
  /// The action that the element's reducer receives.
  public let action: any Action

  /// Creates an action for an element.
  public init(id: Element.ID, action: any Action) {
    self.id = id
    self.action = action
  }

  package var elementID: (any Hashable & Sendable)? { id }
}

/// An action for every element of a collection.
///
/// ```swift
/// store.dispatch(action: EveryElementAction<Todo>(action: Reset()))
/// ```
public struct EveryElementAction<Element: Identifiable & Sendable>: Action, ElementActionType
where Element.ID: Sendable {
  /// The action that each element's reducer receives.
  public let action: any Action

  /// Creates an action for every element.
  public init(action: any Action) {
    self.action = action
  }

  package var elementID: (any Hashable & Sendable)? { nil }
}

/// An action for an element, of whatever type.
package protocol ElementActionType {
  /// The id of the element; `nil` for every element.
  var elementID: (any Hashable & Sendable)? { get }
  /// The action that the element's reducer receives.
  var action: any Action { get }
}
