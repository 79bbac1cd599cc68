public import Synchronization

/// The inputs and the result of a projector's last run, and the last version of the state for which
/// they are valid.
///
/// The lock is held while a reference is copied or bits are compared. The projector and `==` run
/// without it: two threads may compute a value concurrently, and that of the newer state remains.
@usableFromInline
@_fixed_layout
final class SelectorMemo<Inputs: Sendable, Value: Sendable>: AnySelectorMemo, @unchecked Sendable {
  // `@unchecked`: `result` is guarded by `lock`; the numbers are written with it held.

  @usableFromInline
  @_fixed_layout
  final class Result: @unchecked Sendable {
    // Never changed; a `var` because it needs an address.
    @usableFromInline @safe @exclusivity(unchecked) var inputs: Inputs
    @usableFromInline let value: Value

    @inlinable
    init(inputs: Inputs, value: Value) {
      self.inputs = inputs
      self.value = value
    }
  }

  @usableFromInline let lock = OwnedLock()
  @usableFromInline @safe @exclusivity(unchecked) var result: Result?
  @usableFromInline let version = Atomic<Int>(-1)
  /// Counts the results.
  @usableFromInline let revision = Atomic<Int>(0)

  @inlinable
  init() {}

  /// Returns the value, if it is valid for a version of the state.
  @inlinable
  func value(for version: Int) -> Value? {
    let (result, lastVersion) = load()
    return lastVersion == version ? result?.value : nil
  }

  @inlinable
  func load() -> (result: Result?, version: Int) {
    lock.withLock { (result, version.load(ordering: .relaxed)) }
  }

  @inlinable
  func store(_ new: Result, version newVersion: Int) {
    let old: Result? = lock.withLock {
      guard newVersion >= version.load(ordering: .relaxed) else { return nil }
      return replace(with: new, version: newVersion)
    }
    // Released after unlocking.
    withExtendedLifetime(old) {}
  }

  /// Records that the last result is also valid for another version.
  @inlinable
  func confirm(_ last: Result, version newVersion: Int) {
    lock.withLock {
      let isSame = result === last || seeded(.confirmsAnother)
      if isSame, newVersion > version.load(ordering: .relaxed) {
        version.store(newVersion, ordering: .releasing)
      }
    }
  }

  /// Returns the number of the result, if it is valid for a version of the state.
  ///
  /// - Parameter isStillRight: Compares the inputs bit by bit; called with the lock held.
  @inlinable
  func revision(for newVersion: Int, _ isStillRight: (UnsafeRawPointer) -> Bool) -> Int? {
    // Without the lock if this version was requested before. A revision that is read between two
    // equal reads of the version belongs to that version: `replace` resets the version while it
    // changes the revision, and versions don't recur.
    if version.load(ordering: .acquiring) == newVersion {
      let revision = revision.load(ordering: .acquiring)
      if version.load(ordering: .relaxed) == newVersion { return revision }
    }
    return lock.withLock {
      let lastVersion = version.load(ordering: .relaxed)
      // Not retained: the lock is held.
      guard newVersion >= lastVersion, let result = result else { return nil }
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

  /// Returns whether the value for a version of the state has the same bits as the one at an
  /// address.
  @inlinable
  func holds(_ known: UnsafeRawPointer, for newVersion: Int) -> Bool {
    lock.withLock {
      guard let last = result, newVersion == version.load(ordering: .relaxed) else {
        return false
      }
      return unsafe withUnsafePointer(to: last.value) {
        unsafe holdSameBits(UnsafeRawPointer($0), known, count: MemoryLayout<Value>.size)
      }
    }
  }

  /// Releases the result.
  ///
  /// - Parameter forGood: Whether nothing may be memoized from now on, not even what a thread is
  ///   computing: the home is closed, and nothing would release it.
  @usableFromInline
  func forget(forGood: Bool) {
    let old = lock.withLock {
      let isGone = version.load(ordering: .relaxed) == .max
      return replace(with: nil, version: forGood || isGone ? .max : -1)
    }
    // Released after unlocking.
    withExtendedLifetime(old) {}
  }

  /// Replaces the result; the caller holds the lock.
  ///
  /// - Returns: The old result, to be released after unlocking.
  @usableFromInline
  func replace(with new: Result?, version newVersion: Int) -> Result? {
    let old = result
    version.store(.min, ordering: .releasing)
    revision.store(revision.load(ordering: .relaxed) &+ 1, ordering: .releasing)
    result = new
    version.store(newVersion, ordering: .releasing)
    return old
  }
}
