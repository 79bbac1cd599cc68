extension Tree {
  /// Members by name, in the order in which they were put in, each name once.
  ///
  /// Two objects are equal when they have the same members *in the same order*.
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

    /// Keeps the order; of members with the same key the first keeps its place, the last its value.
    package init(_ members: some Sequence<Member>) {
      var builder = Builder()
      for member in members {
        builder.set(member.key, to: member.value)
      }
      self = builder.object
    }

    /// Takes members that are known to have different keys.
    init(unchecked members: [Member]) {
      self.members = members
    }

    package var count: Int { members.count }
    package var isEmpty: Bool { members.isEmpty }

    /// The value of a member; cost is linear in the number of members.
    package subscript(_ key: String) -> Tree? {
      members.first { $0.key == key }?.value
    }

    /// The place of a key, looked for from `hint` on and then from the front.
    ///
    /// Who asks for keys in their order and passes the last answer pays one comparison for each.
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

    /// Changes a value in its place, without a copy where nobody shares the object.
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
  /// Puts an object together from members that may repeat, in time linear in their number.
  package struct Builder: Sendable {
    /// Below this many members a scan is faster than a table.
    private static let scanned = 16

    private var members: [Member] = []
    private var places: [String: Int] = [:]

    package init() {}

    package var count: Int { members.count }

    package var object: Tree.Object { Tree.Object(unchecked: members) }

    /// Whether the key is there already, and where.
    package func index(of key: String) -> Int? {
      if members.count < Self.scanned {
        return members.firstIndex { $0.key == key }
      }
      return places[key]
    }

    /// Adds a member; one with the same key is replaced where it is.
    package mutating func set(_ key: String, to value: Tree) {
      if let index = index(of: key) {
        members[index].value = value
        return
      }
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
