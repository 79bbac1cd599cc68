import ExplorerTerminal
import SluiceTree
import SluiceWire

extension VisibleText {
  /// Adds a tree as JSON in which nothing acts on a terminal, hides or reorders text.
  ///
  /// - Parameters:
  ///   - withoutPairs: Whether a reader refuses escapes of surrogate pairs; what would take one is text
  ///     then, such as `\u{E0067}`.
  ///   - doublesDollars: As of ``JSONText``.
  static func append(
    json tree: Tree,
    to buffer: inout [UInt8],
    withoutPairs: Bool = false,
    doublesDollars: Bool = true
  ) {
    let bytes = JSONText.bytes(of: tree, doublesDollars: doublesDollars)
    append(json: bytes[...], to: &buffer, withoutPairs: withoutPairs)
  }
}
