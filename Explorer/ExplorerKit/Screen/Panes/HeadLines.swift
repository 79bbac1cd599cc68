import ExplorerTerminal
import SluiceTree

/// What stands above everything: the program, how it does, and the pinned paths.
enum HeadLines {
  /// A path whose value is always in view.
  struct Pin: Hashable, Sendable {
    let path: StatePath
    /// The value after the selected commit.
    let value: History.PathValue
    /// The numbers that it had up to then; `nil` for any other value.
    let numbers: [NumericValue?]
  }

  struct Content: Hashable, Sendable {
    var program: String
    var store: String?
    var commits = 0
    /// How many of the commits the filter admits; `nil` without a filter.
    var admitted: Int?
    /// The commits of each second of the last minute.
    var rates: [NumericValue?] = []
    /// The commits of the last second.
    var rate = 0
    /// The effects that are under way; `nil` before the first one.
    var effectsAlive: Int?
    var dropped = 0
    /// How often the store has reported a diagnostic.
    var diagnostics = 0
    /// Whether the last commit is always the selected one.
    var isFollowing = false
    /// The number of commits that came during a pause; `nil` while what comes is shown.
    var heldBack: Int?
    /// Whether the program is connected.
    var isConnected = true
    var filter: String?
    var pins: [Pin] = []
  }

  private static let gap = "  "
  /// The columns below which numbers get fewer columns.
  private static let firstWide = 60
  /// The columns of a pin's value.
  private static let longestValue = 40

  /// Something about the program.
  private struct Fact {
    /// The less, the sooner there is room for it.
    let rank: Int
    /// The same, shorter and shorter.
    let forms: [StyledText]

    init(_ rank: Int, _ forms: StyledText...) {
      self.rank = rank
      self.forms = forms
    }
  }

  /// Returns one line about the program and one for each pin, none wider than `width` columns.
  ///
  /// What matters less is left out where there is no room for it. Each number has columns of its own,
  /// in which it grows to the left, so that nothing beside it moves.
  static func lines(of content: Content, width: Int) -> [PaneLine] {
    let facts = facts(content, width)
    // First what there is room for, as short as may be; then as long as there is room.
    let byRank = facts.indices.sorted { facts[$0].rank < facts[$1].rank }
    var shown: [Int: StyledText] = [:]
    var used = -gap.count
    for place in byRank {
      guard let shortest = facts[place].forms.last,
        used + gap.count + shortest.columns <= width
      else { continue }
      shown[place] = shortest
      used += gap.count + shortest.columns
    }
    for place in byRank {
      guard let short = shown[place] else { continue }
      let room = width - used + short.columns
      guard let form = facts[place].forms.first(where: { $0.columns <= room }) else { continue }
      shown[place] = form
      used += form.columns - short.columns
    }
    var line = StyledText()
    let last = facts.indices.last { shown[$0]?.text.contains { $0 != " " } ?? false }
    for place in 0...(last ?? 0) {
      guard let text = shown[place] else { continue }
      line = line + StyledText(line.columns > 0 ? gap : "") + text
    }
    return [PaneLine(line)] + content.pins.map { Self.line(of: $0, width) }
  }

