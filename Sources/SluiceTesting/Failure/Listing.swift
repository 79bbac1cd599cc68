package import SluiceTree

/// A title with lines below it, of which only the first are shown if there are many.
package struct Listing: CustomStringConvertible {
  private static var limit: Int { 24 }

  package let description: String

  /// - Parameter nothing: The text to show if there are no lines.
  package init(_ title: String, _ lines: [String], orElse nothing: String = "nothing") {
    let lines = lines.isEmpty ? [nothing] : lines
    let shown = lines.prefix(Self.limit).map { "  \($0)" }
    let more = lines.count - shown.count
    description = ([title] + shown + (more > 0 ? ["  … \(more) more"] : []))
      .joined(separator: "\n")
  }

  package init(_ title: String, _ changes: [TreeChange]) {
    self.init(title, changes.map { $0.line() })
  }
}
