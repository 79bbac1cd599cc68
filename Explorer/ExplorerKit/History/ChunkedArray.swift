/// An array in chunks, of which a change copies one.
///
/// While a copy of an `Array` is retained, by a memoized selector or an effect, the next change copies all
/// of its elements. Here it copies a chunk of 512, and the list of chunks, which has a reference for each.
///
/// Elements are added at the end and removed from the front; inserting is for places near the end, since
/// all that follows moves.
///
/// Two others stay beside it. The engine's `PagedArray` is compared by the bits of its elements and
/// inlined into programs, and nothing is removed from its front. The pages of `Tree.Elements` know
/// where in the list their chunks begin, and are compared by what they share with another version.
struct ChunkedArray<Element: Sendable>: Sendable {
  /// The binary logarithm of the number of elements in a chunk.
  private static var bits: Int { 9 }
  private static var capacity: Int { 1 << bits }
  private static var mask: Int { capacity - 1 }

  private(set) var chunks: [[Element]] = []
  /// The number of elements at the beginning of the first chunk that were removed; their memory is
  /// released with the chunk.
  private var offset = 0
  private(set) var count = 0

  init() {}

  init(_ elements: some Sequence<Element>) {
    for element in elements { append(element) }
  }

  mutating func append(_ element: Element) {
    if (offset + count) & Self.mask == 0 {
      chunks.append([])
      chunks[chunks.count - 1].reserveCapacity(Self.capacity)
    }
    chunks[chunks.count - 1].append(element)
    count += 1
    assert(chunks.count == (offset + count + Self.mask) >> Self.bits)
  }

  /// Removes elements from the front.
  mutating func removeFirst(_ number: Int) {
    precondition(0...count ~= number, "There are \(count) elements, not \(number).")
    count -= number
    guard count > 0 else {
      self = ChunkedArray()
      return
    }
    offset += number
    chunks.removeFirst(offset >> Self.bits)
    offset &= Self.mask
    assert(chunks.count == (offset + count + Self.mask) >> Self.bits)
  }

  /// Removes elements from the end.
  mutating func removeLast(_ number: Int) {
    precondition(0...count ~= number, "There are \(count) elements, not \(number).")
    count -= number
    guard count > 0 else {
      self = ChunkedArray()
      return
    }
    let end = offset + count
    chunks.removeLast(chunks.count - (end + Self.mask) >> Self.bits)
    let rest = end & Self.mask
    if rest > 0 { chunks[chunks.count - 1].removeSubrange(rest...) }
    assert(chunks.count == (end + Self.mask) >> Self.bits)
  }

  /// Adds an element in front of another, in time that is linear in those that follow.
  mutating func insert(_ element: Element, at index: Int) {
    precondition(0...count ~= index, "There are \(count) elements, and none at \(index).")
    append(element)
    var place = count - 1
    while place > index {
      self[place] = self[place - 1]
      place -= 1
    }
    self[index] = element
  }
}

extension ChunkedArray: RandomAccessCollection, MutableCollection {
  var startIndex: Int { 0 }
  var endIndex: Int { count }

  subscript(index: Int) -> Element {
    get {
      precondition(0..<count ~= index, "There are \(count) elements, and none at \(index).")
      let place = offset + index
      return chunks[place >> Self.bits][place & Self.mask]
    }
    set {
      precondition(0..<count ~= index, "There are \(count) elements, and none at \(index).")
      let place = offset + index
      chunks[place >> Self.bits][place & Self.mask] = newValue
    }
  }
}

extension ChunkedArray: Equatable where Element: Equatable {
  static func == (one: Self, other: Self) -> Bool { one.elementsEqual(other) }
}