  /// Returns the facts in the order in which they stand on the line.
  private static func facts(_ content: Content, _ width: Int) -> [Fact] {
    var name = StyledText(VisibleText(content.program).description, .strong)
    if let store = content.store { name.append(" \(VisibleText(store))") }
    var facts = [Fact(0, name.cut(to: max(width / 3, 12)))]
    if !content.isConnected { facts.append(Fact(1, StyledText("disconnected", .problem))) }
    if let count = content.heldBack { facts.append(pause(count)) }
    let isNarrow = width < firstWide
    facts.append(commits(content, isNarrow))
    if content.isConnected { facts += rate(content, isNarrow) }
    // On a narrow line, the blocks of the rate tell more.
    if let alive = content.effectsAlive, !isNarrow {
      let style = alive > 0 ? Style.effect : .dim
      let forms = [count(alive, "alive effect", 3), "\(number(alive, 3)) alive"]
      facts.append(Fact(8, StyledText(forms[0], style), StyledText(forms[1], style)))
    }
    if content.dropped > 0 {
      let text = "\(number(content.dropped, isNarrow ? 3 : 5)) dropped"
      facts.append(Fact(3, StyledText(text, .problem)))
    }
    if content.diagnostics > 0 {
      let text = count(content.diagnostics, "diagnostic", 3)
      let short = "! \(NumberText.text(content.diagnostics))".padded(to: 5)
      facts.append(Fact(3, StyledText(text, .problem), StyledText(short, .problem)))
    }
    if let filter = content.filter {
      let text = StyledText("filter: ") + StyledText(VisibleText(filter).description, .strong)
      facts.append(Fact(2, text, text.cut(to: max(width / 2, 12)), text.cut(to: width / 3)))
    }
    // At the end, and never less wide: the cursor's movements would give its columns to others.
    if content.isFollowing || !isNarrow {
      let text = content.isFollowing ? "following" : ""
      facts.append(Fact(6, StyledText(text.padded(to: 9))))
    }
    return facts
  }

  private static func commits(_ content: Content, _ isNarrow: Bool) -> Fact {
    let columns = isNarrow ? 5 : 7
    let all = count(content.commits, "commit", columns)
    guard let admitted = content.admitted else { return Fact(4, StyledText(all)) }
    let text = "\(NumberText.text(admitted)) of \(count(content.commits, "commit", 1))"
    let room = columns + " of ".count + all.count
    return Fact(4, StyledText(text.paddedFront(to: isNarrow ? 0 : room)))
  }

  private static func pause(_ held: Int) -> Fact {
    guard held > 0 else { return Fact(1, StyledText("paused", .problem)) }
    let number = NumberText.text(held)
    let forms = [
      ("paused, \(NumberText.count(held, "commit")) held back", 31),
      ("paused, \(number) held back", 23), ("paused +\(number)", 13),
    ].map { StyledText($0.padded(to: $1), .problem) }
    return Fact(1, forms[0], forms[1], forms[2])
  }

  /// Returns the commits of the last second, and those of the last minute as blocks.
  private static func rate(_ content: Content, _ isNarrow: Bool) -> [Fact] {
    let plot = Sparkline(content.rates, baseline: 0)
    guard !plot.blocks(width: 1).isEmpty else { return [] }
    let number = StyledText("\(number(content.rate, isNarrow ? 3 : 6))/s")
    func form(_ columns: Int) -> StyledText {
      number + StyledText(" " + plot.blocks(width: columns), .moved)
    }
    return [Fact(7, form(60), form(30), form(20), form(10), number)]
  }

  /// Returns a number at the end of some columns.
  private static func number(_ number: Int, _ columns: Int) -> String {
    NumberText.text(number).paddedFront(to: columns)
  }

  /// Returns a number at the end of some columns and a noun, as wide for one as for several.
  private static func count(_ count: Int, _ noun: String, _ columns: Int) -> String {
    "\(number(count, columns)) \(noun)\(count == 1 ? " " : "s")"
  }

  private static func line(of pin: Pin, _ width: Int) -> PaneLine {
    let path = VisibleText(pin.path.isRoot ? "." : pin.path.description).description
    var line = StyledText("• " + path.cutInFront(to: max(width / 2, 8) - 2) + " ", .dim)
    switch pin.value {
    case .value(let tree):
      let room = min(max(width - line.columns, 1), longestValue)
      let summary = VisibleText(tree.summary(limit: 10 * room)).description
      line.append(summary.cut(to: room), .strong)
    case .missing: line.append("(not there)", .removed)
    case .unknown, .partOf: line.append("(unknown)", .dim)
    }
    if pin.numbers.count(where: { $0 != nil }) > 1 {
      let room = width - line.columns - gap.count
      let plot = Sparkline(pin.numbers).text(width: min(room, 60))
      if room >= 4, !plot.isEmpty { line.append(gap + plot, .moved) }
    }
    return PaneLine(line.cut(to: width), target: .path(pin.path))
  }
}
