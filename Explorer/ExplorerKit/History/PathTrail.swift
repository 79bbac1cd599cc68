import SluiceTree

/// Follows a value back through changes: through moves of list elements, insertions and removals, to
/// where it did not exist, and to where it did before.
struct PathTrail {
  /// Where the value is, before the changes that were passed so far.
  private enum Place {
    case present
    /// Only the first steps exist; these are the rest.
    case absent(rest: [StatePath.Step])
    /// Nothing says where it was.
    case lost
  }

  /// What a change did to the value.
  struct Touch {
    var old: History.PathValue
    var new: History.PathValue
  }

  /// The steps to the value, or to what exists of its path, before the changes that were passed.
  private(set) var steps: KnownPath
  /// The whole path, with ids in the place of indices where elements have one.
  let lasting: [StatePath.Step]
  private var place: Place
  /// The changes of the current entry; here, so that their storage is used again.
  private var changes: [CompactReader.Change] = []

  /// Begins where a path is in a state.
  ///
  /// - Parameter lasting: The path as it is followed behind this state; by default as it is in this state.
  init(_ resolution: StatePath.Resolution, lasting: [StatePath.Step]? = nil) {
    steps = KnownPath(resolution.steps)
    self.lasting = lasting ?? resolution.lasting + resolution.rest
    place = resolution.isComplete ? .present : .absent(rest: resolution.rest)
  }

  var isLost: Bool {
    if case .lost = place { true } else { false }
  }

  /// The member of the state that the path begins with; `nil` if it begins otherwise.
  var member: TreePath.Step? {
    if case .key(let key)? = lasting.first { .key(key) } else { nil }
  }

  /// Whether the path names its value in each state, as it does without elements that have no id.
  var isLasting: Bool {
    lasting.allSatisfy { if case .index = $0 { false } else { true } }
  }

  var isPresent: Bool {
    if case .present = place { true } else { false }
  }

  /// Goes back over the changes of an entry.
  ///
  /// - Parameters:
  ///   - reader: At the changes, whose number comes first.
  ///   - touched: Called with each change that touched the value, and what it did; the last one first.
  mutating func goBack(
    over reader: inout CompactReader,
    _ touched: (inout CompactReader, CompactReader.Change, Touch) -> Void
  ) {
    changes.removeAll(keepingCapacity: true)
    for _ in 0..<reader.count() { changes.append(reader.skipChange()) }
    for index in changes.indices.reversed() where !isLost {
      let change = changes[index]
      if let touch = goBack(over: change, &reader) { touched(&reader, change, touch) }
    }
  }

  private mutating func goBack(
    over change: CompactReader.Change,
    _ reader: inout CompactReader
  ) -> Touch? {
    reader.position = change.path
    let relation = reader.relation(to: steps)
    switch relation {
    case .unrelated:
      return nil
    case .beside(let depth, let index):
      shift(at: depth, change.kind, index, reader.target(of: change))
      return nil
    case .below:
      switch place {
      case .present: return Touch(old: .partOf, new: .partOf)
      case .absent(let rest): return appear(over: reader.change(change), rest)
      case .lost: return nil
      }
    case .above(let depth):
      if change.kind == .remove || change.kind == .move {
        // A list closes up where an element goes; a member that goes and is there was added since.
        guard depth > 0, case .index(let index) = steps.steps[depth - 1] else { return nil }
        shift(at: depth - 1, change.kind, index, reader.target(of: change))
        return nil
      }
      return goBack(over: reader.change(change), at: depth)
    }
  }

  // MARK: - Changes at the path

  private mutating func goBack(over change: TreeChange, at depth: Int) -> Touch? {
    switch change {
    case .set(_, let old, let new):
      return goBack(overSettingFrom: old, to: new, at: depth)
    case .add(_, let new, _):
      let value = value(in: new, depth)
      vanish(from: depth - 1)
      return value == .missing ? nil : Touch(old: .missing, new: value)
    case .remove, .move:
      return nil
    }
  }

