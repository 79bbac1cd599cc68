import ExplorerTerminal

extension VisibleText {
  /// Creates the visible form of a text's beginning, with an "…" behind it if there is more.
  ///
  /// - Parameter limit: The maximum number of Unicode scalars, before anything is escaped.
  init(_ text: String, limit: Int) {
    let scalars = text.unicodeScalars
    guard text.utf8.count > limit,
      let end = scalars.index(scalars.startIndex, offsetBy: limit, limitedBy: scalars.endIndex),
      end < scalars.endIndex
    else {
      self.init(text)
      return
    }
    self.init(String(scalars[..<end]) + "…")
  }
}
