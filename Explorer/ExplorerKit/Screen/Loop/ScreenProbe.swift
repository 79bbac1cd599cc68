import ExplorerTerminal
import Sluice
package import SluiceWire

/// A screen without a terminal, for those who measure it.
package final class ScreenProbe {
  private static let hello = WireRecord.Hello(name: "Probe", processID: 1)

  private var pasts: Pasts
  private let store: Store<ScreenState, Void>
  private var writer = FrameWriter(colors: true)

  /// Answers at once what a screen on a terminal answers beside the keys.
  private struct Answer: Action {}

  /// - Parameter commits: The number of commits that it holds at least.
  package init(columns: Int, rows: Int, keeping commits: Int) {
    pasts = Pasts(Pasts.Limits(commits: commits), isTallying: true)
    store = Store(initialState: ScreenState())
    store.register(reducer: Watching.reducer.lift(.state(\.watching)))
    store.register(reducer: ScreenState.reducer)
    store.register(reducer: Reducer(ReduceOn(Answer.self) { state, _ in state.answerAll() }))
    store.dispatch(action: Resized(size: GridSize(columns: columns, rows: rows)))
    _ = pasts.connect(Self.hello)
    show()
  }

  /// The number of the last commit that it has heard of.
  package var lastNumber: Int? { store.past.history.lastNumber }

  /// Takes in what a program says, as one action.
  package func take(_ records: [WireRecord]) {
    for record in records { _ = pasts.take(record, of: Self.hello.instance) }
    show()
  }

  private func show() {
    store.dispatch(action: Arrived(pasts: pasts.all))
    store.dispatch(action: Answer())
  }

  package func press(_ key: Character) {
    store.dispatch(action: InputReceived(input: .key(KeyPress(.character(key)))))
    store.dispatch(action: Answer())
  }

  /// Draws a frame, and returns the number of its bytes.
  package func frame() -> Int {
    writer.bytes(showing: store.selectCurrent(ScreenSelectors.grid)).count
  }
}
