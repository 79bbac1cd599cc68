/// A store seen through a smaller state and other actions.
///
/// ```swift
/// let cart = store.projection(state: \.cart) { (tap: CartTap) in
///   switch tap {
///   case .buy: AppAction.cart(.buy)
///   case .scroll: nil
///   }
/// }
/// cart.dispatch(action: .buy)
/// let token = cart.select(\.items).sink { print($0) }
/// ```
///
/// There is one state, in the store: a projection looks at it, and dispatches on the store, with
/// the same promises. A screen that is given a projection knows nothing of the rest of the program.
/// A projection can be projected. It keeps its store alive, as one who holds the store does; its
/// selections do not. Those who select the same from one projection, or from copies of it, share
/// what the selector remembers.
@dynamicMemberLookup
public struct StoreProjection<State: Sendable, ActionType: Sendable>: StoreProtocol {
  typealias Dispatch = @Sendable (ActionType, _ note: String?, _ site: ActionOrigin.Site) -> Void

  let view: ProjectedView<State>
  let dispatch: Dispatch
  /// The store.
  let owner: any AnyObject & Sendable

  /// The projected state now: it includes every action whose `dispatch` has returned.
  public var state: State { view.current("state").box.value }

  /// A part of the projected state now.
  public subscript<Value>(dynamicMember keyPath: KeyPath<State, Value>) -> Value {
    view.current("state").box.value[keyPath: keyPath]
  }

  /// Dispatches on the store what becomes of an action, if anything does.
  ///
  /// When this returns, ``state`` includes it.
  public func dispatch(
    action: ActionType,
    note: String? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    function: StaticString = #function
  ) {
    dispatch(action, note, ActionOrigin.Site(fileID: fileID, line: line, function: function))
  }

  /// Observes a selector of the projected state.
  @_disfavoredOverload
  public func select<Value>(_ selector: any StateSelector<State, Value>) -> Selection<Value> {
    view.select(selector)
  }

  /// A selector's value now.
  public func selectCurrent<Value>(_ selector: any StateSelector<State, Value>) -> Value {
    view.value(of: selector)
  }

  /// The same store, seen through a still smaller state and other actions.
  public func projection<Part, Local>(
    state selector: Selector<State, Part>,
    action embed: @escaping @Sendable (Local) -> ActionType?
  ) -> StoreProjection<Part, Local> {
    StoreProjection<Part, Local>(
      view: ProjectedView(selector, of: view),
      dispatch: { [dispatch] local, note, site in
        if let action = embed(local) { dispatch(action, note, site) }
      },
      owner: owner
    )
  }
}

extension Store: StoreProtocol {
  /// A store takes every action.
  public typealias ActionType = any Action

  /// This store, seen through a smaller state and other actions.
  /// - Parameters:
  ///   - selector: What of the state is seen.
  ///   - embed: What is dispatched for an action of the projection; `nil` for nothing.
  public final func projection<Part, Local>(
    state selector: Selector<State, Part>,
    action embed: @escaping @Sendable (Local) -> (any Action)?
  ) -> StoreProjection<Part, Local> {
    StoreProjection(
      view: ProjectedView(selector, of: engine),
      dispatch: { [engine] local, note, site in
        guard let action = embed(local) else { return }
        engine.dispatch(action, DispatchContext(site: site, note: note))
      },
      owner: self
    )
  }
}
