/// The state that a projection saw last, in a place of its own, and the version of the store's
/// state in which it was found first.
///
/// As long as the projected state stays equal, so does its version, and no selector of it is asked
/// again. `==` and the projector run without the lock.
final class ProjectionMemo<State: Sendable>: @unchecked Sendable {
  // `@unchecked`: the fields are guarded by `lock`.
  private struct Seen {
    let box: StateBox<State>
    /// The first version of the store's state in which it was seen, and the last.
    let first: Int
    var last: Int
    /// How often selectors were overridden until then.
    let overrides: Int
  }

  private let areEqual: (@Sendable (State, State) -> Bool)?
  private let lock = OwnedLock()
  private var seen: Seen?

  init(areEqual: (@Sendable (State, State) -> Bool)?) {
    self.areEqual = areEqual
  }

  /// The projected state in a version of the store's, and the version to tell it by.
  /// - Parameter overrides: How often selectors were overridden: after another time, an equal state
  ///   is asked anew.
  func state(
    _ version: Int,
    overrides: Int,
    _ make: () -> State
  ) -> (box: StateBox<State>, version: Int) {
    let known = lock.withLock { seen }
    if let known, known.last == version { return (known.box, known.first) }
    let new = make()
    var next = Seen(
      box: StateBox(holding: new),
      first: version,
      last: version,
      overrides: overrides
    )
    if let known, known.last < version, known.overrides == overrides, let areEqual,
      areEqual(known.box.value, new)
    {
      next = Seen(box: known.box, first: known.first, last: version, overrides: overrides)
    }
    let old: Seen? = lock.withLock {
      // Of several threads, the one with the newest state is right.
      guard version > seen?.last ?? -1 else { return nil }
      defer { seen = next }
      return seen
    }
    // Released without the lock.
    withExtendedLifetime(old) {}
    return (next.box, next.first)
  }
}
