import ExplorerTerminal

/// The line at the bottom: what was found, and the keys that do something where the cursor is.
struct KeyLine {
  /// What matters most, in this order.
  private static let first = [
    "open", "filter", "why", "travel", "back", "find", "next", "previous",
  ]

  private(set) var line = PaneLine()
  /// What stands where, for the mouse.
  private(set) var places: [(columns: Range<Int>, binding: KeyBinding)] = []

  init(_ state: ScreenState) {
    let width = state.size.columns
    let all = KeyBinding.all
    let first = Self.first.compactMap { command in all.first { $0.command == command } }
    let others = all.filter { !Self.first.contains($0.command) }
    let place = KeyPlace(state)
    let offers = (first + others).compactMap { binding in
      binding.offer(place).map { (binding, String(binding.name.prefix { $0 != " " }) + " " + $0) }
    }
    var used = 0
    if let find = state.find {
      let text = "/\(VisibleText(find.search.text))  \(find.text)".cut(to: max(width / 2, 8)) + "  "
      line.spans.append(Span(text, CellStyle(bold: true)))
      used = text.columns
    }
    if let count = state.count, count.hasBegun {
      line.spans.append(Span(count.digits + "  ", CellStyle(bold: true)))
      used += count.digits.count + 2
    }
    // What leads to all the others stands there in any case.
    let help = offers.first { $0.0.command == "help" }
    let room = width - (help?.1.columns ?? 0)
    for (binding, text) in offers where binding.command != "help" {
      if used + text.columns + 2 <= room { add(binding, text, &used) }
    }
    if let help { add(help.0, help.1, &used) }
  }

  private mutating func add(_ binding: KeyBinding, _ text: String, _ used: inout Int) {
    // Nothing follows the last one.
    let gap = binding.command == "help" ? "" : "  "
    let name = text.prefix { $0 != " " }
    places.append((used..<used + text.columns, binding))
    line.spans.append(Span(String(name), CellStyle(bold: true)))
    line.spans.append(Span(text.dropFirst(name.count) + gap, CellStyle(dim: true)))
    used += text.columns + 2
  }

  /// What a click at a column does.
  func binding(at column: Int) -> KeyBinding? {
    places.first { $0.columns.contains(column) }?.binding
  }
}
