import ExplorerTerminal
import Sluice
import SluiceWire

@testable import ExplorerKit

/// A screen without a store: what is done goes through its reducers.
struct Desk {
  private(set) var state: ScreenState
  /// Whether questions are answered at once, and not by ``answer()``.
  var answersAtOnce = true

  init(_ state: ScreenState) {
    self.state = state
  }

  /// A screen that has heard something, with the list at the end.
  init(_ events: [HubEvent], columns: Int = 80, rows: Int = 24) {
    state = ScreenState()
    resize(columns: columns, rows: rows)
    hear(events)
  }

  /// The screen of a program that has counted.
  init(to last: Int, columns: Int = 80, rows: Int = 24, answersAtOnce: Bool = true) {
    self.init(ScreenFixture.counting(to: last), columns: columns, rows: rows)
    self.answersAtOnce = answersAtOnce
  }

  mutating func take(_ action: any Action) {
    _ = Watching.reducer.reduce(&state.watching, action)
    _ = ScreenState.reducer.reduce(&state, action)
    if answersAtOnce { answer() }
  }

  /// Answers what was asked meanwhile.
  mutating func answer() { state.answerAll() }

  /// Changes what no key changes so directly.
  mutating func change(_ body: (inout ScreenState) throws -> Void) rethrows {
    try body(&state)
    if answersAtOnce { answer() }
  }

  mutating func hear(
    _ events: [HubEvent],
    time: Int64? = nil,
    limits: History.Limits = History.Limits()
  ) {
    take(Arrived(events: events, after: state, time: time, limits: limits))
  }

  /// Hears what the counter says.
  mutating func hear(_ record: WireRecord) { hear([ScreenFixture.record(record)]) }

  /// Types keys, of which control characters stand for those that terminals send them for.
  mutating func type(_ text: String) {
    for key in text.map(Self.key) { take(InputReceived(input: .key(key))) }
  }

  mutating func use(_ button: MousePress.Button, row: Int, column: Int = 3) {
    take(InputReceived(input: .mouse(MousePress(button, row: row, column: column))))
  }

  /// Presses the left button at a cell, moves the mouse to others, and releases the button at the last one.
  mutating func drag(_ cells: (row: Int, column: Int)...) {
    for (index, (row, column)) in cells.enumerated() {
      take(
        InputReceived(input: .mouse(MousePress(.left, row: row, column: column, isDrag: index > 0)))
      )
    }
    guard let (row, column) = cells.last else { return }
    take(InputReceived(input: .mouse(MousePress(.left, row: row, column: column, isRelease: true))))
  }

  mutating func resize(columns: Int, rows: Int) {
    take(Resized(size: GridSize(columns: columns, rows: rows)))
  }

  /// What is typed for a key.
  static func key(_ character: Character) -> KeyPress {
    switch character {
    case "\r": KeyPress(.enter)
    case "\t": KeyPress(.tab)
    case "\u{1B}": KeyPress(.escape)
    case "\u{7F}": KeyPress(.backspace)
    case "\u{1}"..."\u{1A}":
      KeyPress(
        .character(Character(UnicodeScalar((character.asciiValue ?? 0) | 0x60))),
        .control
      )
    case "↑": KeyPress(.up)
    case "↓": KeyPress(.down)
    case "←": KeyPress(.left)
    case "→": KeyPress(.right)
    case "⇤": KeyPress(.backTab)
    case "⇱": KeyPress(.home)
    case "⇲": KeyPress(.end)
    case "⇞": KeyPress(.pageUp)
    case "⇟": KeyPress(.pageDown)
    default: KeyPress(.character(character))
    }
  }

  var grid: Grid { ScreenSelectors.grid.value(in: state) }
  var text: String { state.text }
  var lines: [String] {
    text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }
  var numbers: [Int] { state.rows.rows.map(\.number) }
  var requests: [ScreenRequest] { state.requests.pending }
}

extension ScreenState {
  /// What is shown.
  var text: String { ScreenSelectors.grid.value(in: self).text() }

  /// What is other than at the beginning, for tables of keys and of what they lead to.
  var summary: String {
    var parts: [String] = []
    parts.append(list.selected.map { "at \($0)" } ?? "following")
    if program?.isPaused == true { parts.append("paused") }
    if let mark = list.mark { parts.append("mark \(mark)") }
    if list.times != .ofDay { parts.append("\(list.times)") }
    if let filter = watching.filter { parts.append("only \(filter.text)") }
    if detail.isComparing { parts.append("Compared") }
    if detail.tab != .commit { parts.append(detail.tab.rawValue) }
    if detail.isBlaming { parts.append("blaming") }
    if detail.isFocused { parts.append("in the pane") }
    if let path = detail.target?.path { parts.append("on \(path)") }
    if !past.pins.isEmpty {
      parts.append("pins " + past.pins.map { "\($0.path)" }.joined(separator: " "))
    }
    if let prompt {
      let front = prompt.text.prefix(prompt.cursor)
      parts.append("\(prompt.purpose): \(front)|\(prompt.text.dropFirst(prompt.cursor))")
      if let mistake = prompt.mistake { parts.append("\(mistake.place) \(mistake.reason)") }
    }
    if let find, prompt == nil { parts.append("/\(find.search.text) \(find.text)") }
    if let overlay { parts.append("\(overlay)") }
    for request in requests.pending { parts.append("asks \(request.summary)") }
    if let notice { parts.append((notice.isProblem ? "! " : "“") + notice.text) }
    if redraws > 0 { parts.append("redrawn") }
    if isEnding { parts.append("over") }
    return parts.joined(separator: "; ")
  }
}

extension ScreenRequest {
  var summary: String {
    switch work {
    case .dispatch(let action): "dispatch \(ActionText.text(action, limit: 100))"
    case .leaveOut(let commits, _): "leave out \(commits)"
    case .travel(let number, _): "travel(\(number))"
    case .edit(let text, let action): "edit \(action.type) \(text)"
    default: "\(work)"
    }
  }
}
