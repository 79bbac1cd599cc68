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

  /// Whether a program goes on.
  enum Life: Hashable, Sendable {
    case live
    /// It said goodbye, at a time of day.
    case ended(at: String)
    /// It ended without a word, at a time of day, with so much under way.
    case crashed(at: String, running: String)
    /// It was recorded, in a file of a name, and took so long.
    case recorded(String, length: String)
  }

  struct Content: Hashable, Sendable {
    var program: String
    var store: String?
    var life = Life.live
    var commits = 0
    /// How many of the commits the filter admits; `nil` without a filter.
    var admitted: Int?
    /// The commits of the last second.
    var rate = 0
    /// The runs that are under way; `nil` before the first one.
    var runs: Int?
    /// The one of them that has gone on longest, and for how long.
    var longest = ""
    /// The commits that set off a run that failed.
    var failed = 0
    var dropped = 0
    /// How often the store has reported a diagnostic.
    var diagnostics = 0
    /// How many programs there are.
    var programs = 1
    /// Whether a program was started again in the place of the one that is shown.
    var isStartedAgain = false
    /// Whether the last commit is always the selected one.
    var isFollowing = false
    /// The number of commits that came during a pause; `nil` while what comes is shown.
    var heldBack: Int?
    var filter: String?
  }

  private static let gap = "  "
  /// The columns below which numbers get fewer columns.
  private static let firstWide = 60
  /// The columns of a pin's value, and of the run that has gone on longest.
  private static let longestValue = 40
  private static let longestRun = 22

  /// Something about the program.
  private struct Fact {
    /// The less, the sooner there is room for it.
    let rank: Int
    /// The same, shorter and shorter.
    let forms: [StyledText]

    init(_ rank: Int, _ style: Style = .plain, _ forms: String...) {
      self.init(rank, forms.map { StyledText($0, style) })
    }

    init(_ rank: Int, _ forms: [StyledText]) {
      self.rank = rank
      self.forms = forms
    }
  }

  /// Returns one line about the program, not wider than `width` columns.
  ///
  /// What matters less is left out where there is no room for it. Each number has columns of its own,
  /// in which it grows to the left, so that nothing beside it moves.
  static func line(of content: Content, width: Int) -> PaneLine {
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
    return PaneLine(line)
  }

  /// Returns the facts in the order in which they stand on the line.
  private static func facts(_ content: Content, _ width: Int) -> [Fact] {
    var name = StyledText(VisibleText(content.program).description, .strong)
    if let store = content.store { name.append(" \(VisibleText(store))") }
    let isNarrow = width < firstWide
    let isLive = content.life == .live
    let programs = content.programs
    let failed = "✗ " + number(content.failed, 3)
    let diagnostics = count(content.diagnostics, "diagnostic", 3)
    let filter = content.filter.map { filter in
      let text = StyledText("filter: ") + StyledText(VisibleText(filter).description, .strong)
      return Fact(2, [text, text.cut(to: max(width / 2, 12)), text.cut(to: width / 3)])
    }
    let facts: [Fact?] = [
      Fact(0, [name.cut(to: max(width / 3, 12))]), life(content.life),
      content.heldBack.map(pause), commits(content, isNarrow),
      isLive ? Fact(7, .plain, "\(number(content.rate, isNarrow ? 3 : 6))/s") : nil,
      content.failed > 0 ? Fact(5, .problem, failed + " failed", failed) : nil,
      isLive ? content.runs.map { runs($0, content.longest, isNarrow) } : nil,
      content.dropped > 0
        ? Fact(3, .problem, "\(number(content.dropped, isNarrow ? 3 : 5)) dropped") : nil,
      content.diagnostics > 0
        ? Fact(3, .problem, diagnostics, "! \(content.diagnostics)".padded(to: 5)) : nil,
      content.isStartedAgain
        ? Fact(1, .strong, "P started again", "P again")
        : programs > 1 ? Fact(4, .strong, "P \(programs) programs", "P \(programs)") : nil,
      filter,
      // At the end, and never less wide: the cursor's movements would give its columns to others.
      isLive && (content.isFollowing || !isNarrow)
        ? Fact(6, .plain, (content.isFollowing ? "following" : "").padded(to: 9)) : nil,
    ]
    return facts.compactMap(\.self)
  }

  private static func runs(_ runs: Int, _ longest: String, _ isNarrow: Bool) -> Fact {
    let count = "\(number(runs, isNarrow ? 2 : 3)) run\(runs == 1 ? " " : "s")"
    let longest = VisibleText(longest).description.cutInFront(to: longestRun)
    let long = "\(count) \(longest.padded(to: longestRun))"
    return Fact(5, runs > 0 ? .effect : .dim, long, count)
  }

  private static func life(_ life: Life) -> Fact {
    switch life {
    case .live: return Fact(1, .added, "● live", "●")
    case .ended(let time): return Fact(1, .plain, "○ ended \(time)", "○ ended")
    case .crashed(let time, let running):
      let text = "✗ crashed \(time)"
      let ran = running.isEmpty ? text : text + ", \(VisibleText(running)) ran"
      return Fact(1, .problem, ran, text, "✗ crashed")
    case .recorded(let file, let length):
      let name = VisibleText(file).description
      return Fact(1, .plain, length.isEmpty ? name : "\(name), \(length)", name, name.cut(to: 14))
    }
  }

  private static func commits(_ content: Content, _ isNarrow: Bool) -> Fact {
    let columns = isNarrow ? 5 : 7
    let all = count(content.commits, "commit", columns)
    guard let admitted = content.admitted else { return Fact(4, .plain, all) }
    let text = "\(NumberText.text(admitted)) of \(count(content.commits, "commit", 1))"
    let room = columns + " of ".count + all.count
    return Fact(4, .plain, text.paddedFront(to: isNarrow ? 0 : room))
  }

  private static func pause(_ held: Int) -> Fact {
    guard held > 0 else { return Fact(1, .problem, "paused") }
    let number = NumberText.text(held)
    return Fact(
      1,
      .problem,
      "paused, \(NumberText.count(held, "commit")) held back".padded(to: 31),
      "paused, \(number) held back".padded(to: 23),
      "paused +\(number)".padded(to: 13)
    )
  }

  /// Returns a number at the end of some columns.
  private static func number(_ number: Int, _ columns: Int) -> String {
    NumberText.text(number).paddedFront(to: columns)
  }

  /// Returns a number at the end of some columns and a noun, as wide for one as for several.
  private static func count(_ count: Int, _ noun: String, _ columns: Int) -> String {
    "\(number(count, columns)) \(noun)\(count == 1 ? " " : "s")"
  }

  /// Returns the line of a pinned path.
  static func line(of pin: Pin, _ width: Int) -> PaneLine {
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
