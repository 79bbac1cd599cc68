import SluiceTree
import SluiceWire

/// Where the next page of an answer begins.
///
/// Has a mark of the question, so that it is not taken for that of another one, and the last commit
/// when the first page was made, so that what comes later does not shift the pages.
struct ToolCursor: Hashable {
  /// The last commit of the first page's time.
  let last: Int
  /// Behind what the page begins: a number of items, or, of a list whose first items may go, what
  /// identifies the last one, such as the number of its commit.
  let position: Int

  init(last: Int, position: Int) {
    self.last = last
    self.position = position
  }

  /// - Parameter question: The question that it must be of.
  init?(parsing text: String, question: UInt64) {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 3, parts[0] == String(question, radix: 36),
      let last = Int(parts[1]), let position = Int(parts[2]), last >= 0, position >= 0
    else { return nil }
    self.init(last: last, position: position)
  }

  func text(of question: UInt64) -> String {
    "\(String(question, radix: 36)).\(last).\(position)"
  }

  /// Returns the mark of a question: 64 bits by the method of Fowler, Noll and Vo (FNV-1a).
  static func mark(_ tool: Tool, _ question: Tree, instance: String) -> UInt64 {
    let bytes = JSONText.bytes(of: [.string(tool.rawValue), question, .string(instance)])
    return bytes.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
  }
}

/// A part of a long list.
struct ToolPage {
  let items: [Tree]
  /// How many there are on all pages.
  let total: Int
  /// The number of items up to the end of this page; `nil` if it is the last one.
  let end: Int?

  init(items: [Tree], total: Int, end: Int?) {
    self.items = items
    self.total = total
    self.end = end
  }

  /// Takes items until there are as many, or as long ones, as a page may have; at least one.
  init<Element>(
    of elements: some RandomAccessCollection<Element>,
    from offset: Int,
    limit: Int,
    bytes room: Int = ToolFitting.answer,
    _ make: (Element) -> Tree
  ) {
    var items: [Tree] = []
    var bytes = 0
    for element in elements.dropFirst(offset) {
      guard items.count < limit else { break }
      let item = make(element)
      bytes += JSONText.length(of: item)
      guard items.isEmpty || bytes <= room else { break }
      items.append(item)
    }
    self.items = items
    total = elements.count
    let end = min(offset, total) + items.count
    self.end = end < total ? end : nil
  }
}
