/// Where the parts of a state are that come and go: the elements of a collection, an optional part,
/// or the value of a case.
@frozen
@usableFromInline
struct PartPlace<Whole: Sendable, ID: Hashable & Sendable, Part: Sendable>: Sendable {
  /// Calls a closure with the id of each part that isn't the same in a state and in the one before.
  @usableFromInline typealias Comparison = (Whole, _ body: (ID) -> Void) -> Void

  /// Returns the part with an id; `nil` if there is none.
  @usableFromInline let find: @Sendable (Whole, ID) -> Part?
  @usableFromInline let contains: @Sendable (Whole, ID) -> Bool
  /// The ids of all parts.
  @usableFromInline let ids: @Sendable (Whole) -> [ID]
  /// Creates a comparison of following states with one; `nil` if that takes as long as searching.
  @usableFromInline let comparison: (@Sendable (Whole) -> Comparison?)?

  @inlinable
  init(
    find: @escaping @Sendable (Whole, ID) -> Part?,
    contains: @escaping @Sendable (Whole, ID) -> Bool,
    ids: @escaping @Sendable (Whole) -> [ID],
    comparison: (@Sendable (Whole) -> Comparison?)? = nil
  ) {
    self.comparison = comparison
    self.find = find
    self.contains = contains
    self.ids = ids
  }

  /// Creates the place of a collection's elements; inlined, for speed with a type that is known.
  @inlinable
  init<Elements: IdentifiedCollection & SendableMetatype>(
    _ keyPath: any KeyPath<Whole, Elements> & Sendable
  ) where Elements.IdentifiedMember == Part, Elements.MemberIdentifier == ID {
    self.init(
      find: { Elements.member($1, of: $0[keyPath: keyPath]) },
      contains: { Elements.hasMember($1, in: $0[keyPath: keyPath]) },
      ids: { Elements.memberIDs(of: $0[keyPath: keyPath]) },
      comparison: { first in
        guard let changes = Elements.changes(since: first[keyPath: keyPath]) else { return nil }
        return { whole, body in changes(whole[keyPath: keyPath], body) }
      }
    )
  }

  /// Creates the place of an array's elements, which are found by what serves as their id.
  init(
    _ keyPath: any KeyPath<Whole, [Part]> & Sendable,
    id: @escaping @Sendable (Part) -> ID
  ) {
    self.init(
      find: { whole, wanted in whole[keyPath: keyPath].first { id($0) == wanted } },
      contains: { whole, wanted in whole[keyPath: keyPath].contains { id($0) == wanted } },
      ids: { $0[keyPath: keyPath].map(id) }
    )
  }

  /// Creates the place of a part that may be absent.
  init(get: @escaping @Sendable (Whole) -> Part?, id: @escaping @Sendable (Part) -> ID) {
    self.init(
      find: { whole, wanted in get(whole).flatMap { id($0) == wanted ? $0 : nil } },
      contains: { whole, wanted in get(whole).map(id) == wanted },
      ids: { get($0).map { [id($0)] } ?? [] }
    )
  }
}

extension PartPlace where Whole == Part {
  /// Creates the place of all nodes of a tree, each named by the ids that lead to it from the root.
  @usableFromInline
  init<Child: Hashable & Sendable>(
    tree children: PartPlace<Part, Child, Part>
  ) where ID == [Child] {
    let find = { @Sendable (root: Part, path: ArraySlice<Child>) -> Part? in
      var node = root
      for id in path {
        guard let child = children.find(node, id) else { return nil }
        node = child
      }
      return node
    }
    self.init(
      find: { find($0, $1[...]) },
      contains: { root, path in
        guard let last = path.last else { return true }
        return find(root, path.dropLast()).map { children.contains($0, last) } == true
      },
      ids: { root in
        var paths: [[Child]] = []
        var rest: [(path: [Child], node: Part)] = [([], root)]
        while let (path, node) = rest.popLast() {
          paths.append(path)
          rest += children.ids(node).reversed().compactMap { id in
            children.find(node, id).map { (path + [id], $0) }
          }
        }
        return paths
      }
    )
  }
}

/// The parts of a whole at one place, or at places within parts at others.
final class PartPath<Whole: Sendable>: Sendable {
  typealias Comparison = (Whole, _ body: (PartID) -> Void) -> Void

