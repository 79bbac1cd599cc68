import SluiceTree

/// The path of a change in a program, whose indices all count as one.
struct ChangedPath: Hashable {
  let app: String
  let path: TreePath

  /// The path with `[*]` for each index.
  var name: String {
    path.isRoot ? "(the whole state)" : TreePath.name(of: path.steps.map(\.key))
  }

  static func == (one: ChangedPath, other: ChangedPath) -> Bool {
    one.app == other.app && one.path.steps.elementsEqual(other.path.steps) { $0.key == $1.key }
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(app)
    for step in path.steps { hasher.combine(step.key) }
  }
}

extension TreePath {
  /// Returns the name of a path, with `[*]` for what has no key.
  static func name(of keys: [String?]) -> String {
    keys.reduce(into: "") { name, key in
      let step = key.map { TreePath([.key($0)]).description } ?? "[*]"
      name += name.isEmpty || step.hasPrefix("[") ? step : "." + step
    }
  }
}

extension TreePath.Step {
  /// The name of a member; `nil` for an element.
  fileprivate var key: String? {
    if case .key(let key) = self { key } else { nil }
  }
}
