import SluiceTree

/// What a commit changed, as a tree of marks on the state after it.
///
/// Changes name places in the state at their moment: later ones move what earlier ones changed.
struct StateMarks {
  /// The most changes that are marked: the last ones.
  private static let maximalChanges = 10_000
  /// The most changes that are shown without being asked for.
  private static let fewChanges = 32

  let root = Node()
  /// Whether there are so few changes that each is worth a line.
  let areFew: Bool

  init(_ changes: [TreeChange]) {
    areFew = changes.count <= Self.fewChanges
    for change in changes.suffix(Self.maximalChanges) { mark(change) }
  }

  private func mark(_ change: TreeChange) {
    guard let step = change.path.steps.last else {
      root.replace(as: .set)
      return
    }
    let container = change.path.steps.dropLast().reduce(root) { $0.child($1) }
    switch change {
    case .set: container.child(step).replace(as: .set)
    case .add: container.insert(Node(.add), at: step)
    case .remove:
      _ = container.remove(step)
      container.hasLost = true
    case .move(_, let target):
      let node = container.remove(step) ?? Node()
      // That it is another value says more.
      if node.kind == nil { node.kind = .move }
      if case .index = step {
        container.insert(node, at: .index(target))
      } else {
        container.insert(node, at: step)
      }
    }
  }
}

extension StateMarks {
  /// A value that was changed, or has changes in it.
  final class Node {
    fileprivate(set) var kind: TreeChange.Kind?
    /// Whether a part of it was removed.
    fileprivate(set) var hasLost = false
    private var members: [String: Node] = [:]
    /// In the order of their indices.
    private var elements: [(index: Int, node: Node)] = []

    fileprivate init(_ kind: TreeChange.Kind? = nil) {
      self.kind = kind
    }

    /// Whether something in it was changed.
    var hasChanges: Bool { hasLost || !members.isEmpty || !elements.isEmpty }

    /// The character in front of the line of the value.
    var mark: String {
      if let kind { return kind.mark }
      if hasLost { return TreeChange.Kind.remove.mark }
      return hasChanges ? "·" : " "
    }

    var style: Style { kind?.style ?? (hasLost ? TreeChange.Kind.remove.style : .plain) }

    /// Returns the marks on a part; `nil` if nothing changed there.
    subscript(step: TreePath.Step) -> Node? {
      switch step {
      case .key(let key): return members[key]
      case .index(let index):
        let place = place(of: index)
        return place < elements.count && elements[place].index == index
          ? elements[place].node : nil
      }
    }

    /// Whether an element in a range was changed.
    func hasChanges(in range: Range<Int>) -> Bool {
      let place = place(of: range.lowerBound)
      return place < elements.count && elements[place].index < range.upperBound
    }

    /// Returns the number of elements with a lower index.
    private func place(of index: Int) -> Int { elements.partition { $0.index >= index } }

    fileprivate func child(_ step: TreePath.Step) -> Node {
      if let node = self[step] { return node }
      let node = Node()
      switch step {
      case .key(let key): members[key] = node
      case .index(let index): elements.insert((index, node), at: place(of: index))
      }
      return node
    }

    fileprivate func replace(as kind: TreeChange.Kind) {
      // What was added stays so, whatever it is set to.
      if self.kind != .add { self.kind = kind }
      hasLost = false
      members = [:]
      elements = []
    }

    fileprivate func insert(_ node: Node, at step: TreePath.Step) {
      switch step {
      case .key(let key):
        members[key] = node
      case .index(let index):
        let place = place(of: index)
        for later in place..<elements.count { elements[later].index += 1 }
        elements.insert((index, node), at: place)
      }
    }

    fileprivate func remove(_ step: TreePath.Step) -> Node? {
      switch step {
      case .key(let key):
        return members.removeValue(forKey: key)
      case .index(let index):
        let place = place(of: index)
        let node = self[step]
        if node != nil { elements.remove(at: place) }
        for later in place..<elements.count { elements[later].index -= 1 }
        return node
      }
    }
  }
}
