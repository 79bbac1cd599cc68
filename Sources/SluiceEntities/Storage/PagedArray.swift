/// An array in pages, which copies share until one of them changes.
///
/// Changing an element while another copy exists copies the element's page and the page of pages
/// above it, at most 32 elements each, and the list of these, which has one reference for 1,024
/// elements. While no other copy exists, elements change in place.
@frozen
@usableFromInline
struct PagedArray<Element> {
  @usableFromInline typealias Page = ContiguousArray<Element>
  @usableFromInline typealias Pages = ContiguousArray<Page>

  /// The binary logarithm of the number of elements in a page, and of pages in a page.
  @inlinable static var bits: Int { 5 }
  @inlinable static var mask: Int { 1 << bits - 1 }

  @usableFromInline private(set) var roots: ContiguousArray<Pages> = []
  @usableFromInline private(set) var count = 0

  @inlinable
  init() {}

  @inlinable
  subscript(index: Int) -> Element {
    get {
      assert(index >= 0 && index < count)
      return roots[index >> (2 * Self.bits)][(index >> Self.bits) & Self.mask][index & Self.mask]
    }
    _modify {
      assert(index >= 0 && index < count)
      yield &roots[index >> (2 * Self.bits)][(index >> Self.bits) & Self.mask][index & Self.mask]
    }
  }

  @inlinable
  mutating func append(_ element: Element) {
    let root = count >> (2 * Self.bits)
    let page = (count >> Self.bits) & Self.mask
    if root == roots.count { roots.append([]) }
    if page == roots[root].count { roots[root].append([]) }
    roots[root][page].append(element)
    count += 1
    assert(roots[root][page].count <= Self.mask + 1 && roots[root].count <= Self.mask + 1)
  }

  @inlinable
  mutating func removeLast() -> Element {
    assert(count > 0)
    count -= 1
    let root = count >> (2 * Self.bits)
    let page = (count >> Self.bits) & Self.mask
    let element = roots[root][page].removeLast()
    if roots[root][page].isEmpty { roots[root].removeLast() }
    if roots[root].isEmpty { roots.removeLast() }
    return element
  }
}

// MARK: - Comparing

extension PagedArray {
  /// Calls a function with each index at which two arrays have elements of different bits, and with
  /// the elements.
  ///
  /// Takes time proportional to the number of these, and to the number of roots.
  /// - Parameter filler: Stands for the elements after an array's last.
  @inlinable
  func forEachDifference(
    from other: PagedArray,
    filler: Element,
    _ body: (_ index: Int, _ element: Element, _ other: Element) -> Void
  ) {
    roots.forEachDifference(from: other.roots, filler: []) { root, pages, otherPages in
      pages.forEachDifference(from: otherPages, filler: []) { page, elements, otherElements in
        elements.forEachDifference(from: otherElements, filler: filler) { offset, element, other in
          body((root << Self.bits + page) << Self.bits + offset, element, other)
        }
      }
    }
  }
}

extension ContiguousArray {
  /// Calls a function with each index at which two arrays have elements of different bits, and with
  /// the elements.
  ///
  /// Elements of the same bits are the same, as both are retained. So only the others are retained
  /// again, and called for: here, most elements are arrays of a type that may be unknown where this
  /// is compiled.
  @inlinable
  func forEachDifference(
    from other: ContiguousArray,
    filler: Element,
    _ body: (_ index: Int, _ element: Element, _ other: Element) -> Void
  ) {
    if isIdentical(to: other) { return }
    var index = 0
    while true {
      index = firstDifference(from: other, at: index)
      if index >= count, index >= other.count { return }
      body(
        index,
        index < count ? self[index] : filler,
        index < other.count ? other[index] : filler
      )
      index += 1
    }
  }

  /// Returns the first index, from another one on, at which two arrays don't have elements of the
  /// same bits.
  @inlinable
  func firstDifference(from other: ContiguousArray, at start: Int) -> Int {
    assert(start >= 0)
    let end = Swift.min(count, other.count)
    let (size, word) = (MemoryLayout<Element>.stride, MemoryLayout<UInt>.size)
    assert(size.isMultiple(of: word), "\(Element.self) doesn't consist of words.")
    return unsafe withUnsafeBytes { bytes in
      unsafe other.withUnsafeBytes { otherBytes in
        var offset = start * size
        while offset < end * size {
          let bits = unsafe bytes.load(fromByteOffset: offset, as: UInt.self)
          if unsafe bits != otherBytes.load(fromByteOffset: offset, as: UInt.self) { break }
          offset += word
        }
        return Swift.max(start, offset / size)
      }
    }
  }

  /// Returns whether both share their storage, hence have the same elements.
  @inlinable
  func isIdentical(to other: ContiguousArray) -> Bool {
    // Compares the addresses and never reads what is there.
    guard count == other.count else { return false }
    let address = unsafe withUnsafeBufferPointer { $0.baseAddress }
    let otherAddress = unsafe other.withUnsafeBufferPointer { $0.baseAddress }
    return unsafe address == otherAddress
  }
}

extension PagedArray: Sendable where Element: Sendable {}
