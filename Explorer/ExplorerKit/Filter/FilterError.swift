import ExplorerTerminal

/// A mistake in a filter, and its place.
package struct FilterError: Error, Hashable, Sendable {
  /// The whole filter.
  let text: String
  /// The range of the mistake, in scalars.
  let place: Range<Int>
  let reason: String
}

extension FilterError: CustomStringConvertible {
  /// The reason, the filter, and a caret under the place.
  package var description: String {
    let scalars = text.unicodeScalars
    let before = VisibleText(String(scalars.prefix(place.lowerBound))).description
    let within = VisibleText(String(scalars.dropFirst(place.lowerBound).prefix(place.count)))
    let caret = String(repeating: "^", count: max(within.description.count, 1))
    return """
      The filter cannot be read: \(reason)
        \(VisibleText(text))
        \(String(repeating: " ", count: before.count))\(caret)
      """
  }
}
