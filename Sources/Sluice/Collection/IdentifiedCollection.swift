/// A collection whose members are found and changed in place by their ids.
///
/// ``Entities`` conform, and so do arrays of `Identifiable` elements, and dictionaries, whose keys are
/// the ids; a collection of your own may. A reducer or a ``Feature`` of one
/// member is lifted onto all of them with `lift(.each(…))`.
///
/// The requirements are static and have rare names, so that arrays and dictionaries get nothing with
/// which members and types of a program could collide.
public protocol IdentifiedCollection<MemberIdentifier, IdentifiedMember> {
  /// The type of the members' ids.
  associatedtype MemberIdentifier: Hashable
  /// The type of the members.
  associatedtype IdentifiedMember

  /// Returns the ids of all members.
  static func memberIDs(of collection: Self) -> [MemberIdentifier]

  /// Returns the member with an id; `nil` if there is none.
  static func member(_ id: MemberIdentifier, of collection: Self) -> IdentifiedMember?

  /// Returns whether there is a member with an id; by default, whether it is found.
  static func hasMember(_ id: MemberIdentifier, in collection: Self) -> Bool

  /// Changes the member with an id in place, without a copy.
  /// - Returns: Whether there is such a member.
  static func updateMember(
    _ id: MemberIdentifier,
    of collection: inout Self,
    _ change: (inout IdentifiedMember) -> Void
  ) -> Bool

  /// Changes all members in place; by default, each by its id.
  static func updateMembers(
    of collection: inout Self,
    _ change: (MemberIdentifier, inout IdentifiedMember) -> Void
  )

  /// Returns a function that calls a closure with the id of each member that isn't the same in a
  /// version and in the one before: at the first call, the given one.
  ///
  /// Returns `nil` by default, if that takes as long as looking at all members.
  static func changes(
    since first: Self
  ) -> ((_ new: Self, _ body: (MemberIdentifier) -> Void) -> Void)?
}

extension IdentifiedCollection {
  /// Returns whether the member with an id is found.
  @inlinable
  public static func hasMember(_ id: MemberIdentifier, in collection: Self) -> Bool {
    member(id, of: collection) != nil
  }

  /// Changes all members, each by its id.
  @inlinable
  public static func updateMembers(
    of collection: inout Self,
    _ change: (MemberIdentifier, inout IdentifiedMember) -> Void
  ) {
    for id in memberIDs(of: collection) {
      _ = updateMember(id, of: &collection) { change(id, &$0) }
    }
  }

  /// Returns `nil`: takes as long as looking at all members.
  @inlinable
  public static func changes(
    since first: Self
  ) -> ((_ new: Self, _ body: (MemberIdentifier) -> Void) -> Void)? {
    nil
  }
}

/// Finds the first element with an id, in time proportional to the number of elements.
extension Array: IdentifiedCollection where Element: Identifiable {
  /// Returns the ids of all elements.
  @inlinable
  public static func memberIDs(of array: [Element]) -> [Element.ID] { array.map(\.id) }

  /// Returns the first element with an id; `nil` if there is none.
  @inlinable
  public static func member(_ id: Element.ID, of array: [Element]) -> Element? {
    array.first { $0.id == id }
  }

  /// Returns whether there is an element with an id.
  @inlinable
  public static func hasMember(_ id: Element.ID, in array: [Element]) -> Bool {
    array.contains { $0.id == id }
  }

  /// Changes the first element with an id in place.
  @inlinable
  public static func updateMember(
    _ id: Element.ID,
    of array: inout [Element],
    _ change: (inout Element) -> Void
  ) -> Bool {
    guard let index = array.firstIndex(where: { $0.id == id }) else { return false }
    change(&array[index])
    return true
  }

  /// Changes all elements in place, in order.
  @inlinable
  public static func updateMembers(
    of array: inout [Element],
    _ change: (Element.ID, inout Element) -> Void
  ) {
    for index in array.indices { change(array[index].id, &array[index]) }
  }
}

/// Finds a value by its key, in constant time.
extension Dictionary: IdentifiedCollection {
  /// Returns all keys.
  @inlinable
  public static func memberIDs(of dictionary: [Key: Value]) -> [Key] { Array(dictionary.keys) }

  /// Returns the value of a key; `nil` if there is none.
  @inlinable
  public static func member(_ key: Key, of dictionary: [Key: Value]) -> Value? { dictionary[key] }

  /// Returns whether there is a value for a key.
  @inlinable
  public static func hasMember(_ key: Key, in dictionary: [Key: Value]) -> Bool {
    dictionary.index(forKey: key) != nil
  }

  /// Changes the value of a key in place.
  @inlinable
  public static func updateMember(
    _ key: Key,
    of dictionary: inout [Key: Value],
    _ change: (inout Value) -> Void
  ) -> Bool {
    guard let index = dictionary.index(forKey: key) else { return false }
    change(&dictionary.values[index])
    return true
  }

  /// Changes all values in place.
  @inlinable
  public static func updateMembers(
    of dictionary: inout [Key: Value],
    _ change: (Key, inout Value) -> Void
  ) {
    var index = dictionary.startIndex
    while index != dictionary.endIndex {
      change(dictionary.keys[index], &dictionary.values[index])
      dictionary.formIndex(after: &index)
    }
  }
}
