public import Synchronization

/// What a projector was last run with and gave, and the last version of the state for which that
/// was right.
///
/// The lock is held for copying a reference, and for comparing bits; the projector and `==` run
/// without it, so two threads may compute the same value at once, and the newer state's stays.
@usableFromInline
final class SelectorMemo<Inputs: Sendable, Value: Sendable>: @unchecked Sendable {
  // `@unchecked`: `result` is guarded by `lock`; the numbers are written with it held.

  @usableFromInline
  final class Result: @unchecked Sendable {
    // Never changed; a `var` has an address.
    @usableFromInline @exclusivity(unchecked) var inputs: Inputs
    @usableFromInline let value: Value

    @inlinable
    init(inputs: Inputs, value: Value) {
      unsafe self.inputs = inputs
      self.value = value
    }
  }

  @usableFromInline let lock = OwnedLock()
  @usableFromInline @exclusivity(unchecked) var result: Result?
  @usableFromInline let version = Atomic<Int>(-1)
  /// Counts the results.
  @usableFromInline let revision = Atomic<Int>(0)

  @inlinable
  init() {}

  /// The value, if it was right for a version of the state.
  @inlinable
  func value(for version: Int) -> Value? {
    let (result, lastVersion) = load()
    return lastVersion == version ? result?.value : nil
  }

  @inlinable
  func load() -> (result: Result?, version: Int) {
    lock.withLock { unsafe (result, version.load(ordering: .relaxed)) }
  }

  @inlinable
  func store(_ new: Result, version newVersion: Int) {
    let old: Result? = lock.withLock {
      guard newVersion >= version.load(ordering: .relaxed) else { return nil }
      return replace(with: new, version: newVersion)
    }
    // Released without the lock.
    withExtendedLifetime(old) {}
  }

  /// Says that the last result is right for another version too.
  @inlinable
  func confirm(_ last: Result, version newVersion: Int) {
    lock.withLock {
      if unsafe result === last, newVersion > version.load(ordering: .relaxed) {
        version.store(newVersion, ordering: .releasing)
      }
    }
  }

  /// The number of the result, if it is right for a version of the state.
  ///
  /// - Parameter isStillRight: Looks at the inputs, bit by bit; called with the lock held.
  @inlinable
  func revision(for newVersion: Int, _ isStillRight: (UnsafeRawPointer) -> Bool) -> Int? {
    // Without the lock where somebody has asked for this version before. Between two looks at the same
    // version lies its own revision: what is replaced has no version meanwhile (`replace`), and
    // versions do not come back.
    if version.load(ordering: .acquiring) == newVersion {
      let revision = revision.load(ordering: .acquiring)
      if version.load(ordering: .relaxed) == newVersion { return revision }
    }
    return lock.withLock {
      let lastVersion = version.load(ordering: .relaxed)
      // Not retained: the lock is held.
      guard newVersion >= lastVersion, let result = unsafe result else { return nil }
      let last = unsafe Unmanaged.passUnretained(result)
      if newVersion > lastVersion {
        let isRight = unsafe last._withUnsafeGuaranteedRef { last in
          unsafe withUnsafeMutablePointer(to: &last.inputs) {
            unsafe isStillRight(UnsafeRawPointer($0))
          }
        }
        if !isRight { return nil }
        version.store(newVersion, ordering: .releasing)
      }
      return revision.load(ordering: .relaxed)
    }
  }

  /// Whether the value for a version of the state is, bit for bit, the one at an address.
  @inlinable
  func holds(_ known: UnsafeRawPointer, for newVersion: Int) -> Bool {
    lock.withLock {
      guard let last = unsafe result, newVersion == version.load(ordering: .relaxed) else {
        return false
      }
      return unsafe withUnsafePointer(to: last.value) {
        unsafe holdSameBits(UnsafeRawPointer($0), known, count: MemoryLayout<Value>.size)
      }
    }
  }

  /// Frees what is remembered.
  ///
  /// - Parameter forGood: Nothing is remembered any more, not even what somebody computes just now:
  ///   the store is freed, and nobody would free it.
  @inlinable
  func forget(forGood: Bool) {
    let old = lock.withLock {
      let isGone = version.load(ordering: .relaxed) == .max
      return replace(with: nil, version: forGood || isGone ? .max : -1)
    }
    withExtendedLifetime(old) {}
  }

  /// - Returns: What was there, to be released without the lock.
  @usableFromInline
  func replace(with new: Result?, version newVersion: Int) -> Result? {
    let old = unsafe result
    version.store(.min, ordering: .releasing)
    revision.store(revision.load(ordering: .relaxed) &+ 1, ordering: .releasing)
    unsafe result = new
    version.store(newVersion, ordering: .releasing)
    return old
  }
}

/// The selectors that another one is made from, and where their values lie behind one another in what
/// it remembers.
@usableFromInline
struct InputCells: Sendable {
  private let cells: ContiguousArray<AnySelectorCell>
  private let offsets: ContiguousArray<Int>

  /// - Parameter cells: Each with the size and alignment of its value.
  /// - Parameter size: Of all values together; where it is not what the parts add up to, nothing is
  ///   known of the places.
  @usableFromInline
  init(_ cells: [(cell: AnySelectorCell, size: Int, alignment: Int)], size: Int) {
    var end = 0
    var offsets: ContiguousArray<Int> = []
    for (_, size, alignment) in cells {
      // As elements of a tuple lie: at the next place that is aligned for them.
      let offset = (end + alignment - 1) & ~(alignment - 1)
      offsets.append(offset)
      end = offset + size
    }
    self.cells = end == size ? ContiguousArray(cells.map(\.cell)) : []
    self.offsets = offsets
  }

  /// Whether all values in a state are still those at an address.
  @usableFromInline
  func areStill(_ known: UnsafeRawPointer, _ box: AnyStateBox, _ version: Int) -> Bool {
    for index in cells.indices {
      if unsafe !cells[index].isStill(known + offsets[index], box, version) { return false }
    }
    return !cells.isEmpty
  }
}

/// Whether two places hold the same bits.
@inlinable
func holdSameBits(_ one: UnsafeRawPointer, _ other: UnsafeRawPointer, count: Int) -> Bool {
  var offset = 0
  while offset &+ 8 <= count {
    let first = unsafe one.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
    let second = unsafe other.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
    if first != second { return false }
    offset &+= 8
  }
  while offset < count {
    let first = unsafe one.load(fromByteOffset: offset, as: UInt8.self)
    let second = unsafe other.load(fromByteOffset: offset, as: UInt8.self)
    if first != second { return false }
    offset &+= 1
  }
  return true
}
