import Sluice
import SluiceWire

/// Something happened in programs since the last frame.
struct Arrived: Action {
  /// What is known of programs by now, in the order in which they connected first.
  let pasts: [Past]
  /// What went wrong, for people; `nil` if nothing did.
  var problem: String?
}

/// A second has passed in which nothing came.
struct Ticked: Action, Equatable {
  /// Microseconds since 1970.
  let time: Int64
}

/// Shows another program.
struct ChooseProgram: Action, Equatable {
  let instance: String
}

/// Shows only the commits that a filter admits.
struct ApplyFilter: Action, Equatable {
  /// `nil` for all.
  let filter: Filter?
}

/// Reports what the search for a filter's matches found in a piece.
struct SearchAdvanced: Action {
  /// Of the program.
  let instance: String
  /// The commits that it found.
  let found: [Int]
  let search: FilterSearch
}

/// Shows a value at the top, over time, or no longer.
struct TogglePin: Action, Equatable {
  let path: StatePath
}
