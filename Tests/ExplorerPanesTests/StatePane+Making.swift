import SluiceTree

@testable import ExplorerKit

extension StatePane.Content {
  /// The state after the first commit, and the changes of that.
  init(_ tree: Tree, _ changes: [TreeChange] = [], _ folding: StateFolding = .init()) {
    self.init(
      state: .init(tree: tree, number: 1, isExact: true),
      asked: 1,
      changes: changes,
      folding: folding
    )
  }
}

extension StateFolding {
  init(opening paths: [StatePath.Step]...) {
    self.init()
    for path in paths { set(StateFold(StatePath(path)), isOpen: true) }
  }
}

extension StatePane {
  /// The lines, all of them made again.
  static func lines(of content: Content, width: Int) -> [PaneLine] {
    var made = Made()
    var first = 0
    return lines(of: content, width: width, knowing: [:], &made, &first)
  }
}
