/// A store or a projection of one: both have a state to read and take actions.
///
/// ```swift
/// func show(_ cart: some StoreProtocol<Cart, CartAction>) { … }
/// ```
///
/// Code that takes a store this way also takes a projection. A ``Store`` takes `any Action`; a
/// ``StoreProjection`` takes the actions that it was created for.
public protocol StoreProtocol<State, ActionType>: Sendable {
  /// The type of the state.
  associatedtype State: Sendable
  /// The type of action that can be dispatched.
  associatedtype ActionType: Sendable

  /// The current state, which includes every action whose `dispatch` has returned.
  var state: State { get }

  /// Dispatches an action; when this returns, ``state`` includes it.
  func dispatch(
    action: ActionType,
    note: String?,
    fileID: StaticString,
    line: UInt,
    function: StaticString
  )

  /// Returns a selector, observed on this store; the requirement behind `select`.
  func _selection<Value>(of selector: Selector<State, Value>) -> Selection<Value>

  /// Returns a selector's current value.
  func selectCurrent<Value>(_ selector: any StateSelector<State, Value>) -> Value

  /// Returns a projection of this store; the requirement behind `projection`.
  func _projection<Part, Local>(
    by selector: Selector<State, Part>,
    _ embed: @escaping @Sendable (Local) -> ActionType?
  ) -> StoreProjection<Part, Local>
}

extension StoreProtocol {
  /// Dispatches an action; when this returns, ``state`` includes it.
  ///
  /// The commit's origin names the caller's file, line and function, and carries `note`.
  @_disfavoredOverload
  public func dispatch(
    action: ActionType,
    note: String? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    function: StaticString = #function
  ) {
    // Calls the protocol's requirement, which takes precedence over an extension's method.
    // Disfavored, like a store's with `any Action`: otherwise it would capture every call.
    dispatch(action: action, note: note, fileID: fileID, line: line, function: function)
  }

  /// Returns the current value of a part of the state.
  public func selectCurrent<Value>(_ keyPath: KeyPath<State, Value>) -> Value {
    state[keyPath: keyPath]
  }
}
