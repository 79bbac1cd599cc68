import ExplorerTerminal
import SluiceSocket
import SluiceTree
import SluiceWire

/// `sluice-explorer until CONDITION`.
struct UntilCommand {
  let settings: Settings
  let interruption: Interruption

  func run() throws(ExplorerError) {
    let output = OutputStream.standardOutput()
    let filter = try filter()
    let watcher = try settings.makeWatcher()
    let source = LiveEvents(watcher: watcher, ifAlone: settings.aloneNotice(watcher))
    var until = Until(filter, of: ProgramChoice(app: settings.app, store: settings.store))
    let deadline = settings.limitedTime.map { ContinuousClock.now + $0 }
    while !interruption.isRequested {
      let rest = deadline.map { max(.zero, ContinuousClock.now.duration(to: $0)) }
      let events = try source.turn(
        alsoWaitingFor: [(interruption.descriptor, .reading), (output.descriptor, [])],
        atMost: rest.map { min($0, ProgramDiscovery.reconnectionTime) }
      )
      for event in events ?? [] {
        guard let (instance, commit) = until.take(event) else { continue }
        return try write(event, until, watcher.pasts[instance], commit, on: output)
      }
      if output.readerIsGone { return }
      if let deadline, let time = settings.limitedTime, ContinuousClock.now >= deadline {
        throw .refused("Nothing matched within \(time.components.seconds) s.", .timedOut)
      }
    }
  }

  private func filter() throws(ExplorerError) -> Filter {
    do throws(FilterError) {
      return try Filter(parsing: settings.arguments.first ?? "")
    } catch {
      throw .usage(.badFilter(error), .until)
    }
  }

  private func write(
    _ event: HubEvent,
    _ until: Until,
    _ past: Past?,
    _ commit: WireRecord.Commit,
    on output: OutputStream
  ) throws(ExplorerError) {
    let reason = past.flatMap { until.reason($0, at: commit.number) }
    if settings.isJSON {
      let why = reason.flatMap { AnswerJSON.lines($0).first }
      let line = Tree.object(present: [
        ("app", event.label.map { .string($0) }), ("commit", AnswerJSON.tree(.commit(commit))),
        ("why", why),
      ])
      output.writeLine(json: line)
    } else {
      var writer = PlainLog(settings, on: output, since: HostProcess.microsecondsSince1970)
      writer.write(event, to: &output.buffer)
      let layout = WireRecord.Question.Layout(settings, on: output)
      var text = AnswerText(layout)
      let palette = Palette(isColored: layout.isColored)
      for line in reason.map({ text.lines($0) }) ?? [] {
        output.writeLine(line.painted(palette))
      }
    }
    try output.write(unless: interruption)
  }
}
