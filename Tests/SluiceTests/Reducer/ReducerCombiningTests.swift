import Sluice
import TestSupport
import Testing

@Suite(.inTurn) struct ReducerCombiningTests {
  private static func adding(_ letter: String) -> Reducer<String> {
    Reducer(id: letter, ReduceOn(Touch.self) { state, _ in state += letter })
  }

  private let a = adding("a")
  private let b = adding("b")
  private let c = adding("c")

  /// Sees what those before it did.
  private let doubling = Reducer<String>(ReduceOn(Touch.self) { state, _ in state += state })

  @Test func `combined reducers run in order, however they are grouped`() {
    let rows: [(reducer: Reducer<String>, state: String)] = [
      (.identity, "x"), (.combine(.identity, a, .identity), "xa"), (.combine(a, b, c), "xabc"),
      (.combine(.combine(a, b), c), "xabc"), (.combine(a, .combine(b, c)), "xabc"),
      (.combine([a, doubling]), "xaxa"),
    ]
    for (reducer, expected) in rows {
      var state = "x"
      reducer.reduce(&state, Touch())
      #expect(state == expected, "\(reducer.id)")
      let store = Store(initialState: "x", reducers: [reducer])
      store.dispatch(action: Touch())
      #expect(store.state == expected, "\(reducer.id)")
    }
  }

  @Test func `a combined reducer is registered and unregistered as one`() {
    let both = Reducer.combine(a, b)
    #expect(both.id == "a + b")
    let store = Store(initialState: "", reducers: [both, c])
    store.dispatch(action: Touch())
    store.unregister(reducer: both)
    store.dispatch(action: Touch())
    #expect(store.state == "abcc")
  }
}
