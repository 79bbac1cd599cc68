/// How much of a value goes into its tree; what is left out leaves a ``Tree/Cut`` in its place.
package struct TreeOptions: Sendable, Hashable {
  /// The most values inside one another, from the root on.
  ///
  /// Each is a recursion on the stack too: the default fits a thread with 512 KiB.
  package var maximalDepth: Int

  /// The most elements of one array, and members of one object.
  package var maximalBreadth: Int

  /// The most UTF-8 code units of one text, and bytes of one piece of data.
  package var maximalLength: Int

  /// The most values in the whole tree.
  package var maximalCount: Int

  package init(
    maximalDepth: Int = 64,
    maximalBreadth: Int = 200_000,
    maximalLength: Int = 65_536,
    maximalCount: Int = 2_000_000
  ) {
    self.maximalDepth = maximalDepth
    self.maximalBreadth = maximalBreadth
    self.maximalLength = maximalLength
    self.maximalCount = maximalCount
  }
}

/// Keeps the bounds while one tree is made.
struct TreeBounds {
  let options: TreeOptions
  private var remaining: Int

  init(_ options: TreeOptions) {
    self.options = options
    remaining = options.maximalCount
  }

  /// Whether one more value fits beside the `siblings` that are there; if it does, it counts.
  mutating func admit(besides siblings: Int) -> Bool {
    guard remaining > 0, siblings < options.maximalBreadth else { return false }
    remaining -= 1
    return true
  }

  func text(_ string: String) -> Tree {
    let codeUnits = string.utf8
    guard codeUnits.count > options.maximalLength else { return .string(string) }
    // Inside a scalar the index counts as the scalar's beginning, so none is cut in two.
    let end = codeUnits.index(codeUnits.startIndex, offsetBy: options.maximalLength)
    let omitted = string.unicodeScalars[end...].count
    return .cut(.characters(kept: String(string[..<end]), omitted: omitted))
  }

  func data(_ bytes: some Collection<UInt8>) -> Tree {
    let kept = Array(bytes.prefix(options.maximalLength))
    let omitted = bytes.count - kept.count
    return omitted > 0 ? .cut(.bytes(kept: kept, omitted: omitted)) : .data(kept)
  }
}

extension [Tree] {
  /// An array that says how many elements it lacks.
  func tree(omitted: Int) -> Tree {
    omitted > 0 ? .array(self + [.cut(.elements(omitted))]) : .array(self)
  }
}

extension Tree.Object.Builder {
  /// The object, which says how many members it lacks.
  func object(omitted: Int) -> Tree.Object {
    guard omitted > 0 else { return object }
    var copy = self
    var key = Tree.Cut.membersKey
    while copy.index(of: key) != nil {
      key += Tree.Cut.membersKey
    }
    copy.set(key, to: .cut(.members(omitted)))
    return copy.object
  }
}
