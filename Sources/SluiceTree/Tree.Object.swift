extension Tree {
  /// Members by name, in the order of their insertion, with unique names.
  ///
  /// Two objects are equal if they have the same members *in the same order*.
  package struct Object: Sendable, Hashable {
    package struct Member: Sendable, Hashable {
      package let key: String
      package var value: Tree

      package init(key: String, value: Tree) {
        self.key = key
        self.value = value
      }
    }

    package private(set) var members: [Member]

    package init() {
      members = []
    }

    /// Keeps the order; for repeated keys, the first determines the place, the last the value.
    package init(_ members: some Sequence<Member>) {
      var builder = Builder()
      for member in members {
        builder.set(member.key, to: member.value)
      }
      self = builder.object
    }

    /// Creates an object from members whose keys are known to be unique.
    package init(unchecked members: [Member]) {
      self.members = members
    }

    package var count: Int { members.count }
    package var isEmpty: Bool { members.isEmpty }

    /// Returns whether both share their storage, hence are equal; `false` proves nothing.
    package func isIdentical(to other: Object) -> Bool { members.sharesBuffer(with: other.members) }

    /// Returns the value of a member; cost is linear in the number of members.
    package subscript(_ key: String) -> Tree? {
      members.first { $0.key == key }?.value
    }

    /// Returns the place of a key, searching from `hint` on and then from the front.
    ///
    /// Costs one comparison per key when keys come in order, each with the last result as hint.
    package func index(of key: String, near hint: Int = 0) -> Int? {
      let start = min(max(hint, 0), members.count)
      for index in start..<members.count where members[index].key == key {
        return index
      }
      for index in 0..<start where members[index].key == key {
        return index
      }
      return nil
    }

    /// Changes a value in place, without a copy unless the object is shared.
    mutating func mutateValue<Failure: Error>(
      at index: Int,
      _ body: (inout Tree) throws(Failure) -> Void
    ) throws(Failure) {
      try body(&members[index].value)
    }

    mutating func insert(_ member: Member, at index: Int) {
      members.insert(member, at: index)
    }

    mutating func remove(at index: Int) -> Member {
      members.remove(at: index)
    }
  }
}

extension Tree.Object {
  /// Builds an object from members that may repeat, in time linear in their number.
  package struct Builder: Sendable {
    /// Below this many members a scan is faster than a table.
    private static let scanned = 16

    private var members: [Member] = []
    private var places: [String: Int] = [:]

    package init() {}

    package var count: Int { members.count }

    package var object: Tree.Object { Tree.Object(unchecked: members) }

    /// Returns the place of a key that is already present.
    package func index(of key: String) -> Int? {
      if members.count < Self.scanned {
        return members.firstIndex { $0.key == key }
      }
      return places[key]
    }

    /// Adds a member, or replaces the one with the same key in place.
    package mutating func set(_ key: String, to value: Tree) {
      if let index = index(of: key) {
        members[index].value = value
        return
      }
      append(key, value)
    }

    /// Adds a member whose key is known not to be present.
    package mutating func append(_ key: String, _ value: Tree) {
      assert(index(of: key) == nil)
      members.append(Member(key: key, value: value))
      if members.count == Self.scanned {
        for (index, member) in members.enumerated() {
          places[member.key] = index
        }
      } else if members.count > Self.scanned {
        places[key] = members.count - 1
      }
    }
  }
}
