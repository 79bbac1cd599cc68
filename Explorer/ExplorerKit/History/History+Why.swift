import SluiceTree
package import SluiceWire

extension History {
  /// Why a value is what it is: the last change of it, and what led there.
  package struct Reason: Hashable, Sendable {
    /// The path in the state that was asked about; ids in the place of indices where it is not there.
    package let path: StatePath
    /// The value, or that there is none.
    package let value: PathValue
    /// The commit after which it is so.
    package let number: Int
    package let author: Author
    /// The change; `nil` if it was so from the beginning.
    package let change: PathChange?
    /// The commit that changed it, what led to that one, and so on.
    package let chain: [Link]
  }

  /// A part of what led to a commit.
  package struct Link: Hashable, Sendable {
    package let number: Int
    /// `nil` if the commit is not held.
    package let commit: WireRecord.Commit?
    /// The run that dispatched the action, as far as it was seen.
    package let run: Run?
  }

  /// Returns why the value at a path is what it is after a commit, or why there is none any more.
  ///
  /// The chain ends at a commit without a cause, or at one that is not held.
  ///
  /// - Returns: `nil` if there is and was nothing at the path, or no state is known.
  package func why(_ path: StatePath, at number: Int) -> Reason? {
    if let other = otherPiece(with: number) { return other.why(path, at: number) }
    guard let end = position(after: number), let state = state(at: end) else { return nil }
    let resolution = state.resolve(path.steps)
    var trail = PathTrail(resolution)
    var change: PathChange?
    var front = self.number(at: end)
    forEachEntryBackward(from: end, about: trail.member) { segment in
      if segment.hasTree { front = segment.number }
    } _: { _, segment, entry, reader in
      change = trail.change(by: entry, in: segment, &reader)
      return change == nil && !trail.isLost
    }
    guard resolution.isComplete || change != nil else { return nil }
    let author = change?.author ?? .beginning(front)
    return Reason(
      path: resolution.isComplete ? StatePath(resolution.path) : path,
      value: resolution.isComplete ? .value(resolution.tree) : .missing,
      number: self.number(at: end),
      author: author,
      change: change,
      chain: chain(to: author)
    )
  }

  /// Returns the commit of an author, what led to it, and so on.
  package func chain(to author: Author) -> [Link] {
    guard case .commit(let last) = author else { return [] }
    var links: [Link] = []
    var next: Int? = last
    while let number = next {
      let commit = commit(number)
      links.append(Link(number: number, commit: commit, run: commit.flatMap(run(sending:))))
      // What a program says may be anything; a cause comes before what it led to.
      next = commit?.cause.flatMap { $0.commit < number && $0.commit > 0 ? $0.commit : nil }
    }
    return links
  }

  /// Returns a commit, or the one that stands for it.
  package func commit(_ number: Int) -> WireRecord.Commit? {
    if let other = otherPiece(with: number) { return other.commit(number) }
    guard let (segment, entry) = entry(number) else { return nil }
    return segments[segment].commit(entry)
  }

  /// Returns the gap that a commit is missing in; `nil` if it is held, or was never made.
  package func gap(at number: Int) -> Gap? {
    if let other = otherPiece(with: number) { return other.gap(at: number) }
    if let missing, missing.numbers.lowerBound <= number, let lastNumber, number <= lastNumber {
      return Gap(numbers: missing.numbers.lowerBound...lastNumber, reason: missing.reason)
    }
    for segment in segments {
      if let gap = segment.lastGap, gap.numbers.contains(number) { return gap }
    }
    return nil
  }

  /// Returns the numbers of the commits that a commit led to directly.
  package func commits(ledToBy number: Int) -> [Int] {
    segments.flatMap { segment in
      segment.entries.filter { $0.cause == number && $0.kind != .gap }.map(\.number)
    }
  }

  /// Returns the runs that a commit set off.
  package func runs(setOffBy number: Int) -> [Run] {
    runs.runs.filter { $0.commit == number }
  }

  func entry(_ number: Int) -> (segment: Int, entry: Entry)? {
    for index in segments.indices.dropFirst(segments.partition { $0.lastNumber >= number }) {
      guard segments[index].number < number else { return nil }
      let entries = segments[index].entries
      let first = entries.partition { $0.number >= number }
      for entry in entries[first...] where entry.kind != .gap {
        return entry.numbers.contains(number) ? (index, entry) : nil
      }
    }
    return nil
  }
}
