import SluiceLocks

/// A projection's newest state, and the version that identifies it.
///
/// The version is that of the store's state in which the projected state was first read. It remains
/// while the projected state remains equal, whichever threads read it in whatever order, and no
/// selector of the projection is evaluated again meanwhile. `==` and the projector run without the
/// lock.
package final class ProjectionMemo<State: Sendable>: Sendable {
  /// A state, and the number that identifies it.
  package typealias Versioned = (box: StateBox<State>, version: Int)

  private struct Seen {
    let box: StateBox<State>
    /// The first and the last version of the store's state in which it was read.
    let first: Int
    var last: Int
    /// The number of overrides of selectors at that time.
    let overrides: Int

    var versioned: Versioned { (box, first) }
  }

  private enum Outcome {
    case versioned(Versioned)
    /// Another thread recorded this meanwhile.
    case overtaken(by: Seen)
  }

  private let comparison: Comparison<State>
  private let seen = Locked<Seen?>(nil)

  init(_ comparison: Comparison<State>) {
    self.comparison = comparison
  }

  /// Returns the projected state in a version of the store's state, and the version that identifies
  /// it.
  ///
  /// - Parameters:
  ///   - version: The version of the store's state.
  ///   - overrides: The number of overrides of selectors. After another one, an equal state gets a
  ///     new version.
  ///   - make: Projects the state.
  func state(_ version: Int, overrides: Int, _ make: () -> State) -> Versioned {
    var known = seen.withLock { $0 }
    if let known, known.last == version { return known.versioned }
    let new = StateBox(holding: make())
    while true {
      let isSame = known.map { areSame($0, new, overrides) } ?? false
      switch note(new, version, overrides, like: known, isSame: isSame) {
      case .versioned(let versioned): return versioned
      case .overtaken(let newer): known = newer
      }
    }
  }

  private func areSame(_ known: Seen, _ new: StateBox<State>, _ overrides: Int) -> Bool {
    known.overrides == overrides && comparison.isRepeat(known.box.value, new.value)
  }

  /// Records a state, unless it is older than the known one.
  ///
  /// - Parameters:
  ///   - known: The state with which it was compared.
  ///   - isSame: Whether they are equal.
  private func note(
    _ new: StateBox<State>,
    _ version: Int,
    _ overrides: Int,
    like known: Seen?,
    isSame: Bool
  ) -> Outcome {
    let (outcome, old): (Outcome, Seen?) = seen.withLock { seen in
      if let seen, seen.first != known?.first {
        // A state of the store has one projection.
        return (seen.last == version ? .versioned(seen.versioned) : .overtaken(by: seen), nil)
      }
      if isSame, var same = seen {
        same.last = max(same.last, version)
        assert(same.first <= same.last)
        seen = same
        return (.versioned(same.versioned), nil)
      }
      if let seen, version <= seen.last {
        // An older state isn't memoized, so that selectors keep the values of the newest. Its
        // number is below all of theirs.
        return (.versioned(version == seen.last ? seen.versioned : (new, -2 - version)), nil)
      }
      defer { seen = Seen(box: new, first: version, last: version, overrides: overrides) }
      return (.versioned((new, version)), seen)
    }
    // Released after unlocking.
    withExtendedLifetime(old) {}
    return outcome
  }
}
