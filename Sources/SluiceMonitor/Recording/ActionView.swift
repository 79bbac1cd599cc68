import Sluice

/// Which actions and errors to show, and how.
struct ActionView: Sendable {
  /// Returns whether to show an action; `nil` to show all.
  var shows: (@Sendable (any Action) -> Bool)?
  /// Returns the value to show for an action; `nil` to show the action itself.
  var transform: (@Sendable (any Action) -> any Action)?
  /// Returns the text of an effect's error; `nil` to let it describe itself.
  var describe: (@Sendable (any Error) -> String)?

  func admits(_ action: any Action) -> Bool {
    shows?(action) ?? true
  }

  func shown(_ action: any Action) -> any Action {
    transform?(action) ?? action
  }
}
