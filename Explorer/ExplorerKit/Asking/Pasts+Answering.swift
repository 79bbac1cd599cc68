import ExplorerTerminal
import SluiceTree
import SluiceWire

extension Pasts {
  /// What stands for the name of a file in messages.
  private static let name = "what the running sluice-explorer holds"

  /// Answers a question that came over a connection.
  ///
  /// - Parameter longest: Bytes of the longest record that may be sent.
  /// - Returns: An answer, or why there is none.
  func answer(_ question: WireRecord.Question, atMost longest: Int) -> WireRecord {
    do throws(ExplorerError) {
      let (past, answer) = try answer(question)
      let lines: [Tree]
      if let layout = question.layout {
        var text = AnswerText(layout)
        let palette = Palette(isColored: layout.isColored)
        lines = text.lines(answer).map { .string($0.painted(palette)) }
      } else {
        lines = AnswerJSON.lines(answer)
      }
      let record = WireRecord.answer(
        WireRecord.Answer(
          reply: question.request,
          app: past.label,
          hasEnded: !past.isConnected,
          lines: lines
        )
      )
      let length = record.line().count
      guard length <= longest else {
        throw .question(.tooLong(bytes: length, limit: longest))
      }
      return record
    } catch {
      return .error(
        WireRecord.Failure(
          message: error.message ?? "",
          reply: question.request,
          code: Int(error.exitCode.rawValue)
        )
      )
    }
  }

  private func answer(_ record: WireRecord.Question) throws(ExplorerError) -> (Past, Answer) {
    let choice = ProgramChoice(app: record.app, store: record.store)
    let chosen = try rethrow(choose(choice), as: ExplorerError.command)
    guard let chosen else {
      throw .command(.noProgram(choice, after: nil, others: connected.map(\.candidate)))
    }
    let answer = try rethrow(
      chosen.history.answer(Question(record), file: Self.name),
      as: ExplorerError.question
    )
    return (chosen, answer)
  }
}

extension Question {
  /// Reads a question from a record.
  init(_ record: WireRecord.Question) throws(QuestionError) {
    let path = try rethrow(StatePath(parsing: record.path ?? ""), as: QuestionError.badPath)
    switch record.ask {
    case "why": self = .why(path, at: record.at)
    case "history": self = .history(path, at: record.at)
    case "state": self = .state(path, at: record.at)
    case "blame": self = .blame(path, at: record.at)
    case "diagnostics": self = .diagnostics
    case "show":
      guard let number = record.at else { throw .missingNumber(record.ask) }
      self = .show(number)
    case "diff":
      guard let from = record.from, let to = record.to else { throw .missingNumber(record.ask) }
      self = .diff(from, to)
    default: throw .unknownQuestion(record.ask)
    }
  }

  /// Returns the record that asks it.
  func record(of choice: ProgramChoice, _ layout: WireRecord.Question.Layout?)
    -> WireRecord.Question
  {
    var record = WireRecord.Question(
      request: 0,
      app: choice.app,
      store: choice.store,
      ask: ask,
      layout: layout
    )
    switch self {
    case .why(let path, let number), .history(let path, let number), .state(let path, let number),
      .blame(let path, let number):
      record.path = path.description
      record.at = number
    case .show(let number): record.at = number
    case .diff(let one, let other): (record.from, record.to) = (one, other)
    case .diagnostics: break
    }
    return record
  }

  /// The question's name in a record.
  private var ask: String {
    switch self {
    case .why: "why"
    case .history: "history"
    case .state: "state"
    case .blame: "blame"
    case .show: "show"
    case .diff: "diff"
    case .diagnostics: "diagnostics"
    }
  }
}

extension AnswerText {
  init(_ layout: WireRecord.Question.Layout) {
    self.init(
      columns: layout.columns,
      isFull: layout.isFull,
      isPlotted: layout.isPlotted,
      log: PlainLog(
        palette: Palette(isColored: layout.isColored),
        options: LogOptions(isFull: layout.isFull),
        columns: { layout.columns }
      )
    )
  }
}
