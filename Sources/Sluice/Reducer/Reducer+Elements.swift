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
  ///
  /// Finds the element in constant time in ``Entities`` and dictionaries, in linear time in arrays.
  /// - Parameters:
  ///   - keyPath: ``Entities``, or another ``IdentifiedCollection``.
  ///   - extract: Returns the element's id and action; `nil` if the action is not for an element.
  @inlinable
  public func lift<
    Whole: Sendable,
    Elements: IdentifiedCollection & SendableMetatype,
    Global: Action,
    Local: Action
  >(
    elements keyPath: any WritableKeyPath<Whole, Elements> & Sendable,
    action extract: @escaping @Sendable (Global) -> (Elements.ID, Local)?
  ) -> Reducer<Whole> where Elements.Member == State, Elements.ID: Sendable {
    lift(action: extract) { whole, id, change in
      whole[keyPath: keyPath].update(id: id, change)
    }
  }

  /// Returns this reducer for each element of an array, found by its id.
  ///
  /// Finds the first element with the id, in time proportional to the number of elements;
  /// ``Entities`` take constant time. An action for a missing element changes nothing and is
  /// reported once, as a ``StoreDiagnostic``.
  /// - Parameters:
  ///   - keyPath: The array.
  ///   - extract: Returns the element's id and action; `nil` if the action is not for an element.
  @inlinable
  public func lift<Whole: Sendable, Global: Action, Local: Action>(
    elements keyPath: any WritableKeyPath<Whole, [State]> & Sendable,
    action extract: @escaping @Sendable (Global) -> (State.ID, Local)?
  ) -> Reducer<Whole> where State: Identifiable, State.ID: Sendable {
    lift(action: extract) { whole, id, change in
      Self.update(&whole[keyPath: keyPath], id: id, change)
    }
  }

  /// Returns this reducer for each value of a dictionary, found by its key.
  ///
  /// An action for a missing value changes nothing and is reported once, as a
  /// ``StoreDiagnostic``.
  /// - Parameters:
  ///   - keyPath: The dictionary.
  ///   - extract: Returns the value's key and action; `nil` if the action is not for a value.
  @inlinable
  public func lift<Whole: Sendable, Key: Hashable & Sendable, Global: Action, Local: Action>(
    elements keyPath: any WritableKeyPath<Whole, [Key: State]> & Sendable,
    action extract: @escaping @Sendable (Global) -> (Key, Local)?
  ) -> Reducer<Whole> {
    lift(action: extract) { whole, key, change in
      Self.update(&whole[keyPath: keyPath], key: key, change)
    }
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
  /// - Parameter keyPath: ``Entities``, or another ``IdentifiedCollection``.
  @inlinable
  public func lift<Whole: Sendable, Elements: IdentifiedCollection & SendableMetatype>(
    elements keyPath: any WritableKeyPath<Whole, Elements> & Sendable
  ) -> Reducer<Whole>
  where Elements.Member == State, State: Identifiable, Elements.ID == State.ID, State.ID: Sendable {
    liftOntoElements { whole, id, change in whole[keyPath: keyPath].update(id: id, change) }
  }

  /// Returns this reducer for each element of an array, named by an ``ElementAction``.
  ///
  /// Finds the first element with the id, in time proportional to the number of elements;
  /// ``Entities`` take constant time.
  /// - Parameter keyPath: The array.
  @inlinable
  public func lift<Whole: Sendable>(
    elements keyPath: any WritableKeyPath<Whole, [State]> & Sendable
  ) -> Reducer<Whole> where State: Identifiable, State.ID: Sendable {
    liftOntoElements { whole, id, change in
      Self.update(&whole[keyPath: keyPath], id: id, change)
    }
  }

  /// Returns this reducer for each value of a dictionary, named by an ``ElementAction``.
  ///
  /// - Parameter keyPath: A dictionary from the elements' ids.
  @inlinable
  public func lift<Whole: Sendable>(
    elements keyPath: any WritableKeyPath<Whole, [State.ID: State]> & Sendable
  ) -> Reducer<Whole> where State: Identifiable, State.ID: Sendable {
    liftOntoElements { whole, id, change in
      Self.update(&whole[keyPath: keyPath], key: id, change)
    }
  }

  // MARK: - Changing an element

  /// Changes the element with an id in place; returns whether there is one.
  @usableFromInline
  typealias Update<Whole, ID> =
    @Sendable (_ whole: inout Whole, ID, _ change: (inout State) -> Void) -> Bool

  @inlinable
  static func update(
    _ elements: inout [State],
    id: State.ID,
    _ change: (inout State) -> Void
  ) -> Bool where State: Identifiable {
    guard let index = elements.firstIndex(where: { $0.id == id }) else { return false }
    change(&elements[index])
    return true
  }

  @inlinable
  static func update<Key>(
    _ values: inout [Key: State],
    key: Key,
    _ change: (inout State) -> Void
  ) -> Bool {
    guard let index = values.index(forKey: key) else { return false }
    change(&values.values[index])
    return true
  }

  @usableFromInline
  func lift<Whole: Sendable, ID: Sendable, Global: Action, Local: Action>(
    action extract: @escaping @Sendable (Global) -> (ID, Local)?,
    _ update: @escaping Update<Whole, ID>
  ) -> Reducer<Whole> {
    let nested = NestedHandlers<State>(
      handlers,
      expecting: Local.self is any AnyObject.Type ? nil : Local.self
    )
    return lift(nested, extract, update) { nested.reduce(&$0, $1, &$2) }
  }

  @usableFromInline
  func liftOntoElements<Whole: Sendable>(
    _ update: @escaping Update<Whole, State.ID>
  ) -> Reducer<Whole> where State: Identifiable, State.ID: Sendable {
    let nested = NestedHandlers<State>(handlers)
    return lift(
      nested,
      { (action: ElementAction<State>) in (action.id, action.action) },
      update,
      { (state: inout State, action: any Action, output: inout ReducerOutput) in
        nested.reduce(&state, action, &output)
      }
    )
  }

  /// Changes the element that an action names, or reports that it is missing.
  private func lift<Whole: Sendable, ID: Sendable, Global: Action, Local>(
    _ nested: NestedHandlers<State>,
    _ extract: @escaping @Sendable (Global) -> (ID, Local)?,
    _ update: @escaping Update<Whole, ID>,
    _ reduce: @escaping @Sendable (inout State, Local, inout ReducerOutput) -> Void
  ) -> Reducer<Whole> {
    let reporter = UniqueNumbers.reporters.next()
    let handler = Handler(followUps: nested.followUps) {
      (whole: inout Whole, action: Global, output) in
      guard let (id, local) = extract(action) else { return }
      let isThere = update(&whole, id) { reduce(&$0, local, &output) }
      if isThere { return }
      output.report(
        onceFor: reporter,
        .missingElement(id: "\(id)", of: "\(State.self)", action: "\(action)")
      )
    }
    return Reducer<Whole>(name: name.derived, handlers: [handler])
  }
}

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
}

/// An action for an element, of whatever type.
protocol ElementActionType {}