  private mutating func goBack(
    overSettingFrom old: Tree?,
    to new: Tree,
    at depth: Int
  ) -> Touch? {
    let newValue = value(in: new, depth)
    guard let old else {
      // What was replaced is unknown, and so is where it stood if that was in a list.
      if depth < steps.count || !isPresent { place = .lost }
      return newValue == .missing ? nil : Touch(old: .unknown, new: newValue)
    }
    if depth > 0, isOther(old, at: depth - 1) {
      vanish(from: depth - 1)
      return newValue == .missing ? nil : Touch(old: .missing, new: newValue)
    }
    let resolution = old.resolve(symbols(from: depth))
    steps.removeSteps(from: depth)
    for step in resolution.steps { steps.append(step) }
    let oldValue: History.PathValue = resolution.isComplete ? .value(resolution.tree) : .missing
    settle(resolution.rest)
    return oldValue == newValue ? nil : Touch(old: oldValue, new: newValue)
  }

  /// The rest of the path from a depth, with ids where elements have them, else as it is now.
  private func symbols(from depth: Int) -> [StatePath.Step] {
    lasting.indices.dropFirst(depth).map { index in
      if case .index = lasting[index], index < steps.count {
        return StatePath.Step(steps.steps[index])
      }
      return lasting[index]
    }
  }

  /// Returns whether an element is none with the id that the path has there.
  private func isOther(_ element: Tree, at depth: Int) -> Bool {
    guard depth < lasting.count, case .id(let id) = lasting[depth] else { return false }
    return !id.matches(element)
  }

  /// Returns the value within one that the path's first steps lead to.
  private func value(in tree: Tree, _ depth: Int) -> History.PathValue {
    guard isPresent else { return .missing }
    let rest = TreePath(Array(steps.steps.dropFirst(depth)))
    return tree[rest].map { .value($0) } ?? .missing
  }

  /// Notes that nothing exists of the path from a depth on.
  private mutating func vanish(from depth: Int) {
    let rest = symbols(from: depth)
    steps.removeSteps(from: depth)
    settle(rest)
  }

  private mutating func settle(_ rest: [StatePath.Step]) {
    switch rest.first {
    case nil: place = .present
    // Without an id, nothing tells which element it was.
    case .index: place = .lost
    case .key, .id: place = .absent(rest: rest)
    }
  }

  // MARK: - Lists

  /// Follows an element to where it stood before a change of its list.
  private mutating func shift(
    at depth: Int,
    _ kind: TreeChange.Kind,
    _ changed: Int,
    _ target: Int?
  ) {
    guard case .index(let index) = steps.steps[depth] else { return }
    let before: Int
    switch kind {
    case .add: before = index > changed ? index - 1 : index
    case .remove: before = index >= changed ? index + 1 : index
    case .set: before = index
    case .move:
      let target = target ?? changed
      if index == target {
        before = changed
      } else {
        let without = index > target ? index - 1 : index
        before = without >= changed ? without + 1 : without
      }
    }
    if before != index { steps.setIndex(before, at: depth) }
  }

  // MARK: - What did not exist

  /// Goes back over a change below what exists of the path, which may have removed the next part.
  private mutating func appear(over change: TreeChange, _ rest: [StatePath.Step]) -> Touch? {
    let below = Array(change.path.steps.dropFirst(steps.count))
    guard let next = rest.first, let step = below.first else { return nil }
    let element: Tree?
    switch change {
    case .remove(_, let old?) where below.count == 1: element = old
    case .set(_, let old?, _) where below.count == 1:
      guard case .id = next else { return nil }
      element = old
    case .set(_, let old?, _) where below.count == 2 && below[1] == .key("id"):
      element = .object(Tree.Object([.init(key: "id", value: old)]))
    default: return nil
    }
    guard let element, isNamed(next, step, element) else { return nil }
    steps.append(step)
    if below.count == 2 {
      // The rest of the element is unknown here.
      place = rest.count == 1 ? .present : .lost
      return Touch(old: .partOf, new: .missing)
    }
    let resolution = element.resolve(rest.dropFirst())
    for step in resolution.steps { steps.append(step) }
    settle(resolution.rest)
    return resolution.isComplete ? Touch(old: .value(resolution.tree), new: .missing) : nil
  }

  private func isNamed(_ next: StatePath.Step, _ step: TreePath.Step, _ element: Tree) -> Bool {
    switch (next, step) {
    case (.key(let wanted), .key(let key)): wanted == key
    case (.id(let id), .index): id.matches(element)
    default: false
    }
  }
}

extension CompactReader {
  /// Returns where a change moves an element to; `nil` if it moves none.
  ///
  /// The position may be anywhere.
  fileprivate mutating func target(of change: Change) -> Int? {
    guard change.kind == .move else { return nil }
    position = change.path
    skipPath()
    return count()
  }
}
