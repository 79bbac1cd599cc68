/// The list of commits: what is selected, where it stands, and how it is shown.
struct CommitList: Sendable, Hashable {
  /// What stands in the column of times.
  enum TimeStyle: String, CaseIterable, Hashable, Sendable {
    /// The time of day.
    case clock
    /// Since the commit above, or since what led to it where that stands above.
    case sinceBefore
  }

  /// All that the lines of the list depend on.
  struct Look: Sendable, Hashable {
    var mark: Int?
    var times = TimeStyle.clock
    var isNested = false
  }

  var look: Look { Look(mark: mark, times: times, isNested: isNested) }

  /// The number of the selected commit; `nil` to follow the last one.
  var selected: Int?
  /// The number of the commit in the first line; `nil` for the last page.
  var top: Int?
  /// The commit to compare others with.
  var mark: Int?
  var times = TimeStyle.clock
  /// Whether commits stand under what led to them.
  var isNested = false
}
