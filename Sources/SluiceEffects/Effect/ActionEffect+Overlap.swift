import SluiceCore

extension ActionEffect {
  /// Sets what happens to an action that arrives while earlier runs are alive; by default, runs are
  /// ``Overlap/concurrent``.
  ///
  /// ``Overlap/latest`` takes effect when the new action is committed: what the earlier run
  /// dispatches from then on is dropped. After a debounce or throttle, it takes effect when the new
  /// action passes; with ``where(_:)``, when the new action is delivered.
  public func overlap(_ overlap: Overlap) -> ActionEffect {
    with {
      $0.overlap = overlap
      $0.key = nil
    }
  }

  /// Sets the same for each key: actions with different keys do not affect each other.
  ///
  /// ```swift
  /// .overlap(.latest, by: \.fileID)
  /// ```
  ///
  /// A debounce or throttle applies to each key as well. Keys are computed and compared when the
  /// action is delivered, on the delivering thread.
  public func overlap<Key: Hashable & Sendable>(
    _ overlap: Overlap,
    by key: @escaping @Sendable (Input) -> Key
  ) -> ActionEffect {
    with {
      $0.overlap = overlap
      $0.key = { [input = match.input] action in input(action).map { AnyHashable(key($0)) } }
    }
  }
}
