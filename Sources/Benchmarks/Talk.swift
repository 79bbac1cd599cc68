import Sluice

struct Ask: Action {
  var isLast = true
  var key = 0
}
struct Answer: Action { var isLast = true }

/// What was asked and answered.
struct Talk: Sendable {
  var asked = 0
  var answered = 0
}

extension Store<Talk, Void> {
  static func asking() -> Store {
    let store = Store(
      initialState: Talk(),
      reducers: [
        Reducer(
          ReduceOn(Ask.self) { state, _ in state.asked += 1 },
          ReduceOn(Answer.self) { state, _ in state.answered += 1 }
        )
      ]
    )
    // The store would report the long queue.
    store.onDiagnostic = { _ in }
    return store
  }

  func checkAnswers(_ operations: Int) throws {
    try expect("asked", self.asked, is: operations)
    try expect("answered", self.answered, is: operations)
  }
}
