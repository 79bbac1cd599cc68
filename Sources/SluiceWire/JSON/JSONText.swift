package import SluiceTree

/// Trees as JSON text, there and back without loss.
///
/// `1` and `1.0`, `-0.0`, the digits of wide integers and the order of keys survive. What JSON has
/// not is an object whose first key is `$` and names the kind; a user's own leading `$` is doubled.
package enum JSONText {
  /// Arrays and objects within each other that are read; the writer cuts what lies deeper.
  package static let maximumDepth = 256

  package static func bytes(of tree: Tree) -> [UInt8] {
    var writer = JSONWriter(to: ByteBuffer(bytes: []))
    writer.write(tree)
    return writer.sink.bytes
  }

  /// How long the text of a tree is; counting stops beyond the limit.
  package static func length(of tree: Tree, countingTo limit: Int = .max) -> Int {
    var writer = JSONWriter(to: ByteCounter(limit: limit))
    writer.write(tree)
    return writer.sink.count
  }

  /// Reads a text that is one JSON value, with nothing but white space around it.
  package static func tree(of text: ArraySlice<UInt8>) throws(WireError) -> Tree {
    var reader = JSONReader()
    return try reader.read(text.span)
  }
}
