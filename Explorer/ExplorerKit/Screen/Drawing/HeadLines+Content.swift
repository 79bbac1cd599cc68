import SluiceWire

extension HeadLines.Content {
  /// Creates what is said about a program.
  ///
  /// - Parameter list: How the list shows its commits.
  init(_ program: Program, _ watching: Watching, _ list: CommitList) {
    let past = program.past
    self.init(program: program.label, store: program.hello.store)
    // The label has it already, if there are several.
    if let store, program.label.contains("/\(store)") { self.store = nil }
    // While the list is paused, only the numbers move.
    let tally = program.isPaused ? program.latest.tally : past.tally
    commits = tally.statistics.commits
    if past.search != nil { admitted = past.rows.count }
    // The second under way has just begun.
    rate = tally.rates(until: max(past.now, tally.lastTime)).dropLast().last ?? 0
    if !tally.statistics.effects.isEmpty { runs = tally.alive.count }
    if let run = past.aliveRuns(atMost: 1).first {
      longest = run.effect + (run.timeText(until: past.now).map { " " + $0 } ?? "")
    }
    failed = tally.failed.count
    dropped = tally.dropped
    diagnostics = program.latest.history.diagnostics.count
    programs = watching.programs.count
    isStartedAgain = watching.successor != nil
    isFollowing = list.selected == nil && !program.isPaused
    heldBack = program.isPaused ? program.heldBack : nil
    if let file = watching.file {
      life = .recorded(file, length: past.length ?? "")
    } else if !program.isConnected, !watching.isSession {
      var clock = LocalTime()
      let time = String(clock.text(microsecondsSince1970: past.now).prefix(8))
      let running = tally.alive.count > 1 ? "\(tally.alive.count) runs" : longest
      life = program.latest.isOrderly ? .ended(at: time) : .crashed(at: time, running: running)
    }
    filter = watching.filter?.text
    if let search = past.search, past.isSearching {
      let progress = String(Int(search.progress(in: past.history) * 100))
      filter? += " … \(progress.paddedFront(to: 2)) %"
    }
  }
}

extension HeadLines.Pin {
  /// Creates the line of a pin, as it was after a commit.
  init(_ pin: Pin, at number: Int) {
    let values = pin.values.prefix { $0.number <= number }
    self.init(
      path: pin.path,
      value: values.last.map { $0.tree.map { .value($0) } ?? .missing } ?? .unknown,
      numbers: values.map { $0.tree.flatMap(NumericValue.init) }
    )
  }
}
