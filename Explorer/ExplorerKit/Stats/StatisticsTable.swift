import ExplorerTerminal

/// Statistics as lines for people: a table for each kind of thing, with bars.
struct StatisticsTable {
  /// One line of a table, as text and as a number for its bar.
  private struct Row {
    let name: String
    let cells: [String]
    let weight: Int
    /// The filter that admits what it is about; `nil` if there is none.
    var filter: String?
  }

  /// A line, and the filter that admits what it is about.
  typealias Line = (text: StyledText, filter: String?)

  private static let longestBar = 30
  /// The maximum number of sentences about what runs too often.
  private static let longestAdvice = 10
  private static let shortestName = 12
  /// The maximum number of blocks for the commits a second.
  private static let longestRate = 60
  /// The columns for their minimum and maximum.
  private static let rangeWidth = 24

  /// The columns of a line.
  let width: Int
  /// The maximum number of rows of one table; shows those with the largest numbers.
  let longest: Int

  init(width: Int, longest: Int = 40) {
    self.width = max(width, 20)
    self.longest = max(longest, 1)
  }

  func lines(_ statistics: Statistics) -> [StyledText] {
    filteredLines(statistics).map(\.text)
  }

  /// Returns the lines with what a filter may be made of.
  func filteredLines(_ statistics: Statistics) -> [Line] {
    var lines: [Line] = summary(statistics).map { ($0, nil) }
    let isMany = statistics.apps.count > 1
    func name(_ subject: Statistics.Subject) -> String {
      VisibleText(isMany ? "\(subject.app) \(subject.name)" : subject.name).description
    }
    lines += table(
      "DIAGNOSTICS",
      ["count"],
      statistics.diagnostics.map { subject, count in
        Row(name: name(subject), cells: [NumberText.text(count)], weight: count)
      }
    )
    lines += table(
      "ACTIONS",
      ["count", "a second", "median", "99 %"],
      statistics.actions.map { subject, figures in
        let cells = [
          NumberText.text(figures.count), Self.rate(figures.count, statistics.seconds),
          Self.time(figures.reducing, 0.5), Self.time(figures.reducing, 0.99),
        ]
        return Row(
          name: name(subject),
          cells: cells,
          weight: figures.count,
          filter: "type:" + subject.name.quotedForFilter
        )
      },
      keepsEnds: true
    )
    let showsRetries = statistics.effects.values.contains { $0.retried > 0 }
    lines += table(
      "EFFECTS",
      ["runs", "failed"] + (showsRetries ? ["retries"] : []) + ["cancelled", "median", "99 %"],
      statistics.effects.map { subject, figures in
        let runs = max(figures.started, figures.ended + figures.failed + figures.cancelled)
        let retries = showsRetries ? [figures.retried] : []
        let counts = [runs, figures.failed] + retries + [figures.cancelled]
        let times = [0.5, 0.99].map { Self.time(figures.latency, $0) }
        let cells = counts.map { NumberText.text($0) } + times
        return Row(
          name: name(subject),
          cells: cells,
          weight: runs,
          filter: "effect:" + subject.name.quotedForFilter
        )
      },
      keepsEnds: true
    )
    lines += table(
      "READS",
      ["runs", "commits", "total", "mean", "repeats"],
      statistics.reads.map { subject, figures in
        let cells = [
          NumberText.text(figures.runs), NumberText.text(figures.commits),
          DurationText.text(nanoseconds: figures.duration),
          DurationText.text(nanoseconds: figures.mean),
          NumberText.text(figures.repeats),
        ]
        return Row(name: name(subject), cells: cells, weight: Int(clamping: figures.duration))
      }
    )
    lines += advice(statistics, name).map { ($0, nil) }
    lines += table(
      "CHANGES",
      ["count"],
      statistics.changes.map { subject, count in
        Row(
          name: name(subject),
          cells: [NumberText.text(count)],
          weight: count,
          filter: "changed:" + subject.name.quotedForFilter
        )
      },
      keepsEnds: true
    )
    return lines
  }

  /// Returns sentences about the selectors and observers that run too often, the slowest first.
  private func advice(
    _ statistics: Statistics,
    _ name: (Statistics.Subject) -> String
  ) -> [StyledText] {
    let advice = Statistics.ranked(statistics.reads, by: { Int(clamping: $0.duration) })
      .compactMap { subject, figures in
        // Texts of the program are made visible as a whole.
        figures.advice(about: name(subject)).map { VisibleText($0).description }
      }
    if advice.isEmpty { return [] }
    return [StyledText()]
      + advice.prefix(Self.longestAdvice).flatMap { text in
        StyledText("! " + text, .problem).lines(of: width, hanging: 2).enumerated().map {
          $0.offset == 0 ? $0.element : StyledText("  ") + $0.element
        }
      }
  }

