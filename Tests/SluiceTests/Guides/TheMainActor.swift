import Sluice
import TestSupport
import Testing

/// The code of the page, word for word; `GuideTests` compares.
@Suite(.inTurn) struct TheMainActor {
  @MainActor
  final class CountLabel {
    var text = ""
    private var token: SelectionToken?

    init(_ store: Store<Counting, Void>) {
      token = store.select(\.count).sink { [weak self] count in self?.text = "\(count)" }
    }
  }

  @Test func `what is dispatched on the main actor is shown when the dispatch returns`() async {
    let store = Store.counting()
    let label = await CountLabel(store)
    await MainActor.run {
      store.dispatch(action: Increment())
      #expect(label.text == "1")
    }
  }
}
