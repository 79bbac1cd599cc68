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
    let chosen: Past?
    do throws(CommandFailure) {
      chosen = try choose(choice)
    } catch {
      throw .command(error)
    }
    guard let chosen else {
      throw .command(.noProgram(choice, after: nil, others: connected.map(\.candidate)))
    }
    do throws(QuestionError) {
      let question = try Question(record)
      return (chosen, try chosen.history.answer(question, file: Self.name))
    } catch {
      throw .question(error)
    }
  }
}

extension Question {
  /// Reads a question from a record.
  init(_ record: WireRecord.Question) throws(QuestionError) {
    let path: StatePath
    do throws(StatePathError) {
      path = try StatePath(parsing: record.path ?? "")
    } catch {
      throw .badPath(error)
    }
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
    func record(
      _ ask: String,
      _ path: StatePath? = nil,
      at: Int? = nil,
      from: Int? = nil,
      to: Int? = nil
    ) -> WireRecord.Question {
      WireRecord.Question(
        request: 0,
        app: choice.app,
        store: choice.store,
        ask: ask,
        path: path?.description,
        at: at,
        from: from,
        to: to,
        layout: layout
      )
    }
    return switch self {
    case .why(let path, let number): record("why", path, at: number)
    case .history(let path, let number): record("history", path, at: number)
    case .state(let path, let number): record("state", path, at: number)
    case .blame(let path, let number): record("blame", path, at: number)
    case .show(let number): record("show", at: number)
    case .diff(let one, let other): record("diff", from: one, to: other)
    case .diagnostics: record("diagnostics")
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
