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

  /// Returns a tree in which the tags have their meaning, from one that was read without.
  ///
  /// - Throws: An error whose offset is 0 if a tag is invalid.
  package static func readingTags(of tree: Tree) throws(WireError) -> Tree {
    switch tree {
    case .array(let elements):
      var read: [Tree] = []
      for element in elements { read.append(try readingTags(of: element)) }
      return .array(Tree.Elements(read))
    case .object(let object):
      var members: [Tree.Object.Member] = []
      var tag: String?
      for (place, member) in object.members.enumerated() {
        let value = try readingTags(of: member.value)
        guard member.key == "$" else {
          let key = try JSONReader.userKey(member.key, at: 0)
          members.append(Tree.Object.Member(key: key, value: value))
          continue
        }
        guard place == 0 else { throw .json(.reservedKey(member.key), offset: 0) }
        guard case .string(let kind) = value else {
          throw .json(.badTag(kind: "", key: "$"), offset: 0)
        }
        tag = kind
      }
      let read = Tree.Object(members)
      guard let tag else { return .object(read) }
      return try TaggedValue(kind: tag, members: read, offset: 0).tree()
    default:
      return tree
    }
  }
}
