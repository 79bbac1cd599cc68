/// A collection whose members are found and changed in place by their ids.
///
/// ``Entities``, arrays of `Identifiable` elements and dictionaries conform.
/// ``Reducer/lift(elements:)`` lifts a reducer of one element to such a collection.
public protocol IdentifiedCollection<ID, Member> {
  /// The type of the members' ids.
  associatedtype ID: Hashable
  /// The type of the members.
  associatedtype Member

  /// Changes the member with an id in place, without a copy.
  /// - Returns: Whether there is such a member.
  @discardableResult
  mutating func update(id: ID, _ change: (inout Member) -> Void) -> Bool
}

extension Array: IdentifiedCollection where Element: Identifiable {
  /// Changes the first element with an id in place.
  ///
  /// Takes time proportional to the number of elements; ``Entities`` takes constant time.
  @discardableResult
  public mutating func update(id: Element.ID, _ change: (inout Element) -> Void) -> Bool {
    guard let index = firstIndex(where: { $0.id == id }) else { return false }
    change(&self[index])
    return true
  }
}

extension Dictionary: IdentifiedCollection {
  /// Changes the value of a key in place.
  @discardableResult
  public mutating func update(id: Key, _ change: (inout Value) -> Void) -> Bool {
    guard let index = index(forKey: id) else { return false }
    change(&values[index])
    return true
  }
}
