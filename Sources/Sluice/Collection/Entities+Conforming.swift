extension Entities: IdentifiedCollection {
  /// The elements.
  public typealias Member = Element
}

extension Entities: RandomAccessCollection {
  /// 0, as in an array.
  public var startIndex: Int { 0 }
  /// The number of elements.
  public var endIndex: Int { elements.count }
  /// The element at a place.
  ///
  /// Elements are changed by their ids.
  public subscript(position: Int) -> Element { elements[position] }
}

extension Entities: ExpressibleByArrayLiteral {
  /// Makes a collection of elements.
  ///
  /// Of elements with the same id the last one stays, at the place of the first.
  public init(arrayLiteral elements: Element...) {
    self.init(elements)
  }
}

extension Entities: Equatable where Element: Equatable {
  /// Whether both have equal elements in the same order.
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
  /// Decodes an array of elements, whose ids must differ.
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
  /// Sorts the elements; equal ones keep their order.
  public mutating func sort() {
    sort(by: <)
  }
}

extension Entities: CustomStringConvertible, CustomReflectable {
  /// The elements, as an array shows them.
  public var description: String { "\(elements)" }

  /// An array's.
  public var customMirror: Mirror {
    Mirror(self, unlabeledChildren: elements, displayStyle: .collection)
  }
}
