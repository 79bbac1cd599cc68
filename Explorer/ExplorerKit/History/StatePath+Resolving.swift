import SluiceTree

extension Tree {
  /// Returns the step of an array's element or of a member that a step of a path names.
  func resolved(_ step: StatePath.Step) -> TreePath.Step? {
    switch (self, step) {
    case (.array(let elements), .index(let index)):
      elements.indices.contains(index) ? .index(index) : nil
    case (.array(let elements), .id(let id)):
      elements.firstIndex(where: id.matches).map { .index($0) }
    case (.array(let elements), .key(let key)):
      // As people write it: todos.0.
      Int(key).flatMap { elements.indices.contains($0) ? .index($0) : nil }
    case (.object(let object), .key(let key)):
      object.index(of: key).map { _ in .key(key) }
    // A value without a label in a case's payload.
    case (.object(let object), .index(let place)):
      object.index(of: "_\(place)").map { _ in .key("_\(place)") }
    // As paths were before they had the case.
    case (.enumCase(let name, let payload), .key("_0")) where payload.isSingleValue: .key(name)
    case (.enumCase(let name, let payload), .key(let key)) where key == name && !payload.isEmpty:
      .key(name)
    default: nil
    }
  }

  /// Finds the value at a path, as far as it exists.
  func resolve(_ path: some Collection<StatePath.Step>) -> StatePath.Resolution {
    var tree = self
    var steps: [TreePath.Step] = []
    var lasting: [StatePath.Step] = []
    for (place, step) in path.enumerated() {
      guard let found = tree.resolved(step), let next = tree[found] else {
        return StatePath.Resolution(
          steps: steps,
          lasting: lasting,
          tree: tree,
          rest: Array(path.dropFirst(place))
        )
      }
      steps.append(found)
      lasting.append(next.lastingStep(at: found))
      tree = next
    }
    return StatePath.Resolution(steps: steps, lasting: lasting, tree: tree, rest: [])
  }

  /// Returns the step to this value that stays true when elements move: by its id, if it has one.
  func lastingStep(at step: TreePath.Step) -> StatePath.Step {
    guard case .index = step, case .object(let object) = self, let id = object["id"] else {
      return StatePath.Step(step)
    }
    return .id(ElementID(of: id))
  }
}

extension StatePath {
  /// How much of a path exists in a state.
  struct Resolution {
    /// The part that exists, as it is in this state.
    var steps: [TreePath.Step]
    /// The same, with ids in the place of indices where elements have one.
    var lasting: [StatePath.Step]
    /// The value at the end of the part that exists.
    var tree: Tree
    /// The part that doesn't exist.
    var rest: [StatePath.Step]

    var isComplete: Bool { rest.isEmpty }
    var path: TreePath { TreePath(steps) }
  }
}
