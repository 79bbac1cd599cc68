import SluiceWire

extension HeadLines.Content {
  /// Creates what is said about a program, without its pins.
  ///
  /// - Parameter list: How the list shows its commits.
  init(_ program: Program, _ watching: Watching, _ list: CommitList) {
    let past = program.past
    self.init(program: program.label, store: program.hello.store)
    // The label has it already, if there are several.
    if let store, program.label.contains("/\(store)") { self.store = nil }
    commits = past.tally.statistics.commits
    let rates = past.rates
    self.rates = rates.map { .integer(Int128($0)) }
    // The second under way has just begun.
    rate = rates.dropLast().last ?? 0
    effectsAlive = past.tally.alive.count
    dropped = past.tally.dropped
    diagnostics = past.history.diagnostics.count
    isFollowing = list.selected == nil && list.pausedAfter == nil
    heldBack = list.pausedAfter.map { past.rows.count - past.count(through: $0) }
    isConnected = program.isConnected || watching.isSession
    filter = watching.filter?.text
    if let search = past.search, past.isSearching {
      filter? += " … \(Int(search.progress(in: past.history) * 100)) %"
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
