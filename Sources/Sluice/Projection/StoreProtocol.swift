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

  /// Observes a selector.
  @_disfavoredOverload
  func select<Value>(_ selector: any StateSelector<State, Value>) -> Selection<Value>

  /// Returns a selector's current value.
  func selectCurrent<Value>(_ selector: any StateSelector<State, Value>) -> Value

  /// Returns a projection of this store with a smaller state and other actions.
  func projection<Part, Local>(
    state selector: Selector<State, Part>,
    action embed: @escaping @Sendable (Local) -> ActionType?
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

  /// Observes a part of the state.
  public func select<Value: Sendable>(
    _ keyPath: any StateKeyPath<State, Value>
  ) -> Selection<Value> {
    select(Selector(keyPath: keyPath))
  }

  /// Observes an equatable part of the state, without repeats.
  public func select<Value: Sendable & Equatable>(
    _ keyPath: any StateKeyPath<State, Value>
  ) -> Selection<Value> {
    select(Selector(keyPath: keyPath))
  }

  /// Observes a function's result for the state.
  ///
  /// The function runs once for each state and subscriber; several places better share a
  /// ``Selector``. `name` is for ``Store/checksProjectors``.
  public func select<Value: Sendable>(
    name: String? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    projector: @escaping @Sendable (State) -> Value
  ) -> Selection<Value> {
    select(Selector(name: name, fileID: fileID, line: line, projector: projector))
  }

  /// Observes a function's result for the state, without repeats.
  ///
  /// ```swift
  /// let token = store.select { $0.todos.count { !$0.isDone } }.sink { print("\($0) to do") }
  /// ```
  public func select<Value: Sendable & Equatable>(
    name: String? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    projector: @escaping @Sendable (State) -> Value
  ) -> Selection<Value> {
    select(Selector(name: name, fileID: fileID, line: line, projector: projector))
  }

  /// Returns the current value of a part of the state.
  public func selectCurrent<Value>(_ keyPath: KeyPath<State, Value>) -> Value {
    state[keyPath: keyPath]
  }
}
