import ExplorerTerminal
import SluiceWire

extension VisibleText {
  /// Creates the visible form of a text's beginning, with an "…" behind it if there is more.
  ///
  /// - Parameter limit: The maximum number of Unicode scalars, before anything is escaped.
  init(_ text: String, limit: Int) { self.init(text.beginning(limit)) }
}
