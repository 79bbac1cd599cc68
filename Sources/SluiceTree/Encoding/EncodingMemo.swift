/// What an encoder encoded last, with the values, by their places: so that it encodes only what
/// changed since.
///
/// Retains the last encoded value and its tree. Both share their storage with what the program and
/// the owner of the trees retain anyway, except for what changed. ``BitIdentity`` decides what is
/// reused. For one thread at a time.
package final class EncodingMemo {
  private(set) var root = EncodingPlace()
  private var identity: BitIdentity
  private var options: TreeOptions?

  /// The number of the last run.
  private(set) var run = 0
  /// Which of the reused values the next run verifies.
  private var verified = 0
  private var random: UInt64 = 1
  private var unreported: [String] = []

  /// Creates a memo.
  /// - Parameter isExcluded: Returns whether values of a type are always encoded.
  package init(isExcluded: @escaping (Any.Type) -> Bool = { _ in false }) {
    identity = BitIdentity(isExcluded: isExcluded)
  }

  /// Forgets all values.
  package func removeAll() {
    root = EncodingPlace()
  }

  /// Returns the names of the types that turned out to depend on more than their values, each once.
  package func takeImpureTypes() -> [String] {
    defer { unreported = [] }
    return unreported
  }

  /// Returns a sentence about types that depend on more than their values, for people.
  package static func sentence(about types: [String]) -> String {
    let names = types.sorted().joined(separator: ", ")
    return
      "\(names) \(types.count == 1 ? "depends" : "depend") on more than the value when encoded,"
      + " and so each value is encoded at each commit. To avoid this notice, conform to"
      + " EncodedEachTime."
  }

  func verdict(on type: Any.Type) -> BitIdentity.Verdict { identity.verdict(on: type) }

  func begin(_ options: TreeOptions) {
    if options != self.options { removeAll() }
    self.options = options
    run += 1
  }

  /// Ends a run that reused values.
  func end(reused count: Int) {
    verified = count == 0 ? 0 : (verified + 1) % count
  }

  /// Returns whether to verify a value, by its number among those that a run reuses.
  func verifies(_ number: Int) -> Bool { number == verified }

  /// Returns a number that is different each time.
  func pick(below count: Int) -> Int {
    random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int((random >> 33) % UInt64(count))
  }

  /// Encodes a type's values each time from now on.
  func exclude(_ type: Any.Type) {
    identity.exclude(type)
    unreported.append("\(type)")
    removeAll()
  }
}

/// A place in an encoded value, and what was encoded there last.
final class EncodingPlace {
  enum Key: Hashable {
    case name(String)
    case index(Int)
    /// The only value of a single value container.
    case value
  }

  /// A ``KeptValue`` or ``KeptList``; `nil` if nothing can be reused.
  var kept: AnyObject?
  private var children: [Key: EncodingPlace] = [:]
  /// The number of children used since the value here began to be encoded, and when that was.
  private var used = 0
  private var lastRun = 0
  /// Those of nested containers that are being encoded.
  private var parts: [EncodingPlace] = []

  func child(_ key: Key, run: Int) -> EncodingPlace {
    let child = children[key] ?? EncodingPlace()
    if child.lastRun == 0 { children[key] = child }
    if child.lastRun != run {
      child.lastRun = run
      used += 1
    }
    return child
  }

  func beginEncoding() {
    used = 0
  }

  /// Begins to encode a nested container, which ends together with the value here.
  func begin(part: EncodingPlace) {
    part.beginEncoding()
    parts.append(part)
  }

  /// Releases the places that are no longer there.
  func endEncoding(run: Int) {
    for part in parts { part.endEncoding(run: run) }
    parts = []
    if used < children.count { children = children.filter { $0.value.lastRun == run } }
  }
}

/// A value, and its tree.
final class KeptValue<Value> {
  let value: Value
  let tree: Tree
  /// The number of values that the limits count in it.
  let count: Int

  init(_ value: Value, _ tree: Tree, count: Int) {
    self.value = value
    self.tree = tree
    self.count = count
  }
}

/// A list, and its elements' trees.
final class KeptList<List: EncodableList> {
  let list: List
  let elements: Tree.Elements
  /// The elements' places; empty if each element is encoded as a whole.
  let places: [EncodingPlace]
  /// The number of values that the limits count in it, at most.
  let count: Int

  init(_ list: List, _ elements: Tree.Elements, _ places: [EncodingPlace], count: Int) {
    self.list = list
    self.elements = elements
    self.places = places
    self.count = count
  }
}
