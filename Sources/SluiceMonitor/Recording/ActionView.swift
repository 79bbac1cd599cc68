import Sluice

/// How actions and errors are shown: which, and what of them.
struct ActionView: Sendable {
  /// Nil to show all.
  var shows: (@Sendable (any Action) -> Bool)?
  /// Nil to show them as they are.
  var transform: (@Sendable (any Action) -> any Action)?
  /// The text of an effect's error; nil to let it describe itself.
  var describe: (@Sendable (any Error) -> String)?

  func admits(_ action: any Action) -> Bool {
    shows?(action) ?? true
  }

  func shown(_ action: any Action) -> any Action {
    transform?(action) ?? action
  }
}
