import ExplorerTerminal
import SluiceTree

/// A change of the state on one line, such as `~ todos[2].done: false → true`.
enum ChangeText {
  /// The longest of what two texts have in common that is repeated in front of what differs.
  private static let context = 6
  /// Scalars that a column may take: a letter with its marks, an emoji of several.
  private static let scalarsPerColumn = 10

  /// Returns the change as harmless text.
  ///
  /// The path has half of the room, and what the values leave; the front of a longer one is omitted. Old
  /// and new value share the rest, and each may use what the other leaves. Of two long texts, the
  /// beginning that they have in common is omitted.
  ///
  /// - Parameter columns: The room; `nil` for any.
  static func text(_ change: TreeChange, columns: Int?) -> String {
    guard let columns else { return VisibleText(change.line(limit: .max)).description }
    let limit = columns.multipliedClamping(by: scalarsPerColumn)
    switch change {
    case .set(let path, let old, let new): return setting(path, old, new, columns)
    case .move(let path, _):
      let target = change.line(limit: .max).utf8.dropFirst("> \(path) → ".utf8.count)
      let text = VisibleText(String(decoding: target, as: UTF8.self)).description
      let label = label(change, columns, beside: text.columns + 1)
      return "\(label) → " + text.cutInFront(to: columns - label.columns - 3)
    case .add, .remove:
      guard let value = change.new ?? change.old else { return label(change, columns, beside: -2) }
      let text = summary(value, limit)
      let label = label(change, columns, beside: text.columns)
      return change.path.isRoot ? label + text : "\(label): \(text)"
    }
  }

  private static func setting(
    _ path: TreePath,
    _ old: Tree?,
    _ new: Tree,
    _ columns: Int
  ) -> String {
    let change = TreeChange.set(path, old: old, new: new)
    let whole = values(old, new, columns: columns, isWhole: true)
    let name = label(change, columns, beside: whole.columns)
    let label = path.isRoot ? name : name + ": "
    return label + values(old, new, columns: columns - label.columns, isWhole: false)
  }

  /// Returns `old → new`.
  ///
  /// - Parameter isWhole: Whether nothing is omitted, but for what is far more than the room.
  static func values(_ old: Tree?, _ new: Tree, columns: Int, isWhole: Bool) -> String {
    let limit = columns.multipliedClamping(by: scalarsPerColumn)
    var texts = [old, new].map { $0.map { summary($0, limit) } ?? "…" }
    if isWhole { return "\(texts[0]) → \(texts[1])" }
    let room = max(columns - 3, 8)
    if !fits(texts, room), let ends = differentEnds(old, new) {
      texts = ends.map { summary($0, limit, isEnd: true) }
    }
    let half = room / 2
    let columnsOfOld = min(texts[0].columns, max(half, room - texts[1].columns))
    let shownOld = texts[0].cut(to: columnsOfOld)
    let shownNew = texts[1].cut(to: max(room - shownOld.columns, 1))
    return "\(shownOld) → \(shownNew)"
  }

  /// Returns the mark and the path.
  ///
  /// - Parameter others: The columns of what is to stand behind the colon.
  private static func label(_ change: TreeChange, _ columns: Int, beside others: Int) -> String {
    guard !change.path.isRoot else { return change.kind.mark + " " }
    let path = VisibleText(change.path.description).description
    let room = max(columns / 2, columns - others - 2) - 2
    return change.kind.mark + " " + path.cutInFront(to: room)
  }

  private static func fits(_ texts: [String], _ room: Int) -> Bool {
    texts[0].columns + texts[1].columns <= room
  }

  /// - Parameter isEnd: Whether the beginning was omitted.
  private static func summary(_ tree: Tree, _ limit: Int, isEnd: Bool = false) -> String {
    let text = VisibleText(tree.summary(limit: limit)).description
    return isEnd ? "\"…" + text.dropFirst() : text
  }

  /// Returns what follows on the common beginning of two texts; `nil` if that is short.
  private static func differentEnds(_ old: Tree?, _ new: Tree) -> [Tree]? {
    guard case .string(let old)? = old, case .string(let new) = new else { return nil }
    var common = 0
    for (left, right) in zip(old, new) {
      guard left == right else { break }
      common += 1
    }
    guard common > 2 * context else { return nil }
    return [old, new].map { .string(String($0.dropFirst(common - context))) }
  }
}

extension Int {
  func multipliedClamping(by other: Int) -> Int {
    let (product, overflow) = multipliedReportingOverflow(by: other)
    return overflow ? .max : product
  }
}
