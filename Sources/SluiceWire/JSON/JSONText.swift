package import SluiceTree

/// Trees as JSON text, there and back without loss.
///
/// `1` and `1.0`, `-0.0`, the digits of wide integers and the order of keys survive. What JSON has
/// not is an object whose first key is `$` and names the kind; a user's own leading `$` is doubled.
package enum JSONText {
  /// Arrays and objects within each other that are read from a connection.
  package static let maximumDepth = 256
  /// Those that are read from a file, by a `ServiceThread`; the writer cuts what lies deeper.
  ///
  /// A case with a payload is two objects within each other, and a record begins with a few.
  package static let maximumDepthOfFiles = 2 * Tree.maximalDepth + 8

  /// - Parameter doublesDollars: Whether it is read by what knows the tags.
  package static func bytes(of tree: Tree, doublesDollars: Bool = true) -> [UInt8] {
    var writer = JSONWriter(to: ByteBuffer(bytes: []))
    writer.doublesDollars = doublesDollars
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
  package static func tree(
    of text: ArraySlice<UInt8>,
    maximumDepth: Int = maximumDepth
  ) throws(WireError) -> Tree {
    try tree(of: text.span, maximumDepth: maximumDepth)
  }

  package static func tree(
    of text: Span<UInt8>,
    maximumDepth: Int = maximumDepth
  ) throws(WireError) -> Tree {
    var reader = JSONReader()
    reader.maximumDepth = maximumDepth
    return try reader.read(text)
  }

  /// Reads a text of another protocol, in which a key that begins with `$` is like others.
  package static func treeWithoutTags(of text: ArraySlice<UInt8>) throws(WireError) -> Tree {
    var reader = JSONReader()
    reader.ignoresTags = true
    return try reader.read(text.span)
  }
}
