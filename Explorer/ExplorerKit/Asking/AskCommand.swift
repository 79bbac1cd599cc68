import ExplorerTerminal
import SluiceSocket
import SluiceTree
import SluiceWire

/// `sluice-explorer why`, `history`, `show`, `state`, `diff` and `blame`: a question about the past.
struct AskCommand {
  let settings: Settings
  let interruption: Interruption

  func run() throws(ExplorerError) {
    let (question, source) = try rethrow(
      Question.read(settings, isFile: InputFile.exists(at:)),
      as: ExplorerError.question
    )
    switch source {
    case .file(let path): try ask(question, ofFileAt: path)
    case .explorer(let argument): try ask(question, ofExplorerWithout: argument)
    }
  }

  private func ask(_ question: Question, ofFileAt path: String) throws(ExplorerError) {
    let progress = ReadingProgress()
    defer { progress?.end() }
    let session = try ExplorerError.session { () throws(SessionError) in
      try SessionFile(at: path, longestLine: settings.longestLine) { bytes, size in
        progress?.show(bytes, of: size)
      } isInterrupted: { [interruption] in
        interruption.isRequested
      }
    }
    let answer = answer(question, session)
    // Half of a session would give half of an answer.
    guard !interruption.isRequested else { return }
    if let fault = session.fault { throw .session(fault) }
    try write(answer, session, progress)
  }

  private func answer(
    _ question: Question,
    _ session: SessionFile
  ) -> Result<(Past, Answer), QuestionError> {
    Result { () throws(QuestionError) in
      let past = try session.past(of: ProgramChoice(app: settings.app, store: settings.store))
      return (past, try past.history.answer(question, file: session.name))
    }
  }

  private func write(
    _ answer: Result<(Past, Answer), QuestionError>,
    _ session: SessionFile,
    _ progress: ReadingProgress?
  ) throws(ExplorerError) {
    let (past, answer) = try rethrow(answer.get(), as: ExplorerError.question)
    progress?.end()
    if past.starts > 1 {
      Remark.write("\(past.label) was started several times; this is about the last time.")
    }
    let output = OutputStream.standardOutput()
    var failure: ExplorerError?
    write(answer, to: output) {
      // What could not be read is no part of an answer.
      if session.fault != nil || interruption.isRequested { return false }
      progress?.end()
      do throws(ExplorerError) {
        try output.write(unless: interruption)
      } catch {
        failure = error
      }
      return failure == nil
    }
    if let failure { throw failure }
    if let fault = session.fault { throw .session(fault) }
    guard !interruption.isRequested else { return }
    try rethrow(session.finish(), as: ExplorerError.session)
  }

  /// - Parameter argument: What was taken for a path, and may have been meant as the name of a file.
  private func ask(
    _ question: Question,
    ofExplorerWithout argument: String?
  ) throws(ExplorerError) {
    let explorer = try RunningExplorer(settings, interruption, argument: argument)
    let choice = ProgramChoice(app: settings.app, store: settings.store)
    let answer: WireRecord.Answer
    do throws(ExplorerError) {
      guard let one = try explorer.answer(question.record(of: choice, layout)) else { return }
      answer = one
    } catch {
      guard case .refused(let message, let code) = error, code == .usage else { throw error }
      let file = argument.map { " There is no file “\($0)” either." } ?? ""
      throw .refused(message + file, .usage)
    }
    if answer.hasEnded { Remark.write("\(answer.app) has ended; this is about its last run.") }
    let output = OutputStream.standardOutput()
    for line in answer.lines {
      if case .string(let text) = line, let layout {
        output.writeLine(
          layout.isColored ? VisibleText.painted(text) : VisibleText(text).description
        )
      } else {
        output.writeLine(json: line)
      }
    }
    try output.write(unless: interruption)
  }

  /// How the answer is laid out on standard output; `nil` for JSON.
  private var layout: WireRecord.Question.Layout? {
    settings.isJSON ? nil : WireRecord.Question.Layout(settings, on: .standardOutput())
  }

  /// - Parameter flush: Called after each part of the answer; returns whether there is to be more.
  private func write(_ answer: Answer, to output: OutputStream, _ flush: () -> Bool) {
    if let layout {
      var text = AnswerText(layout)
      let palette = Palette(isColored: layout.isColored)
      text.write(answer) { lines in
        for line in lines { output.writeLine(line.painted(palette)) }
        return flush()
      }
    } else {
      AnswerJSON.write(answer) { lines in
        for line in lines { output.writeLine(json: line) }
        return flush()
      }
    }
  }
}

extension WireRecord.Question.Layout {
  /// Creates the layout of what is printed on an output.
  init(_ settings: Settings, on output: OutputStream) {
    let terminal = Terminal(descriptor: output.descriptor)
    self.init(
      columns: terminal.columns,
      isColored: settings.isColored(on: terminal),
      isFull: settings.log.isFull,
      isPlotted: settings.isPlotted
    )
  }
}