  /// The number of places.
  let depth: Int
  let contains: @Sendable (Whole, ArraySlice<PartID.Step>) -> Bool
  /// Returns the ids of the parts that match.
  let ids: @Sendable (Whole, ArraySlice<PartPattern.Choice>) -> [PartID]
  let comparison: (@Sendable (Whole) -> Comparison?)?

  private init(
    depth: Int,
    contains: @escaping @Sendable (Whole, ArraySlice<PartID.Step>) -> Bool,
    ids: @escaping @Sendable (Whole, ArraySlice<PartPattern.Choice>) -> [PartID],
    comparison: (@Sendable (Whole) -> Comparison?)?
  ) {
    self.depth = depth
    self.contains = contains
    self.ids = ids
    self.comparison = comparison
  }

  /// Creates the path to the parts at a place or, within each, those at the end of another path.
  convenience init<ID, Part>(_ place: PartPlace<Whole, ID, Part>, _ inner: PartPath<Part>?) {
    func makeComparison(
      _ make: @escaping @Sendable (Whole) -> PartPlace<Whole, ID, Part>.Comparison?
    )
      -> @Sendable (Whole) -> Comparison?
    {
      { whole in
        guard let compare = make(whole) else { return nil }
        return { whole, body in compare(whole) { body(PartID(steps: [PartID.Step($0)])) } }
      }
    }
    self.init(
      depth: 1 + (inner?.depth ?? 0),
      contains: { whole, steps in
        guard let id = steps.first?.value as? ID else { return false }
        guard let inner else { return place.contains(whole, id) }
        return place.find(whole, id).map { inner.contains($0, steps.dropFirst()) } == true
      },
      ids: { whole, steps in
        let ids: [ID]
        switch steps.first {
        case .one(let step): ids = (step.value as? ID).map { [$0] } ?? []
        case .those(let match): ids = place.ids(whole).filter { match(PartID.Step($0)) }
        case .every, nil: ids = place.ids(whole)
        }
        return ids.flatMap { id -> [PartID] in
          let step = PartID.Step(id)
          guard let inner else { return place.contains(whole, id) ? [PartID(steps: [step])] : [] }
          guard let part = place.find(whole, id) else { return [] }
          return inner.ids(part, steps.dropFirst()).map { PartID(steps: [step] + $0.steps) }
        }
      },
      comparison: inner == nil ? place.comparison.map(makeComparison) : nil
    )
  }

  /// Returns the path from a state that contains the whole.
  func seen<Outer>(from keyPath: any KeyPath<Outer, Whole> & Sendable) -> PartPath<Outer> {
    func makeComparison(_ make: @escaping @Sendable (Whole) -> Comparison?)
      -> @Sendable (Outer) -> PartPath<Outer>.Comparison?
    {
      { outer in
        guard let compare = make(outer[keyPath: keyPath]) else { return nil }
        return { outer, body in compare(outer[keyPath: keyPath], body) }
      }
    }
    return PartPath<Outer>(
      depth: depth,
      contains: { [contains] in contains($0[keyPath: keyPath], $1) },
      ids: { [ids] in ids($0[keyPath: keyPath], $1) },
      comparison: comparison.map(makeComparison)
    )
  }

  /// Returns the path without the state's type, for a store with that state.
  var finder: PartFinder {
    func makeComparison(_ make: @escaping @Sendable (Whole) -> Comparison?)
      -> @Sendable (AnyStateBox) -> PartFinder.Comparison?
    {
      { box in
        guard let compare = make(StateBox<Whole>(box).value) else { return nil }
        return { box, body in compare(StateBox<Whole>(box).value, body) }
      }
    }
    return PartFinder(
      depth: depth,
      contains: { [contains] in contains(StateBox<Whole>($0).value, $1.steps[...]) },
      ids: { [ids] in ids(StateBox<Whole>($0).value, $1.steps[...]) },
      comparison: comparison.map(makeComparison)
    )
  }
}

extension Selector {
  /// Creates the selector of a part with an id, which keeps the last one when it is gone.
  ///
  /// - Parameter first: The part before the first evaluation.
  static func part<ID>(
    _ id: ID,
    at place: PartPlace<State, ID, Value>,
    first: Value
  ) -> Selector {
    let last = Locked(first)
    return Selector(.element, areEqual: nil, elements: []) { home, _ in
      SelectorCell(home, nil) { box, _ in
        let found = place.find(box.value, id)
        let old = last.withLock { last in
          defer { if let found { last = found } }
          return last
        }
        return found ?? old
      }
    }
  }
}
