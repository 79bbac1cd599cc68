import SluiceTree

/// The path of a change in a program, whose indices all count as one.
struct ChangedPath: Hashable {
  let app: String
  let path: TreePath

  /// The path with `[*]` for each index.
  var name: String {
    if path.isRoot { return "(the whole state)" }
    var text = ""
    for step in path.steps {
      switch step {
      case .index: text += "[*]"
      case .key:
        let name = TreePath([step]).description
        text += text.isEmpty || name.hasPrefix("[") ? name : "." + name
      }
    }
    return text
  }

  static func == (one: ChangedPath, other: ChangedPath) -> Bool {
    one.app == other.app && one.path.steps.elementsEqual(other.path.steps) { $0.key == $1.key }
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(app)
    for step in path.steps { hasher.combine(step.key) }
  }
}

extension TreePath.Step {
  /// The name of a member; `nil` for an element.
  fileprivate var key: String? {
    if case .key(let key) = self { key } else { nil }
  }
}
