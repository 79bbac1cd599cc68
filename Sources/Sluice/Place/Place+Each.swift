extension Place {
  /// The elements of a collection, each found by its id.
  ///
  /// ```swift
  /// store.register(reducer: todoReducer.lift(.each(\AppState.todos)))
  /// store.dispatch(action: ElementAction<Todo>(id: 4, action: Toggle()))
  /// ```
  ///
  /// Without `action:`, a lift's actions are ``ElementAction``s, and ``EveryElementAction``s. Elements are
  /// found in constant time in ``Entities`` and dictionaries, in linear time in arrays, and changed in
  /// place. An action for a missing element, such as one removed meanwhile, changes nothing and is
  /// reported once, as a ``StoreDiagnostic``; the commit that removes an element cancels its runs.
  /// - Parameter keyPath: ``Entities``, an array, a dictionary from the elements' ids, or another
  ///   ``IdentifiedCollection``.
  @inlinable
  public static func each<Elements: IdentifiedCollection & SendableMetatype>(
    _ keyPath: any WritableKeyPath<Whole, Elements> & Sendable
  ) -> Place
  where
    Elements.IdentifiedMember == Part,
    Elements.MemberIdentifier == Key,
    Part: Identifiable,
    Part.ID == Key
  {
    Place(keyPath, .elements(ElementActions(of: Part.self)))
  }

  /// The elements of a collection whose ids they don't know themselves, such as the values of a
  /// dictionary.
  ///
  /// A lift needs `action:`, which says which actions are an element's.
  /// - Parameter keyPath: A dictionary, whose keys are the ids, or another ``IdentifiedCollection``.
  @inlinable
  public static func each<Elements: IdentifiedCollection & SendableMetatype>(
    _ keyPath: any WritableKeyPath<Whole, Elements> & Sendable
  ) -> Place where Elements.IdentifiedMember == Part, Elements.MemberIdentifier == Key {
    Place(keyPath, .elements(nil))
  }

  /// Unavailable: the elements are changed.
  @available(
    *,
    unavailable,
    message: "The key path is read-only: declare its property with 'var', or with a setter."
  )
  @_disfavoredOverload
  public static func each<Elements: IdentifiedCollection>(
    _ keyPath: KeyPath<Whole, Elements>
  ) -> Place where Elements.IdentifiedMember == Part, Elements.MemberIdentifier == Key {
    fatalError("The key path is read-only.")
  }

  /// The elements of an array, found by what serves as their id, in linear time.
  ///
  /// A lift needs `action:`, which says which actions are an element's.
  /// - Parameters:
  ///   - keyPath: The array.
  ///   - id: Returns what tells an element from the others; unlike an index, it stays with the
  ///     element. Of several elements with one id, the first is found.
  @inlinable
  public static func each(
    _ keyPath: any WritableKeyPath<Whole, [Part]> & Sendable,
    id: @escaping @Sendable (Part) -> Key
  ) -> Place {
    Place(
      .elements(nil),
      find: { whole, key in whole[keyPath: keyPath].first { id($0) == key } },
      contains: { whole, key in whole[keyPath: keyPath].contains { id($0) == key } },
      keys: { $0[keyPath: keyPath].map(id) },
      update: { whole, key, change in
        Self.update(&whole[keyPath: keyPath], where: { id($0) == key }, change)
      },
      updateAll: { whole, change in
        Self.updateAll(&whole[keyPath: keyPath]) { change(id($0), &$0) }
      }
    )
  }

  // Inlined, for speed with a collection that is known.
  @inlinable
  init<Elements: IdentifiedCollection & SendableMetatype>(
    _ keyPath: any WritableKeyPath<Whole, Elements> & Sendable,
    _ kind: Kind
  ) where Elements.IdentifiedMember == Part, Elements.MemberIdentifier == Key {
    self.init(
      kind,
      find: { Elements.member($1, of: $0[keyPath: keyPath]) },
      contains: { Elements.hasMember($1, in: $0[keyPath: keyPath]) },
      keys: { Elements.memberIDs(of: $0[keyPath: keyPath]) },
      update: { Elements.updateMember($1, of: &$0[keyPath: keyPath], $2) },
      updateAll: { Elements.updateMembers(of: &$0[keyPath: keyPath], $1) },
      changes: { first in
        guard let changes = Elements.changes(since: first[keyPath: keyPath]) else { return nil }
        return { whole, body in changes(whole[keyPath: keyPath], body) }
      }
    )
  }

  @inlinable
  static func update(
    _ elements: inout [Part],
    where matches: (Part) -> Bool,
    _ change: (inout Part) -> Void
  ) -> Bool {
    guard let index = elements.firstIndex(where: matches) else { return false }
    change(&elements[index])
    return true
  }

  @inlinable
  static func updateAll(_ elements: inout [Part], _ change: (inout Part) -> Void) {
    for index in elements.indices { change(&elements[index]) }
  }
}
