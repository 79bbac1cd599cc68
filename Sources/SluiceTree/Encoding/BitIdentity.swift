/// Decides for which types equal bits mean equal encodings: the one place that does.
///
/// A value with the bits of another that is still retained has the same numbers and refers to the
/// same storage. If nothing can change in that storage while it is retained twice, both values are
/// equal, and encode equally. So the encoding of the other one may be reused, without encoding. That
/// holds for a type if all that it consists of is known, by the declared types of its parts:
///
/// - numbers, `Bool`, `String` and its relatives, and Foundation's `Data`, `Date`, `Decimal`, `URL`
///   and `UUID`;
/// - arrays, sets, dictionaries, optionals and ``EncodableList``s of such types, whose storage is
///   copied before it is changed unless it has a single owner;
/// - structs, enums and tuples of such types, private properties and property wrappers included.
///
/// It doesn't hold, and the value is encoded each time, where a part is a reference to an object, a
/// function, an existential, a pointer, or of a type that the metadata doesn't describe. The
/// elements and properties around that part are judged by themselves.
///
/// What remains is an `encode(to:)` that depends on more than the value, such as a global variable
/// or the time. No metadata shows that: a type with such a method looks like one whose method the
/// compiler wrote. So there are three guards: reading the coding path counts as such a
/// dependency; a program can exclude types; and in each run one of the reused values of bounded size
/// is encoded anew. If the results differ, its type is excluded from then on and the run starts
/// again. A value with a collection inside isn't verified: that may take long.
struct BitIdentity {
  struct Verdict {
    /// Whether equal bits mean equal encodings.
    let isCertain: Bool
    /// Whether values may have any number of parts, so that encoding one may take long.
    let isUnbounded: Bool
  }

  private let isExcluded: (Any.Type) -> Bool
  private var excluded: Set<ObjectIdentifier> = []
  private var verdicts: [ObjectIdentifier: Verdict] = [:]

  init(isExcluded: @escaping (Any.Type) -> Bool) {
    self.isExcluded = isExcluded
  }

  /// Excludes a type, and so all types that contain it.
  mutating func exclude(_ type: Any.Type) {
    excluded.insert(ObjectIdentifier(type))
    verdicts = [:]
  }

  mutating func verdict(on type: Any.Type) -> Verdict {
    if let known = verdicts[ObjectIdentifier(type)] { return known }
    let verdict = examine(type)
    verdicts[ObjectIdentifier(type)] = verdict
    return verdict
  }

  /// Examines all types that a type consists of, each once: types may contain themselves.
  private func examine(_ type: Any.Type) -> Verdict {
    var known: Set<ObjectIdentifier> = []
    var pending = [type]
    var isUnbounded = false
    while let type = pending.popLast() {
      guard known.insert(ObjectIdentifier(type)).inserted else { continue }
      if excluded.contains(ObjectIdentifier(type)) || isExcluded(type) {
        return Verdict(isCertain: false, isUnbounded: true)
      }
      if Self.leaves.contains(ObjectIdentifier(type)) || Self.isFoundationLeaf(type) { continue }
      if let container = type as? any BitwiseContainer.Type {
        isUnbounded = true
        pending += container.contents
        continue
      }
      switch TypeFields(type) {
      case .parts(let types, let areIndirect):
        if areIndirect { isUnbounded = true }
        pending += types
      case .none: break
      case .unknown: return Verdict(isCertain: false, isUnbounded: true)
      }
    }
    return Verdict(isCertain: true, isUnbounded: isUnbounded)
  }

  /// Types whose parts are the compiler's own.
  private static let leaves: Set<ObjectIdentifier> = {
    let types: [Any.Type] = [
      Bool.self, Int.self, Int8.self, Int16.self, Int32.self, Int64.self, Int128.self, UInt.self,
      UInt8.self, UInt16.self, UInt32.self, UInt64.self, UInt128.self, Float.self, Double.self,
      String.self, StaticString.self,
    ]
    return Set(types.map { ObjectIdentifier($0) })
  }()

  private static func isFoundationLeaf(_ type: Any.Type) -> Bool {
    WellKnownType(type) != nil || WellKnownType.isUUID(type)
  }
}

/// A collection of the standard library, or one made like it: its storage doesn't change while it
/// has several owners.
package protocol BitwiseContainer {
  /// The types of the values in the storage.
  static var contents: [Any.Type] { get }

  /// Returns about how much storage this has that an older version doesn't share.
  ///
  /// - Parameter depth: The number of values within each other to look at.
  func unsharedBytes(since old: Self, depth: Int) -> Int
}

extension Array: BitwiseContainer {
  package static var contents: [Any.Type] { [Element.self] }

  package func unsharedBytes(since old: [Element], depth: Int) -> Int {
    if sharesBuffer(with: old) { return 0 }
    return 32 + count * MemoryLayout<Element>.stride
      + UnsharedBytes.count(in: self, of: old, depth: depth)
  }
}

extension ContiguousArray: BitwiseContainer {
  package static var contents: [Any.Type] { [Element.self] }

  package func unsharedBytes(since old: ContiguousArray<Element>, depth: Int) -> Int {
    // Their bits differ, or this isn't called.
    32 + count * MemoryLayout<Element>.stride + UnsharedBytes.count(in: self, of: old, depth: depth)
  }
}

extension ArraySlice: BitwiseContainer {
  package static var contents: [Any.Type] { [Element.self] }

  package func unsharedBytes(since old: ArraySlice<Element>, depth: Int) -> Int {
    32 + count * MemoryLayout<Element>.stride
  }
}

extension Set: BitwiseContainer {
  package static var contents: [Any.Type] { [Element.self] }

  package func unsharedBytes(since old: Set<Element>, depth: Int) -> Int {
    UnsharedBytes.table(count, stride: MemoryLayout<Element>.stride)
  }
}

extension Dictionary: BitwiseContainer {
  package static var contents: [Any.Type] { [Key.self, Value.self] }

  package func unsharedBytes(since old: [Key: Value], depth: Int) -> Int {
    let stride = MemoryLayout<Key>.stride + MemoryLayout<Value>.stride
    return UnsharedBytes.table(count, stride: stride)
      + UnsharedBytes.count(in: values, of: old.values, depth: depth)
  }
}
