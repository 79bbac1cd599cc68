/// An action for one element of a collection.
///
/// Tools show the inner action, and for which element it is: `Finished(output: "x")  job 4`.
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

  package var element: (type: String, id: (any Hashable & Sendable)?) { ("\(Element.self)", id) }
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

  package var element: (type: String, id: (any Hashable & Sendable)?) { ("\(Element.self)", nil) }
}

/// An action for an element, of whatever type.
package protocol ElementActionType: Action {
  /// The name of the element's type, and its id; `nil` for every element.
  var element: (type: String, id: (any Hashable & Sendable)?) { get }
  /// The action that the element's reducer receives.
  var action: any Action { get }
}

/// An action without the element actions around it.
package struct UnwrappedAction: Sendable {
  package private(set) var action: any Action
  /// The elements for which it is, the outermost first; the id is `nil` for every element.
  package private(set) var elements: [(type: String, id: (any Hashable & Sendable)?)] = []

  package init(_ action: any Action) {
    self.action = action
    while let outer = self.action as? any ElementActionType {
      elements.append(outer.element)
      self.action = outer.action
    }
  }
}
