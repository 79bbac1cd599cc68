extension Feature {
  /// Returns this feature for each element of a collection, named by an ``ElementAction``.
  ///
  /// ```swift
  /// let photo = Feature<Photo, Images>(id: "photo").reducer(photoReducer).effects(PhotoEffects())
  ///
  /// store.register(feature: photo.lift(elements: \Album.photos), state: \.album, environment: \.images)
  /// store.dispatch(action: ElementAction<Photo>(id: 4, action: StartUpload()))
  /// ```
  ///
  /// Reducers, effects, feedbacks and middleware are lifted, each as by its own `lift(elements:)`:
  /// each element has runs of its own, which the commit that removes it cancels. Follow-ups'
  /// actions are for their element. Interceptors, histories, streams of actions and sources are one
  /// for all: they aren't registered, which is reported when the feature is.
  /// - Parameter keyPath: ``Entities``, an array, a dictionary from the elements' ids, or another
  ///   ``IdentifiedCollection``.
  @inlinable
  public func lift<Whole: Sendable, Elements: IdentifiedCollection & SendableMetatype>(
    elements keyPath: any WritableKeyPath<Whole, Elements> & Sendable
  ) -> Feature<Whole, Environment>
  where
    Elements.IdentifiedMember == State,
    State: Identifiable,
    State.ID == Elements.MemberIdentifier,
    State.ID: Sendable
  {
    lifted(PartPlace(keyPath), by: ActionLift(elements: State.self)) { $0.lift(elements: keyPath) }
  }

  /// Returns this feature for each element of a collection, and for actions that wrap the elements'.
  ///
  /// Each element's runs are its own, as with `lift(elements:)`.
  /// - Parameters:
  ///   - keyPath: ``Entities``, an array, a dictionary, whose keys are the ids, or another
  ///     ``IdentifiedCollection``.
  ///   - extract: Returns the element's id and action; `nil` if the action is not for an element.
  ///     Must be pure: it may be called several times for an action.
  ///   - every: Returns the action of every element; `nil` if it is not for all.
  ///   - embed: Wraps what the feature dispatches for an element; actions of other types stay
  ///     unchanged.
  @inlinable
  public func lift<
    Whole: Sendable,
    Elements: IdentifiedCollection & SendableMetatype,
    Global: Action,
    Input: Action,
    Output: Action
  >(
    elements keyPath: any WritableKeyPath<Whole, Elements> & Sendable,
    action extract: @escaping @Sendable (Global) -> (Elements.MemberIdentifier, Input)?,
    every: (@Sendable (Global) -> Input?)? = nil,
    embed: @escaping @Sendable (Elements.MemberIdentifier, Output) -> Global
  ) -> Feature<Whole, Environment>
  where Elements.IdentifiedMember == State, Elements.MemberIdentifier: Sendable {
    lifted(PartPlace(keyPath), by: ActionLift(elements: extract, every: every, embed)) {
      $0.lift(action: extract, every, embed, ElementChanges(keyPath))
    }
  }

  /// Returns this feature for each element of an array, found by what serves as its id, and for
  /// actions that wrap the elements'.
  /// - Parameters:
  ///   - keyPath: The array.
  ///   - id: Returns what tells an element from the others; unlike an index, it stays with the
  ///     element. Must be pure: it is also called while the store reduces.
  ///   - extract: Returns the element's id and action; `nil` if the action is not for an element.
  ///   - every: Returns the action of every element; `nil` if it is not for all.
  ///   - embed: Wraps what the feature dispatches for an element.
  public func lift<
    Whole: Sendable,
    ID: Hashable & Sendable,
    Global: Action,
    Input: Action,
    Output: Action
  >(
    elements keyPath: any WritableKeyPath<Whole, [State]> & Sendable,
    id: @escaping @Sendable (State) -> ID,
    action extract: @escaping @Sendable (Global) -> (ID, Input)?,
    every: (@Sendable (Global) -> Input?)? = nil,
    embed: @escaping @Sendable (ID, Output) -> Global
  ) -> Feature<Whole, Environment> {
    lifted(PartPlace(keyPath, id: id), by: ActionLift(elements: extract, every: every, embed)) {
      $0.lift(action: extract, every, embed, ElementChanges(keyPath, id: id))
    }
  }
}
