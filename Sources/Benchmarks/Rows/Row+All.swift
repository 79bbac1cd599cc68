extension Row {
  /// Every row, in the order of the table.
  static var all: [Row] {
    baselines + dispatching + typeTable + slices + arrays + selections + selectors + observers
      + registering + interceptors + saving + explorer + following + recording + load + effects
      + asking + threads
      + queue + stores + memory + entities + collections + growth + trees + filters + history
      + frames + screen + testing
  }

  /// The baselines relative to each other, so that the table shows the references.
  private static var baselines: [Row] {
    [
      Row("baseline bare: a closure reducer and an as?", Baseline.bare.subject),
      Row("baseline locked: the same under a mutex", against: .bare, Baseline.locked.subject),
      Row("baseline hop: a task, and back", by: .wall, Baseline.hop.subject),
    ]
  }
}
