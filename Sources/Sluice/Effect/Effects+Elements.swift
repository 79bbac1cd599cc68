extension Effects {
  /// Returns these effects for each element of a collection, named by an ``ElementAction``.
  ///
  /// Each element's runs are its own, as with `lift(elements:)` of one effect.
  /// - Parameter keyPath: ``Entities``, an array, a dictionary from the elements' ids, or another
  ///   ``IdentifiedCollection``.
  @inlinable
  public func lift<Whole: Sendable, Elements: IdentifiedCollection & SendableMetatype>(
    elements keyPath: any KeyPath<Whole, Elements> & Sendable
  ) -> LiftedEffects<Self, Environment>
  where
    Elements.IdentifiedMember: Identifiable & Sendable,
    Elements.IdentifiedMember.ID == Elements.MemberIdentifier,
    Elements.MemberIdentifier: Sendable
  {
    lifted(PartPlace(keyPath), by: ActionLift(elements: Elements.IdentifiedMember.self))
  }

  /// Returns these effects for each element of a collection, and for actions that wrap the elements'.
  /// - Parameters:
  ///   - keyPath: ``Entities``, an array, a dictionary, whose keys are the ids, or another
  ///     ``IdentifiedCollection``.
  ///   - extract: Returns the element's id and action; `nil` if the action is not for an element.
  ///     Must be pure: it may be called while the store reduces, and several times for an action.
  ///   - every: Returns the action of every element; `nil` if it is not for all.
  ///   - embed: Wraps what the effects dispatch for an element; actions of other types stay
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
  ) -> LiftedEffects<Self, Environment>
  where Elements.IdentifiedMember: Sendable, Elements.MemberIdentifier: Sendable {
    lifted(PartPlace(keyPath), by: ActionLift(elements: extract, every: every, embed))
  }

  /// Returns these effects for each element of an array, found by what serves as its id, and for
  /// actions that wrap the elements'.
  /// - Parameters:
  ///   - keyPath: The array.
  ///   - id: Returns what tells an element from the others; unlike an index, it stays with the
  ///     element. Must be pure: it is also called while the store reduces.
  ///   - extract: Returns the element's id and action; `nil` if the action is not for an element.
  ///   - every: Returns the action of every element; `nil` if it is not for all.
  ///   - embed: Wraps what the effects dispatch for an element.
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
  ) -> LiftedEffects<Self, Environment> {
    LiftedEffects(self) {
      $0.lift(elements: keyPath, id: id, action: extract, every: every, embed: embed)
    }
  }

  /// Returns these effects for each of several parts of a larger state, and for actions that wrap
  /// theirs.
  @usableFromInline
  func lifted<Whole, ID, Part>(
    _ place: PartPlace<Whole, ID, Part>,
    by lift: ActionLift
  ) -> LiftedEffects<Self, Environment> {
    LiftedEffects(self) { $0.lifted(place, by: lift) }
  }
}
