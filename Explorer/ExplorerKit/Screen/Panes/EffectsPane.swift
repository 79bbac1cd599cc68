import ExplorerTerminal
import SluiceWire

/// The runs of effects as bars over time, each on a lane of its own, grouped by effect.
///
/// A `↻` in a bar stands where an attempt failed. A bar ends with `■` if the run ended, `✗` if it failed, `□` if it was cancelled, and reaches the edge
/// with `▶` while it is under way. It is drawn with `╌` if it is unknown when it began.
enum EffectsPane {
  struct Content: Hashable, Sendable {
    var runs: [History.Run]
    /// The time of the last event, in microseconds since 1970.
    var now: Int64
    /// The selected commit; the runs that it set off stand out.
    var commit: Int?
    /// The time of that commit.
    var commitTime: Int64?
  }

  /// The most lanes; those that are alive and the last ones are shown.
  private static let mostLanes = 200
  private static let longestLabel = 32
  private static let durationWidth = 8
  private static let mostErrorLines = 3

  /// Returns the lines, none wider than `width` columns.
  static func lines(of content: Content, width: Int) -> [PaneLine] {
    let runs = shown(content.runs)
    guard !runs.isEmpty else {
      return PaneLine.wrapped(StyledText("No effect ran yet.", .dim), width: width)
    }
    let width = max(width, 20)
    let labels = runs.map { VisibleText($0.name).description }
    let labelWidth = min(labels.map(\.columns).max() ?? 0, longestLabel, width / 3)
    let room = max(width - labelWidth - durationWidth - 4, 1)
    let scale = TimeScale(runs, now: content.now, columns: room)
    var lines: [PaneLine] = []
    if content.runs.count > runs.count {
      let count = NumberText.count(content.runs.count - runs.count, "earlier run")
      lines.append(PaneLine(StyledText("… \(count)", .dim)))
    }
    for (run, label) in zip(runs, labels) {
      let isSetOff = run.commit != nil && run.commit == content.commit
      var line = StyledText(isSetOff ? "▸ " : "  ", .strong)
      line.append(
        label.cutInFront(to: labelWidth).padded(to: labelWidth) + " ",
        isSetOff ? .strong : .plain
      )
      line.append(scale.bar(run), run.end == .failed ? .problem : .effect)
      line.append(" ")
      line.append(duration(of: run), run.end == nil ? .effect : .dim)
      let target = PaneTarget.run(run.run, commit: run.commit)
      lines.append(PaneLine(line.cut(to: width), target: target))
      if run.end == .failed, let error = run.error {
        let text = StyledText("! \(VisibleText(error))", .problem)
        lines += PaneLine.wrapped(
          text,
          width: width,
          indent: 4,
          atMost: mostErrorLines,
          target: target
        )
      }
    }
    let axis = scale.axis(marking: content.commitTime).map { PaneLine($0, indent: labelWidth + 3) }
    return lines + axis
  }

  /// Returns the runs by effect, in the order in which each effect ran first.
  private static func shown(_ runs: [History.Run]) -> [History.Run] {
    let alive = runs.indices.filter { runs[$0].end == nil }.suffix(mostLanes)
    let ended = runs.indices.filter { runs[$0].end != nil }.suffix(mostLanes - alive.count)
    let chosen = (alive + ended).sorted().map { runs[$0] }
    var order: [String: Int] = [:]
    for run in chosen where order[run.effect] == nil { order[run.effect] = order.count }
    return chosen.enumerated().sorted { left, right in
      let places = (order[left.element.effect] ?? 0, order[right.element.effect] ?? 0)
      return places.0 == places.1 ? left.offset < right.offset : places.0 < places.1
    }.map(\.element)
  }

  private static func duration(of run: History.Run) -> String {
    if run.end == nil { return "alive".paddedFront(to: durationWidth) }
    let text = run.duration.map { DurationText.text(nanoseconds: $0) } ?? "?"
    return text.paddedFront(to: durationWidth)
  }
}

/// Times as columns.
private struct TimeScale {
  private let start: Int64
  private let end: Int64
  private let columns: Int

  init(_ runs: [History.Run], now: Int64, columns: Int) {
    let times = runs.flatMap { [$0.knownStart, $0.endTime].compactMap(\.self) }
    start = times.min() ?? now
    let isAlive = runs.contains { $0.end == nil }
    end = max(times.max() ?? now, isAlive ? now : .min, start)
    self.columns = columns
  }

  func column(of time: Int64) -> Int {
    // Times of a program can be any number.
    let length = Double(end) - Double(start)
    guard length > 0 else { return 0 }
    let place = (Double(time) - Double(start)) / length
    return min(max(Int(place * Double(columns - 1)), 0), columns - 1)
  }

  func bar(_ run: History.Run) -> String {
    let last = run.end == nil ? columns - 1 : column(of: run.endTime ?? end)
    // A clock may be set back while it runs.
    let first = min(run.knownStart.map(column) ?? 0, last)
    let glyph =
      switch run.end {
      case .ended: "■"
      case .failed: "✗"
      case .cancelled: "□"
      case .started, .retrying, nil: "▶"
      }
    var bar = Array(repeating: " ", count: first)
    bar += Array(repeating: run.knownStart == nil ? "╌" : "━", count: last - first)
    for retry in run.retries {
      let place = column(of: retry.time)
      if place >= first, place < last { bar[place] = "↻" }
    }
    return (bar.joined() + glyph).padded(to: columns)
  }

  /// The axis, with a mark at a time, and the times at its ends.
  func axis(marking time: Int64?) -> [StyledText] {
    guard columns > 1 else { return [] }
    var axis = ["└"] + Array(repeating: "─", count: columns - 2) + ["┘"]
    if let time, time >= start, time <= end, case let place = column(of: time),
      axis.indices.contains(place)
    {
      axis[place] = "▲"
    }
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
  /// When it started, also if that was not seen and only follows from its end.
  fileprivate var knownStart: Int64? {
    if let startTime { return startTime }
    guard let endTime, let duration else { return nil }
    let (start, overflow) = endTime.subtractingReportingOverflow(duration / 1_000)
    return overflow ? nil : start
  }
}
