public import SluiceEntities

extension Place where Part: Identifiable, Part.ID == Key {
  /// The elements of a collection, each found by its id, in constant time.
  ///
  /// ```swift
  /// store.register(reducer: todoReducer.lift(.each(\AppState.todos)))
  /// store.dispatch(action: ElementAction<Todo>(id: 4, action: Toggle()))
  /// ```
  ///
  /// Without `action:`, a lift's actions are ``ElementAction``s, and ``EveryElementAction``s. Elements
  /// are changed in place, and renamed if their id changes, as by ``Entities/update(id:_:)``. An action
  /// for a missing element, such as one removed meanwhile, changes nothing and is reported once, as a
  /// ``StoreDiagnostic``; the commit that removes or renames an element cancels its runs.
  @inlinable
  public static func each(_ keyPath: any WritableKeyPath<Whole, Entities<Part>> & Sendable) -> Place
  {
    Place(
      .elements(ElementActions(of: Part.self)),
      find: { $0[keyPath: keyPath][id: $1] },
      contains: { $0[keyPath: keyPath].contains(id: $1) },
      keys: { $0[keyPath: keyPath].ids },
      update: { $0[keyPath: keyPath].update(id: $1, $2) },
      updateAll: { $0[keyPath: keyPath].updateAll($1) },
      // Retains the ids of the last version, and none of its elements.
      changes: { first in
        var last = first[keyPath: keyPath].index
        return { whole, body in
          let index = whole[keyPath: keyPath].index
          index.forEachChange(since: last) { body($0.id) }
          last = index
          return true
        }
      }
    )
  }

  /// The elements of an array, each found by its id.
  ///
  /// As the elements of ``Entities``, in everything else. Found in constant time where they were found
  /// before, otherwise in linear time. Of several elements with one id, one is found.
  @inlinable
  public static func each(_ keyPath: any WritableKeyPath<Whole, [Part]> & Sendable) -> Place {
    Place(keyPath, .elements(ElementActions(of: Part.self)), id: { $0.id })
  }

  /// The values of a dictionary whose keys are their ids, each found in constant time.
  ///
  /// As the elements of ``Entities``, in everything else.
  @inlinable
  public static func each(_ keyPath: any WritableKeyPath<Whole, [Key: Part]> & Sendable) -> Place {
    Place(keyPath, .elements(ElementActions(of: Part.self)))
  }

  /// Unavailable: the elements are changed.
  @available(
    *,
    unavailable,
    message: "The key path is read-only: declare its property with 'var', or with a setter."
  )
  @_disfavoredOverload
  public static func each(_ keyPath: KeyPath<Whole, Entities<Part>>) -> Place {
    fatalError("The key path is read-only.")
  }

  /// Unavailable: the elements are changed.
  @available(
    *,
    unavailable,
    message: "The key path is read-only: declare its property with 'var', or with a setter."
  )
  @_disfavoredOverload
  public static func each(_ keyPath: KeyPath<Whole, [Part]>) -> Place {
    fatalError("The key path is read-only.")
  }
}

extension Place {
  /// The values of a dictionary, each found by its key, in constant time.
  ///
  /// A lift needs `action:`, which says which actions are a value's.
  @inlinable
  public static func each(_ keyPath: any WritableKeyPath<Whole, [Key: Part]> & Sendable) -> Place {
    Place(keyPath, .elements(nil))
  }

  /// The elements of an array, found by what serves as their id, as elements that know theirs are.
  ///
  /// A lift needs `action:`, which says which actions are an element's.
  /// - Parameters:
  ///   - keyPath: The array.
  ///   - id: Returns what tells an element from the others; unlike an index, it stays with the
  ///     element.
  @inlinable
  public static func each(
    _ keyPath: any WritableKeyPath<Whole, [Part]> & Sendable,
    id: @escaping @Sendable (Part) -> Key
  ) -> Place {
    Place(keyPath, .elements(nil), id: id)
  }

