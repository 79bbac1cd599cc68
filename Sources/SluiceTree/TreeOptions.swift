/// Limits on a value's tree; what they omit leaves a ``Tree/Cut`` in its place.
package struct TreeOptions: Sendable, Hashable {
  /// The maximum depth of nested values, from the root on.
  ///
  /// Each level is also a recursion on the stack: the default fits a thread with 512 KiB, and
  /// ``Tree/maximalDepth`` only a `ServiceThread`.
  package var maximalDepth: Int

  /// The maximum number of elements of an array, and of members of an object.
  package var maximalBreadth: Int

  /// The maximum number of UTF-8 code units of a text, and of bytes of a piece of data.
  package var maximalLength: Int

  /// The maximum number of values in the whole tree.
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

  /// No limits but that of the stack: from such a tree a value can be decoded.
  package static let whole = TreeOptions(
    maximalDepth: Tree.maximalDepth,
    maximalBreadth: .max,
    maximalLength: .max,
    maximalCount: .max
  )
}

/// Enforces the limits while one tree is made.
struct TreeBounds {
  let options: TreeOptions
  /// The number of values that still fit.
  private(set) var remaining: Int
  /// Whether a value didn't fit the whole tree.
  private(set) var isExhausted = false

  init(_ options: TreeOptions) {
    self.options = options
    remaining = options.maximalCount
  }

  /// Returns whether one more value fits beside `siblings` others; counts it if it does.
  mutating func admit(besides siblings: Int) -> Bool {
    guard siblings < options.maximalBreadth else { return false }
    guard remaining > 0 else {
      isExhausted = true
      return false
    }
    remaining -= 1
    return true
  }

  /// Counts values that were admitted in another tree, whether they fit or not.
  mutating func admit(counted count: Int) {
    if count > remaining { isExhausted = true }
    remaining = max(0, remaining - count)
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
  /// Returns an array that contains the number of elements it lacks.
  func tree(omitted: Int) -> Tree {
    .array(Tree.Elements(omitted > 0 ? self + [.cut(.elements(omitted))] : self))
  }
}

extension Tree {
  /// Returns the array of a list's elements, which contains the number of those it lacks.
  static func list(_ trees: some Sequence<Tree>, omitted: Int = 0) -> Tree {
    guard case .array(var elements) = Array(trees).tree(omitted: omitted) else { return .null }
    elements.isList = true
    return .array(elements)
  }
}

extension Tree.Object.Builder {
  /// Returns the object, with the number of members it lacks.
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
