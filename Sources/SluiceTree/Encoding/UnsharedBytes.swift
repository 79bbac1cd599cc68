/// Estimates how much storage a value has of its own, which an older version of it doesn't share.
///
/// Looks at storage that is copied when it changes: texts, data, and collections. What lies within the
/// elements of a collection counts only if there are few of them, and what lies behind a reference to
/// an object not at all.
package enum UnsharedBytes {
  /// The number of elements up to which what lies within them counts.
  private static let examinedElements = 64
  /// The number of values within each other that are looked at: the stack may be anybody's.
  private static let examinedDepth = 8

  package static func count<Value>(in new: Value, since old: Value) -> Int {
    count(in: new, since: old, depth: examinedDepth)
  }

  private static func count<Value>(in new: Value, since old: Value, depth: Int) -> Int {
    if depth == 0 || Bits.areEqual(new, old) { return 0 }
    if let new = new as? any BitwiseContainer { return count(in: new, since: old, depth: depth) }
    if let text = new as? String {
      // Shorter ones lie within the value.
      return text.utf8.count > 15 ? text.utf8.count : 0
    }
    if let data = new as? any Collection<UInt8> { return data.count }
    let (news, olds) = (Mirror(reflecting: new), Mirror(reflecting: old))
    switch news.displayStyle {
    case .struct, .enum, .tuple, .optional:
      // What was of another kind counts as if it were not there.
      return zip(news.children, olds.children).reduce(0) { sum, parts in
        sum + part(parts.0.value, parts.1.value, depth: depth - 1)
      }
    default: return 0
    }
  }

  private static func count<Container: BitwiseContainer>(
    in new: Container,
    since old: Any,
    depth: Int
  ) -> Int {
    guard let old = old as? Container else { return 0 }
    return new.unsharedBytes(since: old, depth: depth)
  }

  private static func part(_ new: Any, _ old: Any, depth: Int) -> Int {
    // Opened: the bits of the existential itself say nothing.
    func count<Part>(_ new: Part) -> Int {
      (old as? Part).map { self.count(in: new, since: $0, depth: depth) } ?? 0
    }
    return _openExistential(new, do: count)
  }

  /// Returns what few elements have of their own.
  static func count(in new: some Collection, of old: some Collection, depth: Int) -> Int {
    guard new.count <= examinedElements, new.count == old.count else { return 0 }
    return zip(new, old).reduce(0) { $0 + part($1.0, $1.1, depth: depth - 1) }
  }

  /// Returns about how many bytes a hash table with this number of elements takes.
  static func table(_ count: Int, stride: Int) -> Int { 64 + count * (stride + 1) * 4 / 3 }
}