  /// Unavailable: the elements are changed.
  @available(
    *,
    unavailable,
    message: "The key path is read-only: declare its property with 'var', or with a setter."
  )
  @_disfavoredOverload
  public static func each(_ keyPath: KeyPath<Whole, [Key: Part]>) -> Place {
    fatalError("The key path is read-only.")
  }

  // Inlined, for speed with elements that are known.
  @inlinable
  init(
    _ keyPath: any WritableKeyPath<Whole, [Part]> & Sendable,
    _ kind: Kind,
    id: @escaping @Sendable (Part) -> Key
  ) {
    let index = ArrayIndex<Key>()
    self.init(
      kind,
      find: { whole, key in
        let elements = whole[keyPath: keyPath]
        return Self.offset(of: key, in: elements, id, index).map { elements[$0] }
      },
      contains: { Self.offset(of: $1, in: $0[keyPath: keyPath], id, index) != nil },
      keys: { $0[keyPath: keyPath].map(id) },
      update: { Self.update(&$0[keyPath: keyPath], $1, id, index, $2) },
      updateAll: { whole, change in
        Self.updateAll(&whole[keyPath: keyPath]) { change(id($0), &$0) }
      },
      // Retains the array, which isn't changed in place then.
      changes: { first in
        var last = first[keyPath: keyPath]
        return { whole, _ in
          let new = whole[keyPath: keyPath]
          defer { last = new }
          return Self.isSame(last, new)
        }
      }
    )
  }

  @inlinable
  init(_ keyPath: any WritableKeyPath<Whole, [Key: Part]> & Sendable, _ kind: Kind) {
    self.init(
      kind,
      find: { $0[keyPath: keyPath][$1] },
      contains: { $0[keyPath: keyPath].index(forKey: $1) != nil },
      keys: { Array($0[keyPath: keyPath].keys) },
      update: { Self.update(&$0[keyPath: keyPath], $1, $2) },
      updateAll: { Self.updateAll(&$0[keyPath: keyPath], $1) }
    )
  }

  @inlinable
  static func offset(
    of key: Key,
    in elements: [Part],
    _ id: (Part) -> Key,
    _ index: ArrayIndex<Key>
  ) -> Int? {
    elements.count <= ArrayIndex<Key>.few
      ? elements.firstIndex { id($0) == key }
      : index.offset(of: key, count: elements.count) { id(elements[$0]) }
  }

  @inlinable
  static func update(
    _ elements: inout [Part],
    _ key: Key,
    _ id: (Part) -> Key,
    _ index: ArrayIndex<Key>,
    _ change: (inout Part) -> Void
  ) -> Bool {
    guard let offset = offset(of: key, in: elements, id, index) else { return false }
    change(&elements[offset])
    return true
  }

  @inlinable
  static func isSame(_ one: [Part], _ other: [Part]) -> Bool {
    unsafe one.count == other.count
      && one.withUnsafeBufferPointer { one in
        unsafe other.withUnsafeBufferPointer { unsafe one.baseAddress == $0.baseAddress }
      }
  }

  @inlinable
  static func updateAll(_ elements: inout [Part], _ change: (inout Part) -> Void) {
    for index in elements.indices { change(&elements[index]) }
  }

  @inlinable
  static func update(
    _ values: inout [Key: Part],
    _ key: Key,
    _ change: (inout Part) -> Void
  ) -> Bool {
    guard let index = values.index(forKey: key) else { return false }
    change(&values.values[index])
    return true
  }

  @inlinable
  static func updateAll(_ values: inout [Key: Part], _ change: (Key, inout Part) -> Void) {
    var index = values.startIndex
    while index != values.endIndex {
      change(values.keys[index], &values.values[index])
      values.formIndex(after: &index)
    }
  }
}

extension Place where Key == Only {
  /// Unavailable: elements are found by an id.
  @available(
    *,
    unavailable,
    message: """
      Elements are found by their id: make them Identifiable, with actions wrapped by .element, \
      or say what serves as it, as in each(\\.rows, id: \\.name).
      """
  )
  @_disfavoredOverload
  public static func each(_ keyPath: any WritableKeyPath<Whole, [Part]> & Sendable) -> Place {
    fatalError("Elements are found by their id.")
  }
}
