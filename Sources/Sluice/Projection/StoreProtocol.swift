/// What takes a store takes a projection of one: both have a state to look at and take actions.
///
/// ```swift
/// func show(_ cart: some StoreProtocol<Cart, CartAction>) { … }
/// ```
///
/// A ``Store`` takes `any Action`; a ``StoreProjection`` takes what it was made for.
public protocol StoreProtocol<State, ActionType>: Sendable {
  /// What can be looked at.
  associatedtype State: Sendable
  /// What can be dispatched.
  associatedtype ActionType: Sendable

  /// The state now: it includes every action whose `dispatch` has returned.
  var state: State { get }

  /// Dispatches an action: when this returns, ``state`` includes it.
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

  /// A selector's value now.
  func selectCurrent<Value>(_ selector: any StateSelector<State, Value>) -> Value

  /// The same store, seen through a smaller state and other actions.
  func projection<Part, Local>(
    state selector: Selector<State, Part>,
    action embed: @escaping @Sendable (Local) -> ActionType?
  ) -> StoreProjection<Part, Local>
}

extension StoreProtocol {
  /// Dispatches an action: when this returns, ``state`` includes it.
  ///
  /// The commit's origin names the caller's file, line and function, and carries the note.
  @_disfavoredOverload
  public func dispatch(
    action: ActionType,
    note: String? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    function: StaticString = #function
  ) {
    // That of the protocol: one in an extension comes second. Disfavored, as that of a store with
    // `any Action` is: a plain one would capture every call.
    dispatch(action: action, note: note, fileID: fileID, line: line, function: function)
  }

  /// Observes a part of the state.
  public func select<Value: Sendable>(
    _ keyPath: any StateKeyPath<State, Value>
  ) -> Selection<Value> {
    select(Selector(keyPath: keyPath))
  }

  /// Observes a part of the state that can be compared: no value is told twice.
  public func select<Value: Sendable & Equatable>(
    _ keyPath: any StateKeyPath<State, Value>
  ) -> Selection<Value> {
    select(Selector(keyPath: keyPath))
  }

  /// Observes what a function makes of the state.
  ///
  /// Runs once for each state and subscriber; what several places select is better a ``Selector``,
  /// which they share. The name is for ``Store/checksProjectors``.
  public func select<Value: Sendable>(
    name: String? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    projector: @escaping @Sendable (State) -> Value
  ) -> Selection<Value> {
    select(Selector(name: name, fileID: fileID, line: line, projector: projector))
  }

  /// Observes what a function makes of the state, without repeats.
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

  /// The value of a part of the state now.
  public func selectCurrent<Value>(_ keyPath: KeyPath<State, Value>) -> Value {
    state[keyPath: keyPath]
  }
}
