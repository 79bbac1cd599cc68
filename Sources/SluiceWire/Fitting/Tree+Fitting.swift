package import SluiceTree

extension Tree {
  /// The tree, cut where it is largest until its JSON text is no longer than the limit.
  ///
  /// What is small stays whole: the room is shared so that only values above a common level are
  /// cut. Costs a few passes over the tree. Nothing gets shorter than a cut itself, about 100
  /// bytes.
  package func fitted(to limit: Int) -> Tree {
    if JSONText.length(of: self, countingTo: limit) <= limit { return self }
    let shorter: Tree
    switch self {
    case .string(let text): shorter = text.fitted(to: limit, alreadyOmitted: 0)
    case .cut(.characters(let kept, let omitted)):
      shorter = kept.fitted(to: limit, alreadyOmitted: omitted)
    case .data(let bytes): shorter = Self.fitted(bytes, to: limit, alreadyOmitted: 0)
    case .cut(.bytes(let kept, let omitted)):
      shorter = Self.fitted(kept, to: limit, alreadyOmitted: omitted)
    case .array(let elements): shorter = .array(elements.fitted(to: limit))
    case .object(let object): shorter = .object(object.fitted(to: limit))
    case .enumCase(let name, let payload):
      let empty = Tree.enumCase(name: name, payload: Tree.Object())
      let rest = limit - JSONText.length(of: empty, countingTo: limit) - #","payload":"#.utf8.count
      shorter = .enumCase(name: name, payload: payload.fitted(to: rest))
    default: shorter = .cut(.depth(typeName: "…"))
    }
    // Names and keys can't be cut; if they are too long, the value is.
    return JSONText.length(of: shorter, countingTo: limit) <= limit
      ? shorter : .cut(.depth(typeName: "…"))
  }

  /// Bytes of a cut leaf at most, what it keeps not counted.
  fileprivate static let cutLength = 80

  private static func fitted(
    _ bytes: [UInt8],
    to limit: Int,
    alreadyOmitted: Int
  ) -> Tree {
    let kept = Array(bytes.prefix(max(0, limit - cutLength) / 4 * 3))
    return .cut(.bytes(kept: kept, omitted: alreadyOmitted + bytes.count - kept.count))
  }
}

extension String {
  fileprivate func fitted(to limit: Int, alreadyOmitted: Int) -> Tree {
    var room = limit - Tree.cutLength
    var end = unicodeScalars.startIndex
    while end < unicodeScalars.endIndex {
      switch unicodeScalars[end] {
      case "\"", "\\": room -= 2
      case "\u{0}"..<" ", "\u{7F}": room -= 6
      case let scalar: room -= UTF8.width(scalar)
      }
      if room < 0 { break }
      unicodeScalars.formIndex(after: &end)
    }
    let omitted = unicodeScalars.distance(from: end, to: unicodeScalars.endIndex)
    return .cut(.characters(kept: String(self[..<end]), omitted: alreadyOmitted + omitted))
  }
}

extension Tree.Elements {
  fileprivate func fitted(to limit: Int) -> [Tree] {
    let room = limit - "[]".utf8.count - Tree.cutLength
    let allocation = SpaceAllocation(room: room, fixed: map { _ in 1 }, values: Array(self))
    var fitted = zip(self, allocation.shares).map { $0.fitted(to: $1) }
    if fitted.count < count {
      // An earlier cut is counted with the elements before it.
      var omitted = count - fitted.count
      if case .cut(.elements(let before)) = last { omitted += before - 1 }
      fitted.append(.cut(.elements(omitted)))
    }
    return fitted
  }
}

extension Tree.Object {
  fileprivate func fitted(to limit: Int) -> Tree.Object {
    let room = limit - "{}".utf8.count - Tree.cutLength
    let keys = members.map { JSONText.length(of: .string($0.key)) + ":,$".utf8.count }
    let allocation = SpaceAllocation(room: room, fixed: keys, values: members.map(\.value))
    var builder = Builder()
    for (member, room) in zip(members, allocation.shares) {
      builder.set(member.key, to: member.value.fitted(to: room))
    }
    if builder.count < count {
      var omitted = count - builder.count
      if let last = members.last, last.key == Tree.Cut.membersKey,
        case .cut(.members(let before)) = last.value
      {
        omitted += before - 1
      }
      builder.set(Tree.Cut.membersKey, to: .cut(.members(omitted)))
    }
    return builder.object
  }
}
