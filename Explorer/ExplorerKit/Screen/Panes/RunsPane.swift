import ExplorerTerminal
import SluiceWire

/// The runs of effects in lanes over time, each of them below that, and what is counted.
///
/// A bar ends with `■` if its run ended, `✗` if it failed, `□` if it was cancelled, and reaches the edge with `▶` while
/// it is under way. A `↻` stands where an attempt failed, and `╌` where it is unknown when a run began. What lives
/// comes first.
struct RunsPane {
  /// The most lanes and runs; those that are alive and the last ones are shown.
  private static let mostLanes = 60
  private static let mostRuns = 200
  private static let longestLabel = 32
  private static let mostLines = 3

  struct Content {
    var runs: [History.Run]
    /// The time of the last event, in microseconds since 1970.
    var now: Int64
    /// The selected commit; the runs that it set off stand out.
    var commit: Int?
    /// The time of that commit.
    var commitTime: Int64?
    var statistics = Statistics()
  }

  private(set) var lines: [PaneLine] = []
  /// What stays in view below the lines.
  private(set) var axis: [PaneLine] = []
  private let content: Content
  private let width: Int

  /// Creates the lines, none wider than `width` columns.
  init(of content: Content, width: Int) {
    self.content = content
    self.width = max(width, 20)
    if content.runs.isEmpty {
      lines = PaneLine.wrapped(StyledText("No effect ran yet.", .dim), width: width)
    } else {
      appendLanes()
      appendRuns()
    }
    guard !content.statistics.isEmpty else { return }
    lines.append(.blank)
    lines += StatisticsTable(width: width).filteredLines(content.statistics).map {
      PaneLine($0.text, target: $0.filter.map { .filter($0) })
    }
  }

  // MARK: - Lanes

  private mutating func appendLanes() {
    let lanes = EffectLanes(content.runs)
    let spans = Dictionary(grouping: lanes.spans, by: \.lane)
    func isAlive(_ lane: Int) -> Bool { spans[lane]?.last?.run.end == nil }
    let order = lanes.names.indices.filter(isAlive) + lanes.names.indices.filter { !isAlive($0) }
    let shown = order.prefix(Self.mostLanes)
    let labels = shown.map { VisibleText(lanes.names[$0]).description }
    let labelWidth = min(labels.map(\.columns).max() ?? 0, Self.longestLabel, width / 3)
    let scale = TimeScale(lanes.spans, now: content.now, columns: max(width - labelWidth - 3, 1))
    for (lane, label) in zip(shown, labels) {
      guard let runs = spans[lane], let last = runs.last?.run else { continue }
      let isSetOff = content.commit != nil && runs.contains { $0.run.commit == content.commit }
      var line = StyledText(isSetOff ? "▸ " : "  ", .strong)
      let name = label.cutInFront(to: labelWidth).padded(to: labelWidth)
      line.append(name + " ", isSetOff ? .strong : .plain)
      let hasFailed = runs.contains { $0.run.end == .failed }
      line.append(scale.bar(runs), hasFailed ? .problem : .effect)
      let target = PaneTarget.filter("effect:" + last.effect.quotedForFilter)
      lines.append(PaneLine(line.cut(to: width), target: target))
    }
    if order.count > shown.count {
      let count = NumberText.count(order.count - shown.count, "lane")
      lines.append(PaneLine(StyledText("… and \(count) more", .dim)))
    }
    axis = scale.axis(marking: content.commitTime).map { PaneLine($0, indent: labelWidth + 3) }
  }

  // MARK: - Runs

  private mutating func appendRuns() {
    let alive = content.runs.filter { $0.end == nil }.suffix(Self.mostRuns)
    let ended = content.runs.filter { $0.end != nil }.suffix(Self.mostRuns - alive.count)
    lines.append(.blank)
    for run in alive + ended.reversed() {
      let isSetOff = run.commit != nil && run.commit == content.commit
      var text = StyledText(isSetOff ? "▸ " : "  ", .strong) + RunText.styled(run)
      if run.end == nil, let time = run.timeText(until: content.now) {
        text.append(" for \(time)", .effect)
      }
      if let commit = run.commit { text.append("  ← \(commit)", .dim) }
      lines += PaneLine.wrapped(
        text,
        width: width,
        hanging: 4,
        atMost: Self.mostLines,
        target: .run(run.run, commit: run.commit)
      )
    }
    let hidden = content.runs.count - alive.count - ended.count
    if hidden > 0 {
      let count = NumberText.count(hidden, "earlier run")
      lines.append(PaneLine(StyledText("… \(count)", .dim)))
    }
  }
}

/// Times as columns.
private struct TimeScale {
  private let start: Int64
  private let end: Int64
  private let columns: Int

  init(_ spans: [EffectLanes.Span], now: Int64, columns: Int) {
    start = spans.map(\.start).min() ?? now
    let ends = spans.map { $0.duration.map($0.start.addingSaturated) ?? now }
    end = max(ends.max() ?? now, start)
    self.columns = columns
  }

  private func column(of time: Int64) -> Int {
    // Times of a program can be any number.
    let length = Double(end) - Double(start)
    guard length > 0 else { return 0 }
    let place = (Double(time) - Double(start)) / length
    return min(max(Int(place * Double(columns - 1)), 0), columns - 1)
  }

  /// The runs of a lane, of which a later one covers the end of the one before.
  func bar(_ spans: [EffectLanes.Span]) -> String {
    var bar = Array(repeating: " ", count: columns)
    for span in spans {
      let run = span.run
      let last = span.duration.map { column(of: span.start.addingSaturated($0)) } ?? columns - 1
      // A clock may be set back while it runs.
      let first = min(column(of: span.start), last)
      for place in first..<last { bar[place] = run.startTime == nil ? "╌" : "━" }
      for retry in run.retries {
        let place = column(of: retry.time)
        if place >= first, place < last { bar[place] = "↻" }
      }
      switch run.end {
      case .ended: bar[last] = "■"
      case .failed: bar[last] = "✗"
      case .cancelled: bar[last] = "□"
      case .started, .retrying, nil: bar[last] = "▶"
      }
    }
    return bar.joined()
  }

  /// The axis, with a mark at a time, and the times at its ends.
  func axis(marking time: Int64?) -> [StyledText] {
    guard columns > 1 else { return [] }
    var axis = ["└"] + Array(repeating: "─", count: columns - 2) + ["┘"]
    if let time, time >= start, time <= end { axis[column(of: time)] = "▲" }
    var clock = LocalTime()
    let first = String(clock.text(microsecondsSince1970: start).prefix(8))
    let last = LogClock.pause(LogClock.difference(start, end))
    let caption =
      first.columns + 1 + last.columns <= columns
      ? first + last.paddedFront(to: columns - first.columns) : last.paddedFront(to: columns)
    return [StyledText(axis.joined(), .dim), StyledText(caption.cut(to: columns), .dim)]
  }
}

extension History.Run {
  /// For how long it has gone on at a time; `nil` if it is unknown when it began.
  func timeText(until now: Int64) -> String? {
    startTime.map { start in
      let time = LogClock.difference(start, now)
      return time == 0 ? "0 s" : LogClock.length(time)
    }
  }
}
