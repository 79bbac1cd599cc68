public import SluiceLocks

/// The inputs and the result of a projector's last run, and the last version of the state for which
/// they are valid.
///
/// A result has its own version, so each pair is right whichever threads compute values at the same
/// time; that of the newest state remains. The projector and `==` run without the lock.
@usableFromInline
@_fixed_layout
final class SelectorMemo<Inputs: Sendable, Value: Sendable>: AnySelectorMemo {
  @usableFromInline
  @_fixed_layout
  final class Result: Sendable {
    @usableFromInline let inputs: Inputs
    @usableFromInline let value: Value
    /// The last version of the state for which the value is known to be valid.
    @usableFromInline let version: Atomic<Int>

    @inlinable
    init(inputs: Inputs, value: Value, for version: Int) {
      self.inputs = inputs
      self.value = value
      self.version = Atomic(version)
    }

    @inlinable
    func isValid(for version: Int) -> Bool { self.version.load(ordering: .relaxed) == version }

    /// Records that the value is valid for another version, too, if that is a later one.
    @inlinable
    func confirm(for version: Int) {
      // Two threads may leave the earlier of their versions: both are right.
      if version > self.version.load(ordering: .relaxed) {
        self.version.store(version, ordering: .relaxed)
      }
    }
  }

  private let checkedRuns = Atomic<Int>(0)
  @usableFromInline let content = Locked<(last: Result?, isClosed: Bool)>((nil, false))

  @inlinable
  init() {}

  @usableFromInline
  func countCheckedRun() -> Int { checkedRuns.wrappingAdd(1, ordering: .relaxed).newValue }

  /// The result of the last run.
  @inlinable var last: Result? { content.withLock { $0.last } }

  /// Returns the value, if it is valid for a version of the state.
  @inlinable
  func value(for version: Int) -> Value? {
    guard let last, last.isValid(for: version) else { return nil }
    return last.value
  }

  /// Keeps a new result, unless there is one of a later version.
  @inlinable
  func store(_ result: Result) {
    let old: Result? = content.withLock { content in
      let version = result.version.load(ordering: .relaxed)
      let isNewest = content.last.map { $0.version.load(ordering: .relaxed) <= version } ?? true
      if content.isClosed || !isNewest { return result }
      defer { content.last = result }
      return content.last
    }
    // Released after unlocking.
    withExtendedLifetime(old) {}
  }

  @usableFromInline
  func forget(forGood: Bool) {
    let old = content.withLock { content in
      content.isClosed = content.isClosed || forGood
      return content.last.take()
    }
    // Released after unlocking.
    withExtendedLifetime(old) {}
  }
}

/// A cell's memo, type-erased.
@usableFromInline
package protocol AnySelectorMemo: AnyObject, Sendable {
  /// Counts a run that may be made twice; returns its number, from 1 on.
  func countCheckedRun() -> Int

  /// Releases the memoized value.
  ///
  /// - Parameter forGood: Whether nothing may be memoized from now on, not even what a thread is
  ///   computing, because the home is closed and nothing would release it.
  func forget(forGood: Bool)
}
