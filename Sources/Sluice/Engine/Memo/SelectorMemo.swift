/// The inputs and the result of a projector's last run, and the last version of the state for which
/// they are valid.
///
/// A result is stored together with its version, so each pair is right whichever threads compute
/// values at the same time; that of the newest state remains. The projector and `==` run without
/// the lock.
@usableFromInline
@_fixed_layout
final class SelectorMemo<Inputs: Sendable, Value: Sendable>: AnySelectorMemo {
  @usableFromInline
  @_fixed_layout
  final class Result: Sendable {
    @usableFromInline let inputs: Inputs
    @usableFromInline let value: Value

    @inlinable
    init(inputs: Inputs, value: Value) {
      self.inputs = inputs
      self.value = value
    }
  }

  @usableFromInline typealias Last = (result: Result?, version: Int)

  @usableFromInline let last = Locked<Last>((nil, -1))

  @inlinable
  init() {}

  /// Returns the value, if it is valid for a version of the state.
  @inlinable
  func value(for version: Int) -> Value? {
    let (result, lastVersion) = load()
    return lastVersion == version ? result?.value : nil
  }

  @inlinable
  func load() -> Last { last.withLock { $0 } }

  /// Records that a result, new or the last one, is valid for a version of the state.
  @inlinable
  func store(_ result: Result, for version: Int) {
    let old: Result? = last.withLock { last in
      guard version >= last.version else { return nil }
      last.version = version
      if result === last.result { return nil }
      defer { last.result = result }
      return last.result
    }
    // Released after unlocking.
    withExtendedLifetime(old) {}
  }

  @usableFromInline
  func forget(forGood: Bool) {
    let old = last.withLock { last in
      // No version is as high as that of a memo that is closed.
      defer { last = (nil, forGood || last.version == .max ? .max : -1) }
      return last.result
    }
    // Released after unlocking.
    withExtendedLifetime(old) {}
  }
}

/// A cell's memo, type-erased.
@usableFromInline
protocol AnySelectorMemo: AnyObject, Sendable {
  /// Releases the memoized value.
  ///
  /// - Parameter forGood: Whether nothing may be memoized from now on, not even what a thread is
  ///   computing, because the home is closed and nothing would release it.
  func forget(forGood: Bool)
}
