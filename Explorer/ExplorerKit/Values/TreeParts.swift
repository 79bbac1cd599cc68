import ExplorerTerminal
import SluiceTree

/// The elements of an array, the members of an object, or what the case of an enum leads to.
///
/// Made one by one, so that those of a long list cost nothing until they are looked at.
struct TreeParts: RandomAccessCollection {
  struct Part {
    let step: TreePath.Step
    let value: Tree

    /// The step as a path shows it, as harmless text: `[2]`, `title`, `["a key"]`.
    var label: String { VisibleText(TreePath([step]).description).description }
  }

  private enum Storage {
    case elements(Tree.Elements)
    case members([Tree.Object.Member])
  }

  private let storage: Storage
  let endIndex: Int

  /// Creates the parts of a container; `nil` for an empty one and for a value without parts.
  init?(_ tree: Tree) {
    switch tree {
    case .array(let elements) where !elements.isEmpty:
      storage = .elements(elements)
      endIndex = elements.count
    default:
      guard let object = tree.keyedParts, !object.isEmpty else { return nil }
      storage = .members(object.members)
      endIndex = object.count
    }
  }

  var startIndex: Int { 0 }

  subscript(position: Int) -> Part {
    switch storage {
    case .elements(let elements): Part(step: .index(position), value: elements[position])
    case .members(let members):
      Part(step: .key(members[position].key), value: members[position].value)
    }
  }

  /// Returns the place of a part; `nil` if there is none.
  func place(of step: TreePath.Step) -> Int? {
    switch (storage, step) {
    case (.elements(let elements), .index(let index)):
      elements.indices.contains(index) ? index : nil
    case (.members(let members), .key(let key)): members.firstIndex { $0.key == key }
    default: nil
    }
  }

  /// The number of parts, as people say it: `3 elements`, `1 member`.
  var countText: String {
    switch storage {
    case .elements: NumberText.count(count, "element")
    case .members: NumberText.count(count, "member")
    }
  }
}

extension Tree {
  /// The case's name with its dot, as harmless text; empty for any other value.
  var caseText: String {
    if case .enumCase(let name, _) = self { ".\(VisibleText(name))" } else { "" }
  }
}
