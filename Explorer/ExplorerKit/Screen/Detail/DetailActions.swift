import Sluice

/// Shows another tab of the pane.
struct ShowTab: Action, Equatable {
  let tab: Detail.Tab
}

/// Lets keys act on the pane, or on the list.
struct FocusDetail: Action, Equatable {
  let isFocused: Bool
}

/// Moves the cursor of the pane.
struct MoveInDetail: Action, Equatable {
  let cursor: Int
  /// What the line is about, by which it is found again in another commit.
  let target: PaneTarget?
  /// The first visible line.
  let top: Int
}

/// Shows a part of the state, or hides it.
struct Fold: Action, Equatable {
  let fold: StateFold
  let isOpen: Bool
}

/// Shows all parts of the state in which a value is.
struct Reveal: Action, Equatable {
  let folds: [StateFold]
}

struct ShowBlame: Action, Equatable {
  let isShown: Bool
}

/// Shows all that changed between the mark and the selected commit.
struct Compare: Action, Equatable {}
