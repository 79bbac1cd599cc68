extension Middleware {
  /// Returns this middleware for each element of a collection, named by an ``ElementAction``.
  ///
  /// It sees the element's state, and what it dispatches and passes on is for that element. Actions
  /// for a missing element, and for every element, bypass it. If the element is removed meanwhile,
  /// the middleware's state is the last one that it saw.
  /// - Parameter keyPath: ``Entities``, an array, a dictionary from the elements' ids, or another
  ///   ``IdentifiedCollection``.
  public func lift<Whole: Sendable, Elements: IdentifiedCollection & SendableMetatype>(
    elements keyPath: any KeyPath<Whole, Elements> & Sendable
  ) -> some Middleware<Whole>
  where
    Elements.IdentifiedMember == State,
    State: Identifiable,
    State.ID == Elements.MemberIdentifier,
    State.ID: Sendable
  {
    lifted(PartPlace(keyPath), by: ActionLift(elements: State.self))
  }

  /// Returns this middleware for each element of a collection, and for actions that wrap the elements'.
  ///
  /// Each element is seen by itself, as with `lift(elements:)`.
  /// - Parameters:
  ///   - keyPath: ``Entities``, an array, a dictionary, whose keys are the ids, or another
  ///     ``IdentifiedCollection``.
  ///   - extract: Returns the element's id and action; `nil` if the action is not for an element.
  ///   - embed: Wraps what the middleware dispatches or passes on for an element; actions of other types
  ///     stay unchanged.
  public func lift<
    Whole: Sendable,
    Elements: IdentifiedCollection & SendableMetatype,
    Global: Action,
    Input: Action,
    Output: Action
  >(
    elements keyPath: any KeyPath<Whole, Elements> & Sendable,
    action extract: @escaping @Sendable (Global) -> (Elements.MemberIdentifier, Input)?,
    embed: @escaping @Sendable (Elements.MemberIdentifier, Output) -> Global
  ) -> some Middleware<Whole>
  where Elements.IdentifiedMember == State, Elements.MemberIdentifier: Sendable {
    lifted(PartPlace(keyPath), by: ActionLift(elements: extract, every: nil, embed))
  }

  /// Returns this middleware for each element of an array, found by what serves as its id, and for
  /// actions that wrap the elements'.
  /// - Parameters:
  ///   - keyPath: The array.
  ///   - id: Returns what tells an element from the others; unlike an index, it stays with the
  ///     element. Must be pure: it is also called while the store reduces.
  ///   - extract: Returns the element's id and action; `nil` if the action is not for an element.
  ///   - embed: Wraps what the middleware dispatches or passes on for an element.
  public func lift<
    Whole: Sendable,
    ID: Hashable & Sendable,
    Global: Action,
    Input: Action,
    Output: Action
  >(
    elements keyPath: any KeyPath<Whole, [State]> & Sendable,
    id: @escaping @Sendable (State) -> ID,
    action extract: @escaping @Sendable (Global) -> (ID, Input)?,
    embed: @escaping @Sendable (ID, Output) -> Global
  ) -> some Middleware<Whole> {
    lifted(PartPlace(keyPath, id: id), by: ActionLift(elements: extract, every: nil, embed))
  }
}
