import SluiceSocket
import SluiceWire

/// Prints lines for people: one for each event, and one below it for each change.
struct PlainLog: EventWriter {
  private let palette: Palette
  private let options: LogOptions
  private let columns: () -> Int?
  private let now: () -> Int64
  private var clock: LogClock
  private var earlier: EarlierCommits
  private var labelWidth = 0
  /// The program that the last heading named; for narrow terminals.
  private var headedLabel: String?

  /// Creates a log.
  ///
  /// - Parameters:
  ///   - beginning: When the Explorer began to listen, in microseconds since 1970; `nil` for a session,
  ///     whose date is shown first.
  ///   - columns: Returns the terminal's columns; `nil` where lines may be long. Called for each event,
  ///     since a terminal can be resized.
  ///   - now: Returns the microseconds since the beginning of 1970, for events that bring no time.
  init(
    palette: Palette,
    options: LogOptions = LogOptions(),
    since beginning: Int64? = nil,
    columns: @escaping () -> Int? = { nil },
    now: @escaping () -> Int64 = { HostProcess.microsecondsSince1970 }
  ) {
    self.palette = palette
    self.options = options
    self.columns = columns
    self.now = now
    clock = LogClock(options.time, today: beginning)
    earlier = EarlierCommits(since: beginning)
  }

  mutating func write(_ event: HubEvent, to buffer: inout [UInt8]) {
    for line in lines(of: event) {
      buffer.append(contentsOf: line.painted(palette).utf8)
      buffer.append(UInt8(ascii: "\n"))
    }
  }

  /// Returns the lines about an event, before they are painted.
  mutating func lines(of event: HubEvent) -> [StyledText] {
    labelWidth = max(labelWidth, event.label?.columns ?? 0)
    var entries: [LogEntry] = []
    switch options.showsBacklog ? .show : earlier.take(event) {
    case .omit: return []
    case .show: break
    case .showAfter(let text): entries = [LogEntry(.sign, StyledText(text, .dim), isWhole: true)]
    }
    return lines(label: event.label ?? "", time: event.time ?? now()) { text in
      entries + text.entries(of: event)
    }
  }

  /// Returns the lines of entries that share a program and a time, before they are painted.
  ///
  /// - Parameters:
  ///   - time: Microseconds since 1970; `nil` if it is unknown.
  ///   - entries: Returns the entries, for the room that there is.
  mutating func lines(
    label: String,
    time: Int64?,
    _ entries: (LogText) -> [LogEntry]
  ) -> [StyledText] {
    let layout = LogLayout(columns: columns(), isFull: options.isFull)
    let text = LogText(options: options, room: layout.room(head: headWidth(layout)))
    return entries(text).flatMap { lines(of: $0, label, time, layout) }
  }

  /// The columns of time and program.
  private func headWidth(_ layout: LogLayout) -> Int {
    layout.isCompact ? 0 : clock.width + 1 + labelWidth + 1
  }

  private mutating func lines(
    of entry: LogEntry,
    _ label: String,
    _ time: Int64?,
    _ layout: LogLayout
  ) -> [StyledText] {
    var headings: [StyledText] = []
    var head = StyledText()
    if !entry.place.isBelow {
      if layout.isCompact {
        headings = [heading(label, time)].compactMap { $0?.cut(to: layout) }
      } else {
        if let date = time.flatMap({ clock.newDate(at: $0) }) {
          headings = [StyledText("── \(date) ──", .dim)]
        }
        let width = clock.width
        let text = time.map { clock.text(at: $0) } ?? String(repeating: " ", count: width)
        head.append(text, .dim)
        head.append(" " + label.padded(to: labelWidth) + " ")
      }
    }
    var lines = layout.lines(of: entry, head: headWidth(layout))
    lines[0] = head + lines[0]
    return headings + lines
  }

  /// Returns what stands above the lines that share a time and a program; `nil` if they go on.
  private mutating func heading(_ label: String, _ time: Int64?) -> StyledText? {
    let date = time.flatMap { clock.newDate(at: $0) }
    let group = time.flatMap { clock.heading(at: $0) }
    guard date != nil || group != nil || label != headedLabel else { return nil }
    headedLabel = label
    let parts = [date, group, label.isEmpty ? nil : label].compactMap(\.self)
    return StyledText("── \(parts.joined(separator: " ")) ──", .dim)
  }
}

extension StyledText {
  fileprivate func cut(to layout: LogLayout) -> StyledText {
    layout.width.map { cut(to: $0) } ?? self
  }
}
