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
    labelWidth = max(labelWidth, event.label?.columns ?? 0)
    let layout = LogLayout(columns: columns(), isFull: options.isFull)
    let room = layout.room(head: headWidth(layout))
    var entries: [LogEntry] = []
    switch options.showsBacklog ? .show : earlier.take(event) {
    case .omit: return
    case .show: break
    case .showAfter(let text): entries = [LogEntry(.sign, StyledText(text, .dim), isWhole: true)]
    }
    entries += LogText(options: options, room: room).entries(of: event)
    let time = event.time ?? now()
    for entry in entries {
      write(entry, event.label ?? "", time, layout, to: &buffer)
    }
  }

  /// The columns of time and program.
  private func headWidth(_ layout: LogLayout) -> Int {
    layout.isCompact ? 0 : clock.width + 1 + labelWidth + 1
  }

  private mutating func write(
    _ entry: LogEntry,
    _ label: String,
    _ time: Int64,
    _ layout: LogLayout,
    to buffer: inout [UInt8]
  ) {
    var head = StyledText()
    if !entry.place.isBelow {
      if layout.isCompact {
        if let heading = heading(label, time) { write(heading.cut(to: layout), to: &buffer) }
      } else {
        if let date = clock.newDate(at: time) {
          write(StyledText("── \(date) ──", .dim), to: &buffer)
        }
        head.append(clock.text(at: time), .dim)
        head.append(" " + label.padded(to: labelWidth) + " ")
      }
    }
    let lines = layout.lines(of: entry, head: headWidth(layout))
    for (index, line) in lines.enumerated() {
      write(index == 0 ? head + line : line, to: &buffer)
    }
  }

  /// Returns what stands above the lines that share a time and a program; `nil` if they go on.
  private mutating func heading(_ label: String, _ time: Int64) -> StyledText? {
    let date = clock.newDate(at: time)
    let group = clock.heading(at: time)
    guard date != nil || group != nil || label != headedLabel else { return nil }
    headedLabel = label
    let parts = [date, group, label.isEmpty ? nil : label].compactMap(\.self)
    return StyledText("── \(parts.joined(separator: " ")) ──", .dim)
  }

  private func write(_ line: StyledText, to buffer: inout [UInt8]) {
    buffer.append(contentsOf: line.painted(palette).utf8)
    buffer.append(UInt8(ascii: "\n"))
  }
}

extension StyledText {
  fileprivate func cut(to layout: LogLayout) -> StyledText {
    layout.width.map { cut(to: $0) } ?? self
  }
}
