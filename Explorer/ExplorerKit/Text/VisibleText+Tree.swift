import ExplorerTerminal
import SluiceTree
import SluiceWire

extension VisibleText {
  /// Adds a tree as JSON in which nothing acts on a terminal, hides or reorders text.
  ///
  /// - Parameter withoutPairs: Whether a reader refuses escapes of surrogate pairs; what would take
  ///   one is text then, such as `\u{E0067}`.
  static func append(json tree: Tree, to buffer: inout [UInt8], withoutPairs: Bool = false) {
    append(json: JSONText.bytes(of: tree)[...], to: &buffer, withoutPairs: withoutPairs)
  }
}
