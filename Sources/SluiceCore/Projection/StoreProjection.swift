/// A store seen through a smaller state and other actions.
///
/// ```swift
/// let cart = store.projection(.state(\.cart)) { (tap: CartTap) in
///   switch tap {
///   case .buy: AppAction.cart(.buy)
///   case .scroll: nil
///   }
/// }
/// cart.dispatch(action: .buy)
/// let token = cart.select(\.items).sink { print($0) }
/// ```
///
/// The store holds the only state: a projection reads it, and dispatches on the store, with the
/// same guarantees. A screen that takes a projection is independent of the rest of the program.
/// A projection can be projected. It retains its store; its selections don't. Selections of one
/// selector from one projection, or from copies of it, share the selector's memo.
@dynamicMemberLookup
public struct StoreProjection<State: Sendable, ActionType: Sendable>: StoreProtocol {
  typealias Dispatch = @Sendable (ActionType, consuming DispatchContext) -> Void

  let view: ProjectedView<State>
  let dispatch: Dispatch
  /// The store's core.
  let core: Core
  /// The store.
  let owner: any AnyObject & Sendable

  /// The current projected state, which includes every action whose `dispatch` has returned.
  public var state: State { view.current("state").box.value }

  /// The current value of a part of the projected state.
  public subscript<Value>(dynamicMember keyPath: KeyPath<State, Value>) -> Value {
    get { view.current("state").box.value[keyPath: keyPath] }
    @available(
      *,
      unavailable,
      message: "The state is changed by reducers only: dispatch an action."
    )
    nonmutating set { fatalError("The state is changed by reducers only.") }
  }

  /// Dispatches on the store the action that an action maps to, if any.
  ///
  /// When this returns, ``state`` includes it.
  public func dispatch(
    action: ActionType,
    note: String? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    function: StaticString = #function
  ) {
    let site = ActionOrigin.Site(fileID: fileID, line: line, function: function)
    dispatch(action, DispatchContext(site: site, note: note))
  }

  /// Returns a selector, observed on the projected state; the requirement behind `select`.
  public func _selection<Value>(of selector: Selector<State, Value>) -> Selection<Value> {
    view.select(selector)
  }

  /// Returns a selector's current value.
  public func selectCurrent<Value>(_ selector: any StateSelector<State, Value>) -> Value {
    view.value(of: selector)
  }

  /// Returns a projection of the same store; the requirement behind `projection`.
  public func _projection<Part, Local>(
    by selector: Selector<State, Part>,
    _ embed: @escaping @Sendable (Local) -> ActionType?
  ) -> StoreProjection<Part, Local> {
    StoreProjection<Part, Local>(
      view: ProjectedView(selector, of: view),
      dispatch: { [dispatch] local, context in
        if let action = embed(local) { dispatch(action, context) }
      },
      core: core,
      owner: owner
    )
  }
}

extension Store: StoreProtocol {
  /// The type of action that a store takes: any.
  public typealias ActionType = any Action

  /// Returns a projection of this store; the requirement behind `projection`.
  public final func _projection<Part, Local>(
    by selector: Selector<State, Part>,
    _ embed: @escaping @Sendable (Local) -> (any Action)?
  ) -> StoreProjection<Part, Local> {
    StoreProjection(
      view: ProjectedView(selector, of: core),
      dispatch: { [core] local, context in
        if let action = embed(local) { core.dispatch(DispatchedAction(action, context)) }
      },
      core: core,
      owner: self
    )
  }
}
