extension Entities: IdentifiedCollection {
  /// The type of the elements.
  public typealias Member = Element
}

extension Entities: RandomAccessCollection {
  /// The position of the first element: 0, as in an array.
  public var startIndex: Int { 0 }
  /// The number of elements.
  public var endIndex: Int { elements.count }
  /// Accesses the element at a position.
  ///
  /// Read-only: elements are changed by their ids.
  public subscript(position: Int) -> Element { elements[position] }
}

extension Entities: ExpressibleByArrayLiteral {
  /// Creates a collection of elements.
  ///
  /// Of elements with the same id, keeps the last one, at the position of the first.
  public init(arrayLiteral elements: Element...) {
    self.init(elements)
  }
}

extension Entities: Equatable where Element: Equatable {
  /// Returns whether two collections have equal elements in the same order.
  public static func == (one: Self, other: Self) -> Bool {
    one.elements == other.elements
  }
}

extension Entities: Hashable where Element: Hashable {
  /// Hashes the elements, in order.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(elements)
  }
}

extension Entities: Encodable where Element: Encodable {
  /// Encodes the elements as an array.
  public func encode(to encoder: any Encoder) throws {
    try elements.encode(to: encoder)
  }
}

extension Entities: Decodable where Element: Decodable {
  /// Decodes an array of elements.
  ///
  /// - Throws: `DecodingError.dataCorrupted` if two elements have the same id.
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

extension Entities where Element: Comparable {
  /// Sorts the elements in place; the sort is stable.
  public mutating func sort() {
    sort(by: <)
  }
}

extension Entities: CustomStringConvertible, CustomReflectable {
  /// The description of the elements as an array.
  public var description: String { "\(elements)" }

  /// A mirror of the elements, as for an array.
  public var customMirror: Mirror {
    Mirror(self, unlabeledChildren: elements, displayStyle: .collection)
  }
}
