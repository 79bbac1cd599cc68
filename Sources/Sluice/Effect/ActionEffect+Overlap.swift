extension ActionEffect {
  /// Says what happens to an action that arrives while earlier ones are worked on; by default
  /// runs are ``Overlap/concurrent``.
  ///
  /// ``Overlap/latest`` takes hold when the new action is committed: what the earlier run
  /// dispatches from then on is dropped. Behind a debounce or throttle it takes hold when the new
  /// action comes through.
  public func overlap(_ overlap: Overlap) -> ActionEffect {
    with {
      $0.overlap = overlap
      $0.key = nil
    }
  }

  /// Says the same for each key by itself: actions with different keys do not disturb each other.
  ///
  /// ```swift
  /// .overlap(.latest, by: \.fileID)
  /// ```
  ///
  /// A debounce or throttle works for each key as well. Keys are compared when the action is
  /// delivered, on the thread that delivers.
  public func overlap<Key: Hashable>(
    _ overlap: Overlap,
    by key: @escaping @Sendable (A) -> Key
  ) -> ActionEffect {
    with {
      $0.overlap = overlap
      $0.key = { action in (action as? A).map { AnyHashable(key($0)) } }
    }
  }

  /// Runs on an executor by preference.
  ///
  /// A clock that brings an executor, as that of a test does, comes before it.
  public func executor(_ executor: any TaskExecutor) -> ActionEffect {
    with { $0.executor = executor }
  }
}