  private func summary(_ statistics: Statistics) -> [StyledText] {
    guard !statistics.isEmpty else {
      return StyledText("Nothing happened so far.", .dim).lines(of: width)
    }
    var parts = [NumberText.count(statistics.commits, "commit")]
    if statistics.seconds > 0 {
      let time = DurationText.text(nanoseconds: Int64(min(statistics.seconds * 1e9, 9e18)))
      parts[0] += " in \(time), \(Self.rate(statistics.commits, statistics.seconds)) a second"
    }
    if statistics.joined > 0 {
      parts.append("\(NumberText.text(statistics.joined)) joined to others, their actions unknown")
    }
    if statistics.dropped > 0 { parts.append("\(NumberText.text(statistics.dropped)) not sent") }
    var lines = StyledText(parts.joined(separator: "; "), .strong).lines(of: width)
    lines += rate(statistics.rate)
    if statistics.reducing.count > 0 {
      let median = Self.time(statistics.reducing, 0.5)
      let longest = "\(Self.time(statistics.reducing, 0.99)) (99 %)"
      let text = "reduced in \(median) (median), \(longest)"
      let isWide = text.columns <= width
      let texts = isWide ? [text] : ["reduced in \(median) (median),", "  " + longest]
      lines += texts.map { StyledText(fitted($0)) }
    }
    return lines
  }

  /// Returns a line of blocks of the commits a second, if there is time between them.
  private func rate(_ history: RateHistory) -> [StyledText] {
    let title = "commits a second  "
    let room = width - title.count
    let narrow = room - Self.rangeWidth
    let rates = history.rates(columns: min(narrow < 8 ? room : narrow, Self.longestRate))
    guard rates.count > 1 else { return [] }
    let line = Sparkline(rates, baseline: 0).text(width: room)
    return line.isEmpty ? [] : [StyledText(title + line)]
  }

  /// - Parameter keepsEnds: Whether a name that is too long is cut in front.
  private func table(
    _ title: String,
    _ heads: [String],
    _ rows: [Row],
    keepsEnds: Bool = false
  ) -> [Line] {
    guard !rows.isEmpty else { return [] }
    let sorted = rows.sorted { ($1.weight, $0.name) < ($0.weight, $1.name) }
    let shown = sorted.prefix(longest)
    var widths = heads.indices.map { column in
      max(heads[column].count, shown.map { $0.cells[column].count }.max() ?? 0)
    }
    // Columns that don't fit are left out, the last ones first.
    while widths.count > 1, Self.shortestName + widths.reduce(0, { $0 + $1 + 2 }) > width {
      widths.removeLast()
    }
    let figures = widths.reduce(0) { $0 + $1 + 2 }
    let longestName = max(shown.map(\.name.columns).max() ?? 0, title.count)
    let nameWidth = min(longestName, max(width - figures - 2 - 8, Self.shortestName))
    let barWidth = min(width - nameWidth - figures - 2, Self.longestBar)
    let heaviest = shown.first?.weight ?? 1

    func cells(_ texts: [String]) -> String {
      zip(texts, widths).map { "  " + $0.paddedFront(to: $1) }.joined()
    }
    var lines: [Line] = [
      (StyledText(), nil),
      (StyledText(fitted(title.padded(to: nameWidth) + cells(heads)), .dim), nil),
    ]
    for row in shown {
      let cut = keepsEnds ? row.name.cutInFront(to: nameWidth) : row.name.cut(to: nameWidth)
      let name = cut.padded(to: nameWidth)
      let bar = Self.bar(row.weight, of: heaviest, width: barWidth)
      var line = StyledText(fitted(name + cells(row.cells)))
      if !bar.isEmpty {
        line.append("  ")
        line.append(bar, .effect)
      }
      lines.append((line, row.filter))
    }
    if sorted.count > shown.count {
      lines.append((StyledText("… and \(sorted.count - shown.count) more", .dim), nil))
    }
    return lines
  }

  private func fitted(_ line: String) -> String {
    line.cut(to: width)
  }

  /// Blocks in eighths.
  private static func bar(_ weight: Int, of heaviest: Int, width: Int) -> String {
    guard width > 0, heaviest > 0 else { return "" }
    let eighths = max(1, Int(Double(weight) / Double(heaviest) * Double(width * 8)))
    let rest = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"][eighths % 8]
    return String(repeating: "█", count: eighths / 8) + rest
  }

  private static func rate(_ count: Int, _ seconds: Double) -> String {
    guard seconds > 0 else { return "–" }
    let rate = Double(count) / seconds
    guard rate < 10, rate.isFinite else { return NumberText.text(Int(min(rate, 1e15).rounded())) }
    let tenths = Int((rate * 10).rounded())
    return "\(tenths / 10).\(tenths % 10)"
  }

  private static func time(_ histogram: DurationHistogram, _ part: Double) -> String {
    histogram.quantile(part).map { DurationText.text(nanoseconds: $0) } ?? "–"
  }
}
