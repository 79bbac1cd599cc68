extension Effect {
  /// Returns this effect for each element of a collection, named by an ``ElementAction``.
  ///
  /// ```swift
  /// let uploads = upload.lift(elements: \AppState.photos)
  /// store.dispatch(action: ElementAction<Photo>(id: 4, action: StartUpload()))
  /// ```
  ///
  /// Each element has runs of its own: overlap, debounce, throttle and keys are per element, and
  /// actions cancel the runs of their element. A run sees its element's state, receives that
  /// element's actions with ``RunContext/next(_:timeout:)``, and what it dispatches is for
  /// that element. An action for a missing element starts nothing, and the commit that removes an
  /// element cancels its runs: nothing that they dispatch afterwards is reduced. The state that such
  /// a run still reads is the element's last one that it saw.
  ///
  /// An ``EveryElementAction`` starts a run for each element.
  ///
  /// While no element has runs, nothing is done for a commit. Otherwise ``Entities`` take time
  /// proportional to what the commit changed; dictionaries, to the number of elements that have
  /// runs; arrays, to that number and the number of elements.
  ///
  /// Effects over an ``ActionStream`` and action sources have one run for all, and can't be lifted
  /// over elements: that is reported when they are registered.
  /// - Parameter keyPath: ``Entities``, an array, a dictionary from the elements' ids, or another
  ///   ``IdentifiedCollection``.
  @inlinable
  public func lift<Whole: Sendable, Elements: IdentifiedCollection & SendableMetatype>(
    elements keyPath: any KeyPath<Whole, Elements> & Sendable
  ) -> Effect
  where
    Elements.IdentifiedMember: Identifiable & Sendable,
    Elements.IdentifiedMember.ID == Elements.MemberIdentifier,
    Elements.MemberIdentifier: Sendable
  {
    lifted(PartPlace(keyPath), by: ActionLift(elements: Elements.IdentifiedMember.self))
  }

  /// Returns this effect for each element of a collection, and for actions that wrap the elements'.
  ///
  /// ```swift
  /// enum AppAction: Action { case photo(Photo.ID, PhotoAction), all(PhotoAction) }
  ///
  /// upload.lift(
  ///   elements: \AppState.photos,
  ///   action: { (action: AppAction) in
  ///     if case .photo(let id, let action) = action { (id, action) } else { nil }
  ///   },
  ///   embed: AppAction.photo
  /// )
  /// ```
  ///
  /// Each element's runs are its own, as with `lift(elements:)`.
  /// - Parameters:
  ///   - keyPath: ``Entities``, an array, a dictionary, whose keys are the ids, or another
  ///     ``IdentifiedCollection``.
  ///   - extract: Returns the element's id and action; `nil` if the action is not for an element.
  ///     Must be pure: it may be called while the store reduces, and several times for an action.
  ///   - every: Returns the action of every element; `nil` if it is not for all.
  ///   - embed: Wraps what the effect dispatches for an element; actions of other types stay
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
  ) -> Effect
  where Elements.IdentifiedMember: Sendable, Elements.MemberIdentifier: Sendable {
    lifted(PartPlace(keyPath), by: ActionLift(elements: extract, every: every, embed))
  }

  /// Returns this effect for each element of an array, found by what serves as its id, and for
  /// actions that wrap the elements'.
  /// - Parameters:
  ///   - keyPath: The array.
  ///   - id: Returns what tells an element from the others; unlike an index, it stays with the
  ///     element. Must be pure: it is also called while the store reduces.
  ///   - extract: Returns the element's id and action; `nil` if the action is not for an element.
  ///   - every: Returns the action of every element; `nil` if it is not for all.
  ///   - embed: Wraps what the effect dispatches for an element.
  public func lift<
    Whole: Sendable,
    Element: Sendable,
    ID: Hashable & Sendable,
    Global: Action,
    Input: Action,
    Output: Action
  >(
    elements keyPath: any KeyPath<Whole, [Element]> & Sendable,
    id: @escaping @Sendable (Element) -> ID,
    action extract: @escaping @Sendable (Global) -> (ID, Input)?,
    every: (@Sendable (Global) -> Input?)? = nil,
    embed: @escaping @Sendable (ID, Output) -> Global
  ) -> Effect {
    lifted(PartPlace(keyPath, id: id), by: ActionLift(elements: extract, every: every, embed))
  }
}
