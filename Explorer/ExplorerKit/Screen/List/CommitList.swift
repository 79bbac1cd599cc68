/// The list of commits: what is selected, where it stands, and how it is shown.
struct CommitList: Sendable, Hashable {
  /// All that the lines of the list depend on, whichever is selected.
  var look: CommitList { CommitList(mark: mark, times: times) }

  /// The number of the selected commit; `nil` to follow the last one.
  var selected: Int?
  /// The number of the commit in the first line; `nil` for the last page.
  var top: Int?
  /// The commit to compare others with.
  var mark: Int?
  /// What stands in the column of times, where there is room.
  var times = CommitRow.TimeStyle.ofDay
}
