/// A collection whose members are found, and changed in place, by their ids.
///
/// ``Entities``, arrays of `Identifiable` elements and dictionaries are such collections; a reducer
/// of one element can be lifted over them, with ``Reducer/lift(elements:)``.
public protocol IdentifiedCollection<ID, Member> {
  /// What members are found by.
  associatedtype ID: Hashable
  /// What is in the collection.
  associatedtype Member

  /// Changes a member where it is, without a copy.
  /// - Returns: Whether it is there.
  @discardableResult
  mutating func update(id: ID, _ change: (inout Member) -> Void) -> Bool
}

extension Array: IdentifiedCollection where Element: Identifiable {
  /// Changes the first element with an id where it is.
  ///
  /// Looks at the elements one after another; ``Entities`` find one at once.
  @discardableResult
  public mutating func update(id: Element.ID, _ change: (inout Element) -> Void) -> Bool {
    guard let index = firstIndex(where: { $0.id == id }) else { return false }
    change(&self[index])
    return true
  }
}

extension Dictionary: IdentifiedCollection {
  /// Changes the value of a key where it is.
  @discardableResult
  public mutating func update(id: Key, _ change: (inout Value) -> Void) -> Bool {
    guard let index = index(forKey: id) else { return false }
    change(&values[index])
    return true
  }
}
