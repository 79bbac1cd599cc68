import ExplorerTerminal
import Sluice
import SluiceTree

/// What tests of the screen compare and show: what is shown, and of what is held only how much.
extension ScreenState: Encodable {
  private enum Key: CodingKey {
    case columns, rows, programs, program, list, detail, prompt, form, overlay, filter, searched
    case notice, pins
  }

  private struct ProgramSummary: Encodable {
    let name: String
    let isConnected: Bool
    let commits: Int
    let lastCommit: Int?
    let shownCommits: Int
    let dropped: Int
    let effectsAlive: Int
  }

  private struct ListSummary: Encodable {
    let selected: Int?
    let top: Int?
    let isPaused: Bool
    let mark: Int?
    let times: String
    let isNested: Bool
  }

  private struct DetailSummary: Encodable {
    let tab: String
    let isFocused: Bool
    let cursor: Int
    let path: String?
    let top: Int
    let isBlaming: Bool
    let isComparing: Bool
  }

  private struct PromptSummary: Encodable {
    let purpose: String
    let text: String
    let cursor: Int
    let mistake: String?
  }

  private struct FormSummary: Encodable {
    let type: String
    let field: String?
    let text: String?
    let mistake: String?
    let isSending: Bool
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(size.columns, forKey: .columns)
    try container.encode(size.rows, forKey: .rows)
    try container.encode(watching.programs.map(Self.summary), forKey: .programs)
    try container.encode(program?.label, forKey: .program)
    try container.encode(
      ListSummary(
        selected: list.selected,
        top: list.top,
        isPaused: program?.isPaused ?? false,
        mark: list.mark,
        times: list.times.rawValue,
        isNested: list.isNested
      ),
      forKey: .list
    )
    try container.encode(
      DetailSummary(
        tab: detail.tab.rawValue,
        isFocused: detail.isFocused,
        cursor: detail.cursor,
        path: detail.target?.path?.description,
        top: detail.top,
        isBlaming: detail.isBlaming,
        isComparing: detail.isComparing
      ),
      forKey: .detail
    )
    let prompt = prompt.map { prompt in
      PromptSummary(
        purpose: "\(prompt.purpose)",
        text: prompt.text,
        cursor: prompt.cursor,
        mistake: prompt.mistake?.reason
      )
    }
    try container.encode(prompt, forKey: .prompt)
    let form = form.map { entry in
      FormSummary(
        type: entry.form.type,
        field: entry.current?.path.description,
        text: entry.current?.text,
        mistake: entry.mistake?.description,
        isSending: entry.isSending
      )
    }
    try container.encode(form, forKey: .form)
    try container.encode(overlay.map { "\($0)" }, forKey: .overlay)
    try container.encode(watching.filter?.text, forKey: .filter)
    try container.encode(searched, forKey: .searched)
    try container.encode(notice?.text, forKey: .notice)
    try container.encode(past.pins.map(\.path.description), forKey: .pins)
  }

  private static func summary(of program: Program) -> ProgramSummary {
    let past = program.latest
    return ProgramSummary(
      name: program.label,
      isConnected: program.isConnected,
      commits: past.tally.statistics.commits,
      lastCommit: past.history.lastNumber,
      shownCommits: program.past.rows.count,
      dropped: past.tally.dropped,
      effectsAlive: past.tally.alive.count
    )
  }
}

extension SearchAdvanced: EncodableAction {
  private enum Key: CodingKey {
    case found, last
  }

  /// Encodes how far the search has come, without what the filter remembers.
  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(found.count, forKey: .found)
    try container.encode(search.last, forKey: .last)
  }
}

extension TallyAdvanced: EncodableAction {
  private enum Key: CodingKey {
    case commits
  }

  /// Encodes how much is counted by now.
  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(count.tally.statistics.commits, forKey: .commits)
  }
}

extension Arrived: EncodableAction {
  private enum Key: CodingKey {
    case programs, problem
  }

  /// Encodes how far each program is: what came stands in the programs that it comes from.
  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    let numbers = pasts.map { ($0.label, $0.history.lastNumber ?? 0) }
    try container.encode(Dictionary(numbers) { $1 }, forKey: .programs)
    try container.encodeIfPresent(problem, forKey: .problem)
  }
}

extension KeyPressed: EncodableAction {
  private enum Key: CodingKey {
    case key
  }

  /// Encodes the key as people read it.
  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(key.description, forKey: .key)
  }
}

extension PaneAnswered: EncodableAction {
  private enum Key: CodingKey {
    case tab, commit, lines
  }

  /// Encodes what the pane shows, without its lines.
  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(answer.key.tab.rawValue, forKey: .tab)
    try container.encodeIfPresent(answer.key.number, forKey: .commit)
    try container.encode(answer.lines.count, forKey: .lines)
  }
}

extension PastAnswered: EncodableAction {
  private enum Key: CodingKey {
    case question, answer
  }

  /// Encodes both as they are written in the program.
  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode("\(asked.question)", forKey: .question)
    try container.encode("\(answer)", forKey: .answer)
  }
}

extension PinFilled: EncodableAction {
  private enum Key: CodingKey {
    case path, values
  }

  /// Encodes how many values it has had.
  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(pin.path.description, forKey: .path)
    try container.encode(pin.values.count, forKey: .values)
  }
}
