/// What happens when an action arrives while the effect still works on earlier ones.
///
/// | here | NgRx, RxJS | an action that arrives while a run is alive |
/// |---|---|---|
/// | ``concurrent`` | `mergeMap` | starts a run beside the others |
/// | ``latest`` | `switchMap` | cancels the earlier run, and starts its own |
/// | ``first`` | `exhaustMap` | is passed over |
/// | ``serial`` | `concatMap` | waits until the earlier runs have ended |
///
/// Set it with ``ActionEffect/overlap(_:)``, or for each key with ``ActionEffect/overlap(_:by:)``.
public struct Overlap: Sendable, Hashable {
  /// What becomes of an action for which there is no room.
  enum WhenFull: Sendable, Hashable {
    case wait
    case replace
    case pass
  }

  let limit: Int
  let whenFull: WhenFull

  /// Every action starts its run at once; runs may end in another order.
  public static var concurrent: Overlap { Overlap(limit: .max, whenFull: .wait) }

  /// So many runs at once; further actions wait, in order.
  public static func concurrent(atMost limit: Int) -> Overlap {
    precondition(limit > 0, "An effect with room for \(limit) runs would never run. Allow one.")
    return Overlap(limit: limit, whenFull: .wait)
  }

  /// A new action cancels the run of the one before.
  public static var latest: Overlap { Overlap(limit: 1, whenFull: .replace) }

  /// Actions are passed over until the run has ended.
  public static var first: Overlap { Overlap(limit: 1, whenFull: .pass) }

  /// One run after another, in the order of the actions.
  public static var serial: Overlap { Overlap(limit: 1, whenFull: .wait) }
}
