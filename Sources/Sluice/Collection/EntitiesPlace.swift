/// Where ``Entities`` are in a state.
@usableFromInline
struct EntitiesPlace: Sendable {
  /// Identifies a place: by a key path, and by what leads from the store's state to the state that
  /// the key path begins at.
  struct ID: Hashable {
    fileprivate(set) var steps: [ObjectIdentifier]
  }

  /// Returns the version of the entities in a state.
  @usableFromInline
  typealias Read = @Sendable (AnyStateBox, _ version: Int) -> EntitiesVersion

  private(set) var id: ID
  /// Retains what the id is made of.
  private var steps: [any AnyObject & Sendable]
  private(set) var read: Read
  /// The offset of the entities in the state; `nil` if they aren't stored in it.
  @usableFromInline let offset: Int?

  /// Creates the place at a key path.
  @inlinable
  init<State: Sendable, Element: Identifiable & Sendable>(
    at keyPath: any KeyPath<State, Entities<Element>> & Sendable
  ) {
    let offset = MemoryLayout<State>.offset(of: keyPath)
    self.init(keyPath, offset: offset) { box, _ in
      guard let offset else { return StateBox<State>(box).value[keyPath: keyPath].version }
      return unsafe (UnsafeRawPointer(StateBox<State>(box).pointer) + offset)
        .assumingMemoryBound(to: Entities<Element>.self).pointee.version
    }
  }

  @usableFromInline
  init(_ keyPath: any AnyObject & Sendable, offset: Int?, read: @escaping Read) {
    id = ID(steps: [ObjectIdentifier(keyPath)])
    steps = [keyPath]
    self.offset = offset
    self.read = read
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
    place.read = { [read] box, version in
      let (box, version) = project(box, version)
      return read(box, version)
    }
    return place
  }
}

/// An element of ``Entities`` in a state, from which a selector computes its value.
@usableFromInline
struct ElementKey: Sendable {
  private(set) var place: EntitiesPlace
  /// The hash of the element's id.
  let hash: UInt32

  @usableFromInline
  init(_ place: EntitiesPlace, hash: UInt32) {
    self.place = place
    self.hash = hash
  }

  /// Returns the key of the same element in the state that contains this key's state.
  func seen(
    through step: any AnyObject & Sendable,
    _ project: @escaping @Sendable (AnyStateBox, Int) -> (box: AnyStateBox, version: Int)
  ) -> ElementKey {
    ElementKey(place.seen(through: step, project), hash: hash)
  }
}
