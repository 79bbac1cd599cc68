import SluiceTree
import SluiceWire

/// Walks over the leaves of a tree with what made them so.
///
/// Leaves are passed in the order of the tree, each once: those on lines of their own, and those of what
/// is hidden, for which the last author speaks.
struct BlameCursor {
  /// The columns below which actions are left out.
  private static let firstWide = 60
  private static let longestAction = 20

  private let blame: StateBlame
  private let numberWidth: Int
  private let actionWidth: Int
  private var next = 0

  /// - Parameter width: The columns of a line.
  init(_ blame: StateBlame, width: Int) {
    self.blame = blame
    numberWidth = max(String(blame.blame.number).utf8.count, 3)
    let names = blame.heads.values.map { ActionText.nameWithCase(of: $0.action).columns }
    actionWidth =
      width < Self.firstWide ? 0 : min(max(names.max() ?? 0, 8), Self.longestAction, width / 5)
  }

  /// The columns of an author.
  var width: Int { numberWidth + 1 + (actionWidth > 0 ? actionWidth + 1 : 0) }

  /// Returns the author of a leaf, or the last one of all leaves in a container.
  mutating func author(of tree: Tree) -> StyledText {
    let start = next
    next += tree.leafCount
    let leaves = blame.blame.leaves[min(start, blame.blame.leaves.count)...].prefix(next - start)
    guard let last = leaves.max(by: { $0.author.number < $1.author.number })?.author else {
      return blank
    }
    let author = AuthorText(last, blame.heads)
    var text = StyledText(author.number.cut(to: numberWidth).paddedFront(to: numberWidth) + " ")
    if actionWidth > 0 {
      text.append(author.action.cut(to: actionWidth).padded(to: actionWidth) + " ", .dim)
    }
    return text
  }

  /// Returns the author of a page that is hidden.
  mutating func author(of page: some Collection<TreeParts.Part>) -> StyledText {
    author(of: .array(page.map(\.value)))
  }

  var blank: StyledText { StyledText(String(repeating: " ", count: width)) }
}

extension Tree {
  /// The number of values without parts, as ``History/Blame`` counts them.
  fileprivate var leafCount: Int {
    switch self {
    case .array(let elements) where !elements.isEmpty:
      elements.reduce(0) { $0 + $1.leafCount }
    case .object(let object) where !object.isEmpty, .enumCase(_, let object) where !object.isEmpty:
      object.members.reduce(0) { $0 + $1.value.leafCount }
    default: 1
    }
  }
}
