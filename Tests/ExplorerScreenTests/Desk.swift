import ExplorerTerminal
import Sluice
import SluiceWire

@testable import ExplorerKit

/// A screen without a store: what is done goes through its reducers, and questions are answered at once.
struct Desk {
  private(set) var state: ScreenState

  init(_ state: ScreenState) {
    self.state = state
  }

  /// A screen that has heard something, with the list at the end.
  init(_ events: [HubEvent], columns: Int = 80, rows: Int = 24) {
    state = ScreenFixture.screen(events, columns: columns, rows: rows)
  }

  mutating func take(_ action: any Action) {
    _ = Watching.reducer.reduce(&state.watching, action)
    _ = ScreenState.reducer.reduce(&state, action)
    state.answerAll()
  }

  /// Changes what no key changes so directly.
  mutating func change(_ body: (inout ScreenState) -> Void) {
    body(&state)
    state.answerAll()
  }

  mutating func hear(_ events: [HubEvent], time: Int64? = nil) {
    take(Arrived(events: events, after: state, time: time))
  }

  /// Types keys, of which control characters stand for those that terminals send them for.
  mutating func type(_ text: String) {
    for action in Self.actions(typing: text) { take(action) }
  }

  mutating func use(_ button: MousePress.Button, row: Int, column: Int = 3) {
    take(MouseUsed(press: MousePress(button, row: row, column: column)))
  }

  static func actions(typing text: String) -> [KeyPressed] {
    text.map { KeyPressed(key: key($0)) }
  }

  private static func key(_ character: Character) -> KeyPress {
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
    case "⇞": KeyPress(.pageUp)
    case "⇟": KeyPress(.pageDown)
    default: KeyPress(.character(character))
    }
  }

  var grid: Grid { ScreenSelectors.grid.value(in: state) }
  var lines: [String] {
    grid.text().split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }
  var numbers: [Int] { state.rows.rows.map(\.number) }
}

extension ScreenState {
  /// What is other than at the beginning, for tables of keys and of what they lead to.
  var summary: String {
    var parts: [String] = []
    parts.append(list.selected.map { "at \($0)" } ?? "following")
    if program?.isPaused == true { parts.append("paused") }
    if let mark = list.mark { parts.append("mark \(mark)") }
    if list.isNested { parts.append("nested") }
    if list.times != .clock { parts.append("\(list.times)") }
    if let filter = watching.filter { parts.append("only \(filter.text)") }
    if detail.tab != .action { parts.append(detail.isComparing ? "Compared" : detail.tab.rawValue) }
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
    if let form {
      let fields = form.form.fields.enumerated().map { index, field in
        (index == form.field ? ">" : "") + "\(field.path)=" + (field.isNull ? "null" : field.text)
      }
      parts.append("form \(form.form.type) " + fields.joined(separator: " "))
      if let mistake = form.mistake { parts.append("! \(mistake)") }
      if form.isSending { parts.append("sending") }
    }
    if let overlay { parts.append("\(overlay)") }
    for request in requests.pending { parts.append("asks \(request.summary)") }
    if let notice { parts.append((notice.isProblem ? "! " : "“") + notice.text) }
    if redraws > 0 { parts.append("redrawn") }
    if isEnding { parts.append("over") }
    return parts.joined(separator: "; ")
  }
}

extension ScreenRequest {
  fileprivate var summary: String {
    switch work {
    case .dispatch(let action): "dispatch \(ActionText.text(action, limit: 100))"
    case .leaveOut(let commits, _): "leave out \(commits)"
    default: "\(work)"
    }
  }
}
