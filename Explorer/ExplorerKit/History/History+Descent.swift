package import SluiceWire

extension History {
  /// A commit, what led to it, and all that it led to.
  package struct Descent: Hashable, Sendable {
    /// The commit first, then what led to it, and so on.
    package let chain: [Link]
    /// What the commit led to, also by way of others, in the order of the commits.
    package let descendants: [WireRecord.Commit]
    /// The runs that the commit and its descendants set off.
    package let runs: [Run]
    /// Whether there are more descendants.
    package let isCut: Bool
  }

  /// Returns a commit with what led to it and what it led to.
  ///
  /// Linear in the commits behind it.
  ///
  /// - Parameter maximum: The number of descendants after which the rest is left out.
  /// - Returns: `nil` if the commit is not held.
  package func descent(of number: Int, atMost maximum: Int = 500) -> Descent? {
    guard commit(number) != nil else { return nil }
    var known: Set = [number]
    var descendants: [WireRecord.Commit] = []
    var isCut = false
    search: for segment in segments where segment.lastNumber > number {
      for entry in segment.entries where entry.number > number && entry.kind != .gap {
        guard let cause = entry.cause, cause < entry.number, known.contains(cause) else { continue }
        guard descendants.count < maximum else {
          isCut = true
          break search
        }
        known.insert(entry.number)
        descendants.append(segment.commit(entry))
      }
    }
    return Descent(
      chain: chain(to: .commit(number)),
      descendants: descendants,
      runs: runs.runs.filter { $0.commit.map(known.contains) ?? false },
      isCut: isCut
    )
  }

  /// Returns the last action of a type that is held: an example for others.
  package func lastAction(of type: String) -> WireRecord.Action? {
    for segment in segments.reversed() {
      for entry in segment.entries.reversed() where entry.kind != .gap {
        guard segment.type(entry) == type else { continue }
        return segment.commit(entry).action
      }
    }
    return nil
  }
}
