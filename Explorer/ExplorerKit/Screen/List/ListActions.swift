import Sluice

/// Selects a commit of the list.
struct SelectCommit: Action, Equatable {
  /// `nil` follows the last one.
  let number: Int?
  /// The commit in the first line; `nil` for wherever the selected one is visible.
  var top: Int?
}

/// Shows nothing after a commit until it is shown again.
struct PauseList: Action, Equatable {
  /// The last commit to show; `nil` to go on.
  let after: Int?
}

/// Remembers a commit to compare others with.
struct MarkCommit: Action, Equatable {
  /// `nil` removes the mark.
  let number: Int?
}

struct ShowTimes: Action, Equatable {
  let style: CommitList.TimeStyle
}

/// Puts commits under what led to them, or in the order of time.
struct NestCommits: Action, Equatable {
  let isNested: Bool
}

/// Looks for a text from now on.
struct Find: Action, Equatable {
  let text: String
}

/// Searches all rows of the list, until the next key.
struct SearchList: Action, Equatable {
  let text: String
  /// The commit from which the search begins.
  let start: Int
  let isForward: Bool
  /// The program whose commits are searched.
  let instance: String
}

/// A search of the list has ended.
struct ListSearched: Action, Equatable {
  let text: String
  /// The commit with the text; `nil` if there is none.
  let number: Int?
  let instance: String
}
