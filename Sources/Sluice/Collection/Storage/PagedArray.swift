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

extension ContiguousArray {
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
