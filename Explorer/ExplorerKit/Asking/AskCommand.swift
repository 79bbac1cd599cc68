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
    let file = try ExplorerError.session { () throws(SessionError) in try InputFile(at: path) }
    let player = SessionPlayer(
      file,
      longestLine: settings.longestLine,
      pace: ReplayPace(speed: nil)
    )
    var reader = PastReader(
      ProgramChoice(app: settings.app, store: settings.store),
      History.Limits(commits: settings.keep)
    )
    while !interruption.isRequested {
      let others: [(descriptor: Int32, interest: Poller.Interest)] = [
        (interruption.descriptor, .reading)
      ]
      guard let events = try player.turn(alsoWaitingFor: others) else { break }
      for event in events { reader.take(event) }
    }
    // Half of a session would give half of an answer.
    guard !interruption.isRequested else { return }
    let answer = try ask { () throws(QuestionError) in
      let program = try reader.program(in: file.name)
      if reader.restarts > 0 {
        Remark.write("\(program.label) was started several times; this is about the last time.")
      }
      return try reader.history.answer(question, file: file.name)
    }
    try write(answer)
    try ExplorerError.session { () throws(SessionError) in try player.finish() }
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
        VisibleText.append(json: line, to: &output.buffer)
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
