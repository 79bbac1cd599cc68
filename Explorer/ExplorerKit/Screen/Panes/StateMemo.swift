import SluiceTree
import Synchronization

/// The lines of closed lists and objects in the state pane, to reuse those whose values are unchanged.
///
/// Of a list of which a commit changed one element, two lines are made anew: that one, and the one that was
/// marked before. Thread-safe, as selectors have to be.
final class StateMemo: Sendable {
  /// All that the line of a closed, unchanged value depends on, and the line.
  struct Made: Sendable {
    let value: Tree
    let label: String
    let depth: Int
    let width: Int
    let line: PaneLine
  }

  private let state = Mutex<[StateFold: Made]>([:])

  /// By what opens them.
  var made: [StateFold: Made] {
    get { state.withLock { $0 } }
    set { state.withLock { $0 = newValue } }
  }
}
