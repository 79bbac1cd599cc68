/// A collection whose members are found and changed in place by their ids.
///
/// ``Entities`` conform; a collection of your own may. `Reducer.lift(elements:)` lifts a reducer
/// of one element to such a collection, to an array of `Identifiable` elements or to a dictionary.
public protocol IdentifiedCollection<ID, Member> {
  /// The type of the members' ids.
  associatedtype ID: Hashable
  /// The type of the members.
  associatedtype Member

  /// The ids of all members.
  var ids: [ID] { get }

  /// Returns the member with an id; `nil` if there is none.
  subscript(id id: ID) -> Member? { get }

  /// Returns a function that calls a closure with the id of each member that isn't the same in a
  /// version and in the one before: at the first call, the given one.
  ///
  /// Returns `nil` by default, if that takes as long as looking at all members.
  static func changes(since first: Self) -> ((_ new: Self, _ body: (ID) -> Void) -> Void)?

  /// Changes the member with an id in place, without a copy.
  /// - Returns: Whether there is such a member.
  @discardableResult
  mutating func update(id: ID, _ change: (inout Member) -> Void) -> Bool
}

extension IdentifiedCollection {
  /// Returns `nil`: takes as long as looking at all members.
  @inlinable
  public static func changes(since first: Self) -> ((_ new: Self, _ body: (ID) -> Void) -> Void)? {
    nil
  }
}
