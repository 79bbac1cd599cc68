import SluiceTree
import SluiceWire

/// Makes the parts of an answer no longer than they may be, and notes whether something was cut.
struct ToolFitting {
  /// Bytes of an answer's lists and values, about.
  static let answer = 24 << 10
  /// Bytes of a value in a list.
  static let valueInList = 400
  /// Bytes of a value that an answer is about.
  static let value = 4 << 10
  /// Characters of a name or a message.
  private static let text = 300

  private(set) var isCut = false

  /// Returns a value whose JSON is no longer than the limit, about.
  mutating func value(_ tree: Tree, to limit: Int = valueInList) -> Tree {
    guard JSONText.length(of: tree, countingTo: limit) > limit else { return tree }
    isCut = true
    return tree.fitted(to: limit)
  }

  mutating func text(_ text: String) -> Tree {
    let beginning = text.beginning(Self.text)
    if beginning.utf8.count != text.utf8.count { isCut = true }
    return .string(beginning)
  }

  /// Returns a path as the tools' arguments have it.
  mutating func path(_ path: StatePath) -> Tree { text(path.description) }

  mutating func path(_ path: TreePath) -> Tree { text(StatePath(path).description) }

  /// Returns the first elements.
  mutating func list<Element>(
    _ elements: some Collection<Element>,
    limit: Int,
    _ make: (Element, inout Self) -> Tree
  ) -> Tree {
    if elements.count > limit { isCut = true }
    return .array(elements.prefix(limit).map { make($0, &self) })
  }

  mutating func noteCut() { isCut = true }
}
