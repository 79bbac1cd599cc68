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
    /// The commits of each second of the last minute.
    var rates: [NumericValue?] = []
    /// The commits of the last second.
    var rate = 0
    var effectsAlive = 0
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
  /// What matters less is left out where there is no room for it.
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
    for place in facts.indices {
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
    if content.isFollowing { facts.append(Fact(6, StyledText("following"))) }
    let commits = NumberText.count(content.commits, "commit")
    facts.append(Fact(4, StyledText(commits)))
    facts += rate(content)
    if content.effectsAlive > 0 {
      let alive = NumberText.text(content.effectsAlive)
      let text = NumberText.count(content.effectsAlive, "effect") + " alive"
      facts.append(Fact(5, StyledText(text, .effect), StyledText("\(alive) alive", .effect)))
    }
    if content.dropped > 0 {
      let text = "\(NumberText.text(content.dropped)) dropped"
      facts.append(Fact(3, StyledText(text, .problem)))
    }
    if content.diagnostics > 0 {
      let text = NumberText.count(content.diagnostics, "diagnostic")
      let short = "! \(NumberText.text(content.diagnostics))"
      facts.append(Fact(3, StyledText(text, .problem), StyledText(short, .problem)))
    }
    if let filter = content.filter {
      let text = StyledText("filter: ") + StyledText(VisibleText(filter).description, .strong)
      facts.append(Fact(2, text, text.cut(to: max(width / 2, 12)), text.cut(to: width / 3)))
    }
    return facts
  }

  private static func pause(_ count: Int) -> Fact {
    guard count > 0 else { return Fact(1, StyledText("paused", .problem)) }
    let number = NumberText.text(count)
    let forms = [
      "paused, \(NumberText.count(count, "commit")) held back", "paused, \(number) held back",
      "paused +\(number)",
    ].map { StyledText($0, .problem) }
    return Fact(1, forms[0], forms[1], forms[2])
  }

  /// Returns the commits of the last minute as blocks, and those of the last second.
  private static func rate(_ content: Content) -> [Fact] {
    let plot = Sparkline(content.rates, baseline: 0)
    guard !plot.blocks(width: 1).isEmpty else { return [] }
    let number = StyledText("\(NumberText.text(content.rate))/s")
    func form(_ columns: Int) -> StyledText {
      StyledText(plot.blocks(width: columns) + " ", .moved) + number
    }
    return [Fact(7, form(60), form(30), form(20), form(10), number)]
  }

  private static func line(of pin: Pin, _ width: Int) -> PaneLine {
    var line = StyledText("• \(VisibleText(pin.path.isRoot ? "." : pin.path.description))", .dim)
      .cut(to: max(width / 2, 8))
    line.append(" ")
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
