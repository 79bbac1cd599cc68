/// How the log shows what happens.
struct LogOptions: Hashable, Sendable {
  /// What stands in front of each line.
  enum TimeStyle: String, CaseIterable, Sendable {
    /// The time of day.
    case clock
    /// The time since the first line.
    case relative
    /// The time since the line before.
    case delta
  }

  var time = TimeStyle.clock
  /// Whether to show the file and line that dispatched an action.
  var showsOrigins = true
  /// Whether to show values in full where they don't fit on the terminal's line.
  var isFull = false
  /// Whether to show which selectors and observers ran for each commit.
  var showsReads = false
  /// Whether to show each action of the time before the Explorer listened.
  var showsBacklog = false
}
