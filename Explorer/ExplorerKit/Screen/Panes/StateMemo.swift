import SluiceTree
import Synchronization

/// The lines of closed values that the pane of the state had last, for those that the next state has too.
///
/// Of a list of which a commit changed one element, one line is made anew. Thread-safe, as selectors have
/// to be.
final class StateMemo: Sendable {
  /// All that the line of a closed, unchanged value depends on, and the line.
  struct Made: Sendable {
    let value: Tree
    let label: String
    let depth: Int
    let width: Int
    let line: PaneLine
  }

  private let state = Mutex<[Made]>([])

  /// In their order in the pane.
  var made: [Made] {
    get { state.withLock { $0 } }
    set { state.withLock { $0 = newValue } }
  }
}
