import ExplorerTerminal
import SluiceTree
import SluiceWire

@testable import ExplorerKit

/// What is made of records, and asked about.
extension History {
  init(_ limits: Limits = Limits(), taking records: [WireRecord]) {
    self.init(limits)
    for record in records { take(record) }
  }
}

extension Past {
  init(_ label: String = "Todo", taking records: [WireRecord]) {
    self.init(label: label, WireRecord.Hello("a", label, can: [.snapshot]))
    for record in records { _ = take(record) }
  }
}

extension Statistics {
  init(_ label: String = "Todo", taking records: [WireRecord]) {
    self.init()
    for record in records { take(.record(label, record)) }
  }
}

extension Answer {
  /// The lines for people.
  func lines(columns: Int? = nil, isPlotted: Bool = false) -> [StyledText] {
    let log = PlainLog(columns: columns, since: nil)
    var text = AnswerText(columns: columns, isFull: false, isPlotted: isPlotted, log: log)
    return text.lines(self)
  }
}

extension PlainLog {
  init(
    columns: Int? = nil,
    isColored: Bool = false,
    since beginning: Int64? = 0,
    _ choose: (inout LogOptions) -> Void = { _ in }
  ) {
    var options = LogOptions()
    choose(&options)
    self.init(
      palette: Palette(isColored: isColored),
      options: options,
      since: beginning,
      columns: { columns },
      now: { 0 }
    )
  }
}

extension SessionRecorder: EventWriter {}

extension EventWriter {
  /// What is printed about events, by lines.
  mutating func lines(about events: [HubEvent]) -> [String] {
    var buffer: [UInt8] = []
    for event in events { write(event, to: &buffer) }
    return String(decoding: buffer, as: UTF8.self).split(separator: "\n").map(String.init)
  }
}

extension StatePath: ExpressibleByStringLiteral {
  package init(stringLiteral text: String) {
    guard let path = try? StatePath(parsing: text) else {
      preconditionFailure("“\(text)” is no path.")
    }
    self = path
  }
}
