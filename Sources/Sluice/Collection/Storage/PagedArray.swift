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
      roots[index >> (2 * Self.bits)][(index >> Self.bits) & Self.mask][index & Self.mask]
    }
    _modify {
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
  }

  @inlinable
  mutating func removeLast() -> Element {
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
  /// Calls a function with the elements at each index that is on a page of only one of the arrays.
  ///
  /// Takes time proportional to the number of these, and to the number of roots.
  /// - Parameter filler: Stands for the elements after an array's last.
  @inlinable
  func forEachUnshared(
    with other: PagedArray,
    filler: Element,
    _ body: (_ element: Element, _ other: Element) throws -> Void
  ) rethrows {
    if roots.isIdentical(to: other.roots) { return }
    for root in 0..<Swift.max(roots.count, other.roots.count) {
      let pages = root < roots.count ? roots[root] : []
      let otherPages = root < other.roots.count ? other.roots[root] : []
      if pages.isIdentical(to: otherPages) { continue }
      for index in 0..<Swift.max(pages.count, otherPages.count) {
        let page = index < pages.count ? pages[index] : []
        let otherPage = index < otherPages.count ? otherPages[index] : []
        if page.isIdentical(to: otherPage) { continue }
        for offset in 0..<Swift.max(page.count, otherPage.count) {
          try body(
            offset < page.count ? page[offset] : filler,
            offset < otherPage.count ? otherPage[offset] : filler
          )
        }
      }
    }
  }
}

extension PagedArray {
  /// Returns the indices of the elements, which are arrays, that don't share their storage with
  /// those of another array of the same length, in order.
  ///
  /// Takes time proportional to the number of these, and to the number of roots. Calls nothing for
  /// each element: the types of the elements are unknown where this is compiled, and each call costs
  /// a search for the metadata of the array's type.
  func unsharedIndices<Member>(with other: PagedArray) -> [Int]
  where Element == ContiguousArray<Member> {
    var indices: [Int] = []
    for root in roots.unsharedIndices(with: other.roots) {
      let (pages, otherPages) = (roots[root], other.roots[root])
      for page in pages.unsharedIndices(with: otherPages) {
        let first = (root << Self.bits + page) << Self.bits
        indices += pages[page].unsharedIndices(with: otherPages[page]).map { first + $0 }
      }
    }
    return indices
  }
}

extension ContiguousArray {
  /// Returns the indices of the elements, which are arrays, that don't share their storage with
  /// those of another array of the same length, in order.
  fileprivate func unsharedIndices<Member>(with other: ContiguousArray) -> [Int]
  where Element == ContiguousArray<Member> {
    precondition(count == other.count, "Arrays of \(count) and \(other.count) elements.")
    return unsafe withUnsafeBytes { bytes in
      unsafe other.withUnsafeBytes { otherBytes in
        // An array is the address of its storage, which is compared and never read.
        let size = MemoryLayout<UInt>.size
        return (0..<(bytes.count / size)).filter { index in
          unsafe bytes.load(fromByteOffset: index * size, as: UInt.self)
            != otherBytes.load(fromByteOffset: index * size, as: UInt.self)
        }
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
