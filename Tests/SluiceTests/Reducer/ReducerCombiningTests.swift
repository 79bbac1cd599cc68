import Sluice
import TestSupport
import Testing

@Suite(.inTurn) struct ReducerCombiningTests {
  private struct Add: Action {}
  private struct Both: Action {}

  private static func adding(_ letter: String, id: String? = nil) -> Reducer<String> {
    Reducer(id: id, ReduceOn(Add.self) { state, _ in state += letter })
  }

  @Test func `combined reducers run in order`() {
    let store = Store(
      initialState: "",
      reducers: [.combine(Self.adding("a"), Self.adding("b"), Self.adding("c"))]
    )
    store.dispatch(action: Add())
    store.dispatch(action: Add())
    #expect(store.state == "abcabc")
  }

  @Test func `a combined reducer is registered and unregistered as one`() {
    let both = Reducer.combine(Self.adding("a", id: "a"), Self.adding("b", id: "b"))
    #expect(both.id == "a + b")
    let store = Store(initialState: "", reducers: [both, Self.adding("c")])
    store.dispatch(action: Add())
    store.unregister(reducer: both)
    store.dispatch(action: Add())
    #expect(store.state == "abcc")
  }

  @Test func `the identity changes nothing, alone and among others`() {
    var state = "x"
    Reducer.identity.reduce(&state, Add())
    #expect(state == "x")
    Reducer.combine(.identity, Self.adding("a"), .identity).reduce(&state, Add())
    #expect(state == "xa")
  }

  @Test func `combining is associative`() {
    let (a, b, c) = (Self.adding("a"), Self.adding("b"), Self.adding("c"))
    var left = ""
    var right = ""
    Reducer.combine(.combine(a, b), c).reduce(&left, Add())
    Reducer.combine(a, .combine(b, c)).reduce(&right, Add())
    #expect(left == "abc")
    #expect(right == left)
  }

  @Test func `combined reducers see what those before them did`() {
    let guarding = Reducer<Int>(
      ReduceOn(Both.self) { state, _ in state = state == 1 ? 100 : -1 }
    )
    let first = Reducer<Int>(ReduceOn(Both.self) { state, _ in state += 1 })
    let store = Store(initialState: 0, reducers: [.combine([first, guarding])])
    store.dispatch(action: Both())
    #expect(store.state == 100)
  }
}
