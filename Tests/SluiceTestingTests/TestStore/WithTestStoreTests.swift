import Sluice
import SluiceTesting
import TestSupport
import Testing

/// What a test gives its store.
@Suite(.inTurn, .throwingFailures)
struct WithTestStoreTests {
  @Test func `features and feedbacks are registered in their order`() async throws {
    let begun = EventLog<String>()
    func counting(_ name: String) -> Feedback<Library, Void> {
      Feedback(whenChanged: \.visits) { visits, _, _ in begun.append("\(name) \(visits)") }
    }
    let visiting = Reducer<Library>(ReduceOn(Visit.self) { state, _ in state.visits += 1 })
    try await withTestStore(
      initialState: Library(),
      features: [
        Feature(id: "visits").reducer(visiting).feedback(counting("a")),
        Feature(id: "others").feedback(counting("b")),
      ],
      feedbacks: [counting("c"), counting("d")]
    ) { store in
      await store.clock.advance()
      #expect(begun.events == ["a 0", "b 0", "c 0", "d 0"])
      try await store.send(Visit()) { $0.visits = 1 }
      #expect(begun.events.suffix(4) == ["a 1", "b 1", "c 1", "d 1"])
    }
  }
}
