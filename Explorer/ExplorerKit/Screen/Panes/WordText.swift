import ExplorerTerminal

/// Two texts as one, on one line: `the [-old-]{+new+} text`.
///
/// Of what they have in common, the middle of a long piece is left out.
struct WordText {
  /// The columns of a common piece that are shown beside what differs.
  private static let context = 30

  let text: StyledText

  init(_ difference: WordDifference) {
    var text = StyledText("\"")
    let pieces = difference.pieces
    for (place, piece) in pieces.enumerated() {
      switch piece {
      case .common(let words):
        let shown = Self.common(words, isFirst: place == 0, isLast: place == pieces.count - 1)
        text.append(shown)
      case .removed(let words): text.append("[-\(Self.visible(words))-]", .removed)
      case .added(let words): text.append("{+\(Self.visible(words))+}", .added)
      }
    }
    text.append("\"")
    self.text = text
  }

  private static func common(_ words: String, isFirst: Bool, isLast: Bool) -> String {
    let (front, back) = (isFirst ? 0 : context, isLast ? 0 : context)
    guard words.count > front + back + context else { return visible(words) }
    return visible(String(words.prefix(front))) + " … " + visible(String(words.suffix(back)))
  }

  private static func visible(_ words: String) -> String { VisibleText(words).description }
}
