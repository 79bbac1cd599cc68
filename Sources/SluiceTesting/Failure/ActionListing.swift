import Sluice

/// Actions, one per line, with an arrow at the first that differs from the expectation.
///
/// Shows only the lines around the arrow if there are many.
struct ActionListing: CustomStringConvertible {
  private static var before: Int { 8 }
  private static var after: Int { 8 }

  private let title: String
  private let lines: [String]
  private let mark: Int?
  private let offset: Int

  /// - Parameters:
  ///   - mark: The position of the arrow; after the last line it marks that nothing follows.
  ///   - countedFrom: The number of actions before the first of these.
  init(_ title: String, _ lines: [String], mark: Int?, countedFrom offset: Int = 0) {
    self.title = title
    self.lines = lines
    self.mark = mark
    self.offset = offset
  }

  init(_ title: String, _ actions: [any Action], mark: Int?, countedFrom offset: Int = 0) {
    self.init(
      title,
      actions.map { ActionDescription($0).line() },
      mark: mark,
      countedFrom: offset
    )
  }

  var description: String {
    let center = mark ?? lines.count
    let first = max(0, min(center, lines.count) - Self.before)
    let end = min(lines.count, center + Self.after)
    var text = [title]
    if first > 0 { text.append("     … \(first) earlier") }
    for index in first..<end {
      text.append("  \(index == mark ? "→" : " ") \(offset + index + 1). \(lines[index])")
    }
    if end < lines.count { text.append("     … \(lines.count - end) more") }
    if mark == lines.count { text.append("  → nothing") }
    return text.joined(separator: "\n")
  }
}
