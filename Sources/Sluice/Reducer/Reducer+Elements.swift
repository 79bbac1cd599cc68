extension Reducer {
  /// Returns this reducer for each element of a collection, named by an ``ElementAction``.
  ///
  /// ```swift
  /// store.register(reducer: todoReducer.lift(elements: \AppState.todos))
  /// store.dispatch(action: ElementAction<Todo>(id: 4, action: Toggle()))
  /// ```
  ///
  /// Finds the element in constant time in ``Entities`` and dictionaries, in linear time in arrays.
  /// An action for a missing element, such as one removed meanwhile, changes nothing and is
  /// reported once, as a ``StoreDiagnostic``.
  /// - Parameter keyPath: ``Entities``, an array, a dictionary from the elements' ids, or another
  ///   ``IdentifiedCollection``.
  @inlinable
  public func lift<Whole: Sendable, Elements: IdentifiedCollection & SendableMetatype>(
    elements keyPath: any WritableKeyPath<Whole, Elements> & Sendable
  ) -> Reducer<Whole>
  where
    Elements.IdentifiedMember == State,
    State: Identifiable,
    State.ID == Elements.MemberIdentifier,
    State.ID: Sendable
  {
    liftOntoElements(ElementChanges(keyPath))
  }

  /// Returns this reducer for each element of a collection, found by its id.
  ///
  /// ```swift
  /// enum AppAction: Action { case todo(Todo.ID, TodoAction) }
  ///
  /// todoReducer.lift(elements: \AppState.todos) { (action: AppAction) in
  ///   if case .todo(let id, let action) = action { (id, action) } else { nil }
  /// }
  /// ```
  ///
  /// Finds elements, and reports missing ones, as `lift(elements:)`.
  /// - Parameters:
  ///   - keyPath: ``Entities``, an array, a dictionary, whose keys are the ids, or another
  ///     ``IdentifiedCollection``.
  ///   - extract: Returns the element's id and action; `nil` if the action is not for an element.
  ///   - every: Returns the action of every element; `nil` if it is not for all.
  ///   - embed: Wraps the actions of an element's follow-ups; `nil` leaves them unwrapped.
  @inlinable
  public func lift<
    Whole: Sendable,
    Elements: IdentifiedCollection & SendableMetatype,
    Global: Action,
    Local: Action
  >(
    elements keyPath: any WritableKeyPath<Whole, Elements> & Sendable,
    action extract: @escaping @Sendable (Global) -> (Elements.MemberIdentifier, Local)?,
    every: (@Sendable (Global) -> Local?)? = nil,
    embed: (@Sendable (Elements.MemberIdentifier, Local) -> Global)? = nil
  ) -> Reducer<Whole>
  where Elements.IdentifiedMember == State, Elements.MemberIdentifier: Sendable {
    lift(action: extract, every, embed, ElementChanges(keyPath))
  }

  /// Returns this reducer for each element of an array, found by what serves as its id.
  ///
  /// Finds the first element with the id, in linear time, and reports missing ones, as
  /// `lift(elements:)`.
  /// - Parameters:
  ///   - keyPath: The array.
  ///   - id: Returns what tells an element from the others; unlike an index, it stays with the
  ///     element. Must be pure: it is called while the store reduces.
  ///   - extract: Returns the element's id and action; `nil` if the action is not for an element.
  ///   - every: Returns the action of every element; `nil` if it is not for all.
  ///   - embed: Wraps the actions of an element's follow-ups; `nil` leaves them unwrapped.
  @inlinable
  public func lift<Whole: Sendable, ID: Hashable & Sendable, Global: Action, Local: Action>(
    elements keyPath: any WritableKeyPath<Whole, [State]> & Sendable,
    id: @escaping @Sendable (State) -> ID,
    action extract: @escaping @Sendable (Global) -> (ID, Local)?,
    every: (@Sendable (Global) -> Local?)? = nil,
    embed: (@Sendable (ID, Local) -> Global)? = nil
  ) -> Reducer<Whole> {
    lift(action: extract, every, embed, ElementChanges(keyPath, id: id))
  }

  // MARK: - Changing elements

  @usableFromInline
  func lift<
    Whole: Sendable,
    ID: Hashable & Sendable,
    Global: Action,
    Local: Action,
    Output: Action
  >(
    action extract: @escaping @Sendable (Global) -> (ID, Local)?,
    _ every: (@Sendable (Global) -> Local?)?,
    _ embed: (@Sendable (ID, Output) -> Global)?,
    _ changes: ElementChanges<Whole, ID, State>
  ) -> Reducer<Whole> {
    let nested = NestedHandlers<State>(
      handlers,
      expecting: Local.self is any AnyObject.Type ? nil : Local.self
    )
    let read = { @Sendable (action: Global) -> (ID?, Local)? in
      if let (id, local) = extract(action) { return (id, local) }
      return every?(action).map { (nil, $0) }
    }
    var wrap: (@Sendable (ID, any Action) -> any Action)?
    if let embed {
      wrap = { id, action in (action as? Output).map { embed(id, $0) } ?? action }
    }
    let handler = changes.handler(nested, embed: wrap, read) {
      (state: inout State, action: Local, output: inout ReducerOutput) in
      nested.reduce(&state, action, &output)
    }
    return Reducer<Whole>(name: name.derived, handlers: [handler])
  }

  @usableFromInline
  func liftOntoElements<Whole: Sendable>(
    _ changes: ElementChanges<Whole, State.ID, State>
  ) -> Reducer<Whole> where State: Identifiable, State.ID: Sendable {
    let nested = NestedHandlers<State>(handlers)
    let embed = { @Sendable (id: State.ID, action: any Action) -> any Action in
      ElementAction<State>(id: id, action: action)
    }
    let reduce = {
      @Sendable (state: inout State, action: any Action, output: inout ReducerOutput) in
      nested.reduce(&state, action, &output)
    }
    let one = changes.handler(
      nested,
      embed: embed,
      { (action: ElementAction<State>) in (action.id, action.action) },
      reduce: reduce
    )
    let all = changes.handler(
      nested,
      embed: embed,
      { (action: EveryElementAction<State>) in (nil, action.action) },
      reduce: reduce
    )
    return Reducer<Whole>(name: name.derived, handlers: [one, all])
  }
}
