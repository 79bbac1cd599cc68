/// What differs between two versions of ``Entities``, in no particular order.
@usableFromInline
package struct EntitiesDifference<Element: Identifiable> {
  /// The elements whose ids both versions have, and that aren't equal.
  @usableFromInline package internal(set) var changed: [(old: Element, new: Element)] = []
  /// The elements whose ids only the new version has.
  @usableFromInline package internal(set) var added: [Element] = []
  /// The elements whose ids only the old version has.
  @usableFromInline package internal(set) var removed: [Element] = []

  @usableFromInline
  init() {}

  /// Whether nothing differs but perhaps the order.
  @inlinable package var isEmpty: Bool { changed.isEmpty && added.isEmpty && removed.isEmpty }
}

extension Entities {
  /// Returns how this version differs from an older one; elements that only moved don't.
  ///
  /// Takes time proportional to the number of elements that differ or have moved if both come from
  /// one collection, and to the number of all elements if they don't.
  /// - Parameter areEqual: Returns whether two elements with the same id are equal. Called for those
  ///   that the versions don't share: for the elements near those that changed, too.
  @inlinable
  package func differences(
    from old: Entities,
    by areEqual: (Element, Element) -> Bool
  ) -> EntitiesDifference<Element> {
    var difference = EntitiesDifference<Element>()
    func compare(_ was: Element, _ element: Element) {
      if !areEqual(was, element) { difference.changed.append((was, element)) }
    }
    var olds: [Element] = []
    var news: [Element] = []
    chunks.forEachUnshared(with: old.chunks, filler: []) { chunk, was in
      if chunk.isIdentical(to: was) { return }
      if chunk.elementsEqual(was, by: { $0.id == $1.id }) {
        for (was, element) in zip(was, chunk) { compare(was, element) }
      } else {
        // An element may have gone from one chunk to another, neither of which is shared then.
        olds += was
        news += chunk
      }
    }
    var places: [ID: Int] = [:]
    for (index, old) in olds.enumerated() { places[old.id] = index }
    for new in news {
      if let index = places.removeValue(forKey: new.id) {
        compare(olds[index], new)
      } else {
        difference.added.append(new)
      }
    }
    difference.removed = places.values.sorted().map { olds[$0] }
    return difference
  }
}

extension Entities where Element: Equatable {
  /// Returns how this version differs from an older one; elements that only moved don't.
  ///
  /// Takes time proportional to the number of elements that differ or have moved if both come from
  /// one collection, and to the number of all elements if they don't.
  @inlinable
  package func differences(from old: Entities) -> EntitiesDifference<Element> {
    differences(from: old, by: ==)
  }
}
