public import SluiceEntities

/// Where ``Entities`` are in a state.
@usableFromInline
struct EntitiesPlace: Sendable {
  /// Identifies a place: by a key path, and by what leads from the store's state to the state that
  /// the key path begins at.
  struct ID: Hashable {
    fileprivate(set) var steps: [ObjectIdentifier]
  }

  /// Calls a function with the hash of the id of each element that isn't the same in a state and in
  /// the one before: that of the last call or, at the first one, of the function's creation.
  ///
  /// Retains the ids of the last state, and none of its elements.
  @usableFromInline
  typealias Comparison = (AnyStateBox, _ version: Int, _ body: (UInt32) -> Void) -> Void

  private(set) var id: ID
  /// Retains what the id is made of.
  private var steps: [any AnyObject & Sendable]
  /// Creates a comparison of following states with one.
  private(set) var comparison: @Sendable (AnyStateBox, _ version: Int) -> Comparison
  /// The offset of the entities in the state; `nil` if they aren't stored in it.
  @usableFromInline let offset: Int?

  /// Creates the place at a key path.
  @inlinable
  init<State: Sendable, Element: Identifiable & Sendable>(
    at keyPath: any KeyPath<State, Entities<Element>> & Sendable
  ) where Element.ID: Sendable {
    let offset = MemoryLayout<State>.offset(of: keyPath)
    let index = { @Sendable (box: AnyStateBox) -> IDIndex<Element.ID> in
      guard let offset else { return StateBox<State>(box).value[keyPath: keyPath].index }
      return unsafe (UnsafeRawPointer(StateBox<State>(box).pointer) + offset)
        .assumingMemoryBound(to: Entities<Element>.self).pointee.index
    }
    self.init(keyPath, offset: offset) { box, _ in
      var last = index(box)
      return { box, _, body in
        let new = index(box)
        new.forEachChange(since: last) { body($0.hash) }
        last = new
      }
    }
  }

  @usableFromInline
  init(
    _ keyPath: any AnyObject & Sendable,
    offset: Int?,
    comparison: @escaping @Sendable (AnyStateBox, Int) -> Comparison
  ) {
    id = ID(steps: [ObjectIdentifier(keyPath)])
    steps = [keyPath]
    self.offset = offset
    self.comparison = comparison
  }

  /// Returns the place of the same entities in the state that contains this place's state.
  ///
  /// - Parameters:
  ///   - step: What leads from the containing state to this place's.
  ///   - project: Returns this place's state.
  func seen(
    through step: any AnyObject & Sendable,
    _ project: @escaping @Sendable (AnyStateBox, Int) -> (box: AnyStateBox, version: Int)
  ) -> EntitiesPlace {
    var place = self
    place.id.steps.append(ObjectIdentifier(step))
    place.steps.append(step)
    place.comparison = { [comparison] box, version in
      let (box, version) = project(box, version)
      let compare = comparison(box, version)
      return { box, version, body in
        let (box, version) = project(box, version)
        compare(box, version, body)
      }
    }
    return place
  }
}

/// An element of ``Entities`` in a state, from which a selector computes its value.
@usableFromInline
package struct ElementKey: Sendable {
  private(set) var place: EntitiesPlace
  /// The hash of the element's id.
  let hash: UInt32

  @usableFromInline
  init(_ place: EntitiesPlace, hash: UInt32) {
    self.place = place
    self.hash = hash
  }

  /// Returns the key of the same element in the state that contains this key's state.
  package func seen(
    through step: any AnyObject & Sendable,
    _ project: @escaping @Sendable (AnyStateBox, Int) -> (box: AnyStateBox, version: Int)
  ) -> ElementKey {
    ElementKey(place.seen(through: step, project), hash: hash)
  }
}
