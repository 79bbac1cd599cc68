package import SluiceTree

/// The path of a value in a state, in which elements of lists are named by their place or their id.
///
/// `todos[2].done` is what stands at a place, and `todos[id:4].done` is part of the element whose `id`
/// is 4, wherever it stands.
package struct StatePath: Hashable, Sendable {
  package enum Step: Hashable, Sendable {
    /// A member of an object, or the case of an enum.
    case key(String)
    /// An element of an array, or a value without a label in a case's payload.
    case index(Int)
    /// The element of an array with an id.
    case id(ElementID)
  }

  package var steps: [Step]

  package init(_ steps: [Step] = []) {
    self.steps = steps
  }

  package init(_ path: TreePath) {
    steps = path.steps.map(Step.init)
  }

  package var isRoot: Bool { steps.isEmpty }
}

extension StatePath.Step {
  package init(_ step: TreePath.Step) {
    switch step {
    case .key(let key): self = .key(key)
    case .index(let index): self = .index(index)
    }
  }
}

extension StatePath: CustomStringConvertible {
  package var description: String {
    var text = ""
    for step in steps {
      switch step {
      case .id(let id):
        text += "[id:\(id)]"
      case .index(let index):
        text += "[\(index)]"
      case .key(let key):
        let name = TreePath([.key(key)]).description
        text += text.isEmpty || name.hasPrefix("[") ? name : "." + name
      }
    }
    return text
  }
}
