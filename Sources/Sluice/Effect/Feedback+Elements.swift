extension Feedback {
  /// Returns the feedback for each element of a collection, dispatching ``ElementAction``s.
  ///
  /// ```swift
  /// let thumbnail = Feedback<Photo, Images>(whenChanged: \.url) { url, images, context in
  ///   context.send(ThumbnailLoaded(try await images.thumbnail(of: url)))
  /// }
  /// store.register(feedback: thumbnail.lift(elements: \AppState.photos))
  /// ```
  ///
  /// Each element requests runs of its own, which see its state, receive that element's actions and
  /// dispatch for it. The commit that removes an element cancels its runs: nothing that they dispatch
  /// afterwards is reduced.
  ///
  /// At each commit, the feedback is evaluated for the elements that the commit changed, if they are
  /// in ``Entities``; for all elements of arrays and dictionaries.
  /// - Parameter keyPath: ``Entities``, an array, a dictionary from the elements' ids, or another
  ///   ``IdentifiedCollection``.
  @inlinable
  public func lift<Whole: Sendable, Elements: IdentifiedCollection & SendableMetatype>(
    elements keyPath: any KeyPath<Whole, Elements> & Sendable
  ) -> Feedback<Whole, Environment>
  where
    Elements.IdentifiedMember == State,
    State: Identifiable,
    State.ID == Elements.MemberIdentifier,
    State.ID: Sendable
  {
    lifted(PartPlace(keyPath), by: ActionLift(elements: State.self))
  }

  /// Returns the feedback for each element of a collection, and for actions that wrap the elements'.
  ///
  /// Each element's runs are its own, as with `lift(elements:)`.
  /// - Parameters:
  ///   - keyPath: ``Entities``, an array, a dictionary, whose keys are the ids, or another
  ///     ``IdentifiedCollection``.
  ///   - extract: Returns the element's id and action; `nil` if the action is not for an element.
  ///     Must be pure: it is called for the actions that a run waits for, several times for each.
  ///   - every: Returns the action of every element; `nil` if it is not for all.
  ///   - embed: Wraps what the feedback dispatches for an element; actions of other types stay
  ///     unchanged.
  @inlinable
  public func lift<
    Whole: Sendable,
    Elements: IdentifiedCollection & SendableMetatype,
    Global: Action,
    Input: Action,
    Output: Action
  >(
    elements keyPath: any KeyPath<Whole, Elements> & Sendable,
    action extract: @escaping @Sendable (Global) -> (Elements.MemberIdentifier, Input)?,
    every: (@Sendable (Global) -> Input?)? = nil,
    embed: @escaping @Sendable (Elements.MemberIdentifier, Output) -> Global
  ) -> Feedback<Whole, Environment>
  where Elements.IdentifiedMember == State, Elements.MemberIdentifier: Sendable {
    lifted(PartPlace(keyPath), by: ActionLift(elements: extract, every: every, embed))
  }

  /// Returns the feedback for each element of an array, found by what serves as its id, and for
  /// actions that wrap the elements'.
  /// - Parameters:
  ///   - keyPath: The array.
  ///   - id: Returns what tells an element from the others; unlike an index, it stays with the
  ///     element. Must be pure: it is also called while the store reduces.
  ///   - extract: Returns the element's id and action; `nil` if the action is not for an element.
  ///   - every: Returns the action of every element; `nil` if it is not for all.
  ///   - embed: Wraps what the feedback dispatches for an element.
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
    every: (@Sendable (Global) -> Input?)? = nil,
    embed: @escaping @Sendable (ID, Output) -> Global
  ) -> Feedback<Whole, Environment> {
    lifted(PartPlace(keyPath, id: id), by: ActionLift(elements: extract, every: every, embed))
  }
}
