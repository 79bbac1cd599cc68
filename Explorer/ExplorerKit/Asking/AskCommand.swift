import ExplorerTerminal
import SluiceSocket
import SluiceWire

/// `sluice-explorer why`, `history`, `show`, `state`, `diff` and `blame`: a question about the past.
struct AskCommand {
  let settings: Settings
  let interruption: Interruption

  func run() throws(ExplorerError) {
    let (question, source) = try ask { () throws(QuestionError) in
      try Question.read(settings, isFile: InputFile.exists(at:))
    }
    switch source {
    case .file(let path): try ask(question, ofFileAt: path)
    case .explorer(let argument): try ask(question, ofExplorerWithout: argument)
    }
  }

  private func ask(_ question: Question, ofFileAt path: String) throws(ExplorerError) {
    let session = try open(path, isNew: false)
    // Half of a session would give half of an answer.
    guard !interruption.isRequested else { return }
    let answer = answer(question, session)
    if session.fault == nil { return try write(answer, session) }
    // The index is damaged, or the file is another by now.
    let newSession = try open(path, isNew: true)
    guard !interruption.isRequested else { return }
    let newAnswer = self.answer(question, newSession)
    if let fault = newSession.fault { throw .session(fault) }
    try write(newAnswer, newSession)
  }

  private func open(_ path: String, isNew: Bool) throws(ExplorerError) -> SessionFile {
    try ExplorerError.session { () throws(SessionError) in
      try SessionFile(at: path, longestLine: settings.longestLine, isNew: isNew) {
        interruption.isRequested
      }
    }
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
    _ session: SessionFile
  ) throws(ExplorerError) {
    let (past, answer) = try ask { () throws(QuestionError) in try answer.get() }
    if past.starts > 1 {
      Remark.write("\(past.label) was started several times; this is about the last time.")
    }
    try write(answer)
    try ExplorerError.session { () throws(SessionError) in try session.finish() }
  }

  /// - Parameter argument: What was taken for a path, and may have been meant as the name of a file.
  private func ask(
    _ question: Question,
    ofExplorerWithout argument: String?
  ) throws(ExplorerError) {
    var past = try RunningPast(settings, interruption, argument: argument)
    guard let found = try past.find() else { return }
    if found.hasEnded {
      Remark.write("\(found.program.label) has ended; this is about its last run.")
    }
    let answer = try ask { () throws(QuestionError) -> Answer in
      do throws(QuestionError) {
        return try found.history.answer(question, file: RunningPast.name)
      } catch .noPath(let path, let number, let nearest) {
        let file = argument.map { " There is no file “\($0)” either." } ?? ""
        throw .noPath(path, after: number, nearest: nearest + file)
      }
    }
    try write(answer)
  }

  private func ask<Result>(
    _ body: () throws(QuestionError) -> Result
  ) throws(ExplorerError) -> Result {
    do throws(QuestionError) {
      return try body()
    } catch {
      throw .question(error)
    }
  }

  private func write(_ answer: Answer) throws(ExplorerError) {
    let output = OutputStream.standardOutput()
    if settings.isJSON {
      for line in AnswerJSON.lines(answer) {
        VisibleText.append(json: JSONText.bytes(of: line)[...], to: &output.buffer)
        output.write("\n")
      }
    } else {
      let terminal = Terminal(descriptor: output.descriptor)
      let palette = Palette(isColored: settings.isColored(on: terminal))
      var text = AnswerText(
        columns: terminal.columns,
        isFull: settings.log.isFull,
        isPlotted: settings.isPlotted,
        log: PlainLog(settings, on: output, since: nil)
      )
      for line in text.lines(answer) { output.writeLine(line.painted(palette)) }
    }
    do throws(OutputError) {
      try output.flush(unless: interruption)
    } catch {
      throw .output(error)
    }
  }
}
