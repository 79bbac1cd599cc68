package import SluiceTree

extension History {
  /// A commit after which a condition is no longer what it was.
  package struct Turn: Hashable, Sendable {
    package let number: Int
    /// Whether the condition holds from here on.
    package let holds: Bool
  }

  /// Returns the first commit after which a condition holds.
  ///
  /// - Parameters:
  ///   - prefix: The part of the state that the condition looks at, up to its first list. Only there is
  ///     the tree that it gets up to date; it is asked again when something there changed.
  ///   - range: The commits to search; `nil` for all.
  package func first(
    at prefix: TreePath = [],
    in range: ClosedRange<Int>? = nil,
    where condition: (Tree) -> Bool
  ) -> Int? {
    var found: Int?
    var holds = false
    walk(prefix, in: range) { number, tree, isChanged in
      if isChanged { holds = condition(tree) }
      if holds { found = number }
      return !holds
    }
    return found
  }

  /// Returns the last commit after which a condition holds.
  package func last(
    at prefix: TreePath = [],
    in range: ClosedRange<Int>? = nil,
    where condition: (Tree) -> Bool
  ) -> Int? {
    guard let numbers = self.numbers else { return nil }
    let range = range ?? numbers
    for index in segments.indices.reversed() where segments[index].number <= range.upperBound {
      let part = max(range.lowerBound, segments[index].number)
      guard part <= range.upperBound else { continue }
      var found: Int?
      var holds = false
      walk(prefix, in: part...range.upperBound, segments: index...index) {
        number,
        tree,
        isChanged in
        if isChanged { holds = condition(tree) }
        if holds { found = number }
        return true
      }
      if let found { return found }
      if segments[index].number <= range.lowerBound { return nil }
    }
    return nil
  }

  /// Returns the next commit after which a condition holds that did not before, or no longer holds.
  package func next(
    after number: Int,
    at prefix: TreePath = [],
    where condition: (Tree) -> Bool
  ) -> Turn? {
    guard let numbers, number < numbers.upperBound, let start = state(after: number) else {
      return nil
    }
    let before = start.number <= number ? condition(start.tree) : nil
    var holds = false
    var turn: Turn?
    walk(prefix, in: (number + 1)...numbers.upperBound) { found, tree, isChanged in
      if isChanged { holds = condition(tree) }
      if holds != before { turn = Turn(number: found, holds: holds) }
      return turn == nil
    }
    return turn
  }

  /// Walks over the states after the commits in a range.
  ///
  /// - Parameters:
  ///   - prefix: The part of the state that is kept up to date.
  ///   - visit: Called with the number and the state of each commit whose state is known, and whether
  ///     the part may differ from the state before; returns whether to go on.
  private func walk(
    _ prefix: TreePath,
    in range: ClosedRange<Int>?,
    segments chosen: ClosedRange<Int>? = nil,
    _ visit: (Int, Tree, Bool) -> Bool
  ) {
    guard let numbers, let start = position(after: (range ?? numbers).lowerBound) else { return }
    let range = range ?? numbers
    // Elements of a list move, and take with them what was not kept up to date.
    let keys = prefix.steps.prefix { if case .key = $0 { true } else { false } }
    let steps = KnownPath(keys)
    for index in chosen ?? start.segment...max(start.segment, segments.count - 1) {
      let segment = segments[index]
      guard segment.number <= range.upperBound else { return }
      guard var tree = segment.tree else { continue }
      var isChanged = true
      if range.contains(segment.number) {
        guard visit(segment.number, tree, isChanged) else { return }
        isChanged = false
      }
      var reader = CompactReader(segment.content.bytes)
      var application = TreeApplication()
      for entry in segment.entries {
        // The state behind a gap is that of the next segment.
        guard entry.kind == .commit else { break }
        guard entry.number <= range.upperBound else { return }
        isChanged =
          application.apply(entry, at: steps, &reader, to: &tree) || isChanged
        guard entry.number >= range.lowerBound else { continue }
        guard visit(entry.number, tree, isChanged) else { return }
        isChanged = false
      }
    }
  }
}

extension TreeApplication {
  /// Applies the changes of an entry that concern a part of the tree.
  ///
  /// - Returns: Whether there were any.
  fileprivate mutating func apply(
    _ entry: History.Entry,
    at steps: KnownPath,
    _ reader: inout CompactReader,
    to tree: inout Tree
  ) -> Bool {
    guard steps.count > 0 else {
      applyKnown(entry, &reader, to: &tree)
      return true
    }
    reader.position = entry.changes
    var isConcerned = false
    for _ in 0..<reader.count() {
      let change = reader.skipChange()
      let next = reader.position
      reader.position = change.path
      if reader.relation(to: steps) != .unrelated {
        isConcerned = true
        applyKnown(reader.change(change), to: &tree)
      }
      reader.position = next
    }
    return isConcerned
  }
}
