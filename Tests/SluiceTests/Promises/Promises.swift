import TestSupport
import Testing

/// What the store promises, each in a file of its own.
///
/// One after another: those that hammer need both hands.
@Suite(.inTurn, .serialized)
enum Promises {
  /// How often each of eight threads dispatches where a promise is hammered.
  static let threads = 8
  static let dispatches = volume(500, nightly: 2_000)
}
