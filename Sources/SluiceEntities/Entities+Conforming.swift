extension Entities: RandomAccessCollection {
  /// The position of the first element: 0, as in an array.
  @inlinable public var startIndex: Int { 0 }
  /// The number of elements.
  @inlinable public var endIndex: Int { index.count }
  /// The number of elements.
  @inlinable public var count: Int { index.count }
  /// Accesses the element at a position, in logarithmic time, and changes it in place.
  ///
  /// A change of the id, or an element with another one, is treated as by ``update(id:_:)``.
  @inlinable
  public subscript(position: Int) -> Element {
    get {
      let place = place(at: position)
      return chunks[place.chunk][place.offset]
    }
    _modify {
      let place = place(at: position)
      let id = chunks[place.chunk][place.offset].id
      index.noteChange(of: id, hash: IDIndex<ID>.hash(id))
      defer {
        if chunks[place.chunk][place.offset].id != id { rename(id, at: place) }
      }
      yield &chunks[place.chunk][place.offset]
    }
  }
}

extension Entities: ExpressibleByArrayLiteral {
  /// Creates a collection of elements.
  ///
  /// Of elements with the same id, keeps the last one, at the position of the first.
  @inlinable
  public init(arrayLiteral elements: Element...) {
    self.init(elements)
  }
}

extension Entities: Equatable where Element: Equatable {
  /// Returns whether two collections have equal elements in the same order.
  ///
  /// Compares only what versions of one collection don't share.
  @inlinable
  public static func == (one: Self, other: Self) -> Bool {
    if one.count != other.count { return false }
    return one.idList === other.idList
      ? one.hasEqualChunks(other) : one.elementsEqual(unshared: other)
  }

  /// Returns whether chunks with the same numbers are equal.
  @inlinable
  func hasEqualChunks(_ other: Self) -> Bool {
    var areEqual = true
    chunks.forEachDifference(from: other.chunks, filler: []) { _, chunk, otherChunk in
      areEqual = areEqual && chunk == otherChunk
    }
    return areEqual
  }

  /// Returns whether all elements are equal, without comparing shared chunks.
  @inlinable
  func elementsEqual(unshared other: Self) -> Bool {
    var iterator = makeIterator()
    var otherIterator = other.makeIterator()
    while true {
      if iterator.skip(sharedWith: &otherIterator) { continue }
      guard let element = iterator.next() else { return true }
      if element != otherIterator.next() { return false }
    }
  }
}

extension Entities: Hashable where Element: Hashable {
  /// Hashes the elements, in order.
  @inlinable
  public func hash(into hasher: inout Hasher) {
    hasher.combine(count)
    for element in self { hasher.combine(element) }
  }
}

extension Entities: Encodable where Element: Encodable {
  /// Encodes the elements as an array.
  @inlinable
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.unkeyedContainer()
    for element in self { try container.encode(element) }
  }
}

extension Entities: Decodable where Element: Decodable {
  /// Decodes an array of elements.
  ///
  /// - Throws: `DecodingError.dataCorrupted` if two elements have the same id.
  @inlinable
  public init(from decoder: any Decoder) throws {
    let elements = try [Element](from: decoder)
    self.init(elements)
    if count < elements.count {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(
          codingPath: decoder.codingPath,
          debugDescription: "\(elements.count) elements have \(count) different ids."
        )
      )
    }
  }
}

extension Entities: CustomStringConvertible, CustomReflectable {
  /// The description of the elements as an array.
  public var description: String { "\(elements)" }

  /// A mirror of the elements, as for an array.
  public var customMirror: Mirror {
    Mirror(self, unlabeledChildren: self, displayStyle: .collection)
  }
}
