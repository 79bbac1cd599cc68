extension Reducer {
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
  /// An action for a missing element, such as one removed meanwhile, changes nothing and is
  /// reported once, as a ``StoreDiagnostic``.
  /// - Parameters:
  ///   - keyPath: ``Entities``, an array, or a dictionary.
  ///   - extract: Returns the element's id and action; `nil` if the action is not for an element.
  public func lift<
    Whole: Sendable,
    Elements: IdentifiedCollection & SendableMetatype,
    Global: Action,
    Local: Action
  >(
    elements keyPath: any WritableKeyPath<Whole, Elements> & Sendable,
    action extract: @escaping @Sendable (Global) -> (Elements.ID, Local)?
  ) -> Reducer<Whole> where Elements.Member == State, Elements.ID: Sendable {
    let nested = NestedHandlers<State>(
      handlers,
      expecting: Local.self is any AnyObject.Type ? nil : Local.self
    )
    return lift(nested, elements: keyPath, extract) { nested.reduce(&$0, $1, &$2) }
  }

  /// Returns this reducer for each element of a collection, named by an ``ElementAction``.
  ///
  /// ```swift
  /// store.register(reducer: todoReducer.lift(elements: \AppState.todos))
  /// store.dispatch(action: ElementAction<Todo>(id: 4, action: Toggle()))
  /// ```
  ///
  /// An action for a missing element changes nothing and is reported once, as a
  /// ``StoreDiagnostic``.
  /// - Parameter keyPath: ``Entities``, an array, or a dictionary.
  public func lift<Whole: Sendable, Elements: IdentifiedCollection & SendableMetatype>(
    elements keyPath: any WritableKeyPath<Whole, Elements> & Sendable
  ) -> Reducer<Whole>
  where Elements.Member == State, State: Identifiable, Elements.ID == State.ID, State.ID: Sendable {
    let nested = NestedHandlers<State>(handlers)
    return lift(
      nested,
      elements: keyPath,
      { (action: ElementAction<State>) in (action.id, action.action) },
      { (state: inout State, action: any Action, output: inout ReducerOutput) in
        nested.reduce(&state, action, &output)
      }
    )
  }

  /// Changes the element that an action names, or reports that it is missing.
  private func lift<
    Whole: Sendable,
    Elements: IdentifiedCollection & SendableMetatype,
    Global: Action,
    Local
  >(
    _ nested: NestedHandlers<State>,
    elements keyPath: any WritableKeyPath<Whole, Elements> & Sendable,
    _ extract: @escaping @Sendable (Global) -> (Elements.ID, Local)?,
    _ reduce: @escaping @Sendable (inout State, Local, inout ReducerOutput) -> Void
  ) -> Reducer<Whole> where Elements.Member == State, Elements.ID: Sendable {
    let reporter = UniqueNumbers.reporters.next()
    let handler = Handler(asksForFollowUps: nested.asksForFollowUps) {
      (whole: inout Whole, action: Global, output) in
      guard let (id, local) = extract(action) else { return }
      let isThere = whole[keyPath: keyPath].update(id: id) { reduce(&$0, local, &output) }
      if isThere { return }
      output.report(
        onceFor: reporter,
        .missingElement(id: "\(id)", of: "\(State.self)", action: "\(action)")
      )
    }
    return Reducer<Whole>(name: name, handlers: [handler])
  }
}

/// An action for one element of a collection.
public struct ElementAction<Element: Identifiable & Sendable>: Action where Element.ID: Sendable {
  /// The id of the element.
  public let id: Element.ID
  /// The action that the element's reducer receives.
  public let action: any Action

  /// Creates an action for an element.
  public init(id: Element.ID, action: any Action) {
    self.id = id
    self.action = action
  }
}
