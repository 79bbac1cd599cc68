import Sluice
import SluiceTesting

extension Row {
  /// The cost of tests, which are debug builds, so measure this in one, too.
  static var testing: [Row] {
    [
      Row(
        "a TestStore test with ten steps, of a thousand (\(configuration) build)",
        goal: .nanoseconds(atMost: 2_000_000),
        parts: 1_000,
        by: .wall
      ) {
        let passed = Tally()
        return Subject { count in
          for _ in 0..<count {
            for _ in 0..<1_000 where await isPassing() { passed.add() }
          }
        } check: {
          try expect("tests that pass", passed.count, is: $0 * 1_000)
        }
      }
      .inAnyBuild
    ]
  }

  private static var configuration: String {
    #if DEBUG
      "debug"
    #else
      "release"
    #endif
  }

  /// A typical test: five actions are sent, and an effect answers each.
  private static func isPassing() async -> Bool {
    do {
      try await withTestStore(
        initialState: Exchange(),
        reducers: [Exchange.reducer],
        effects: [ExchangeEffects()]
      ) { store in
        for number in 1...5 {
          try await store.send(Question()) { $0.questions = number }
          try await store.receive(Reply.self) { $0.replies = number }
        }
      }
      return true
    } catch {
      return false
    }
  }
}

private struct Exchange: Equatable {
  var questions = 0
  var replies = 0

  static let reducer = Reducer<Exchange>(
    ReduceOn(Question.self) { state, _ in state.questions += 1 },
    ReduceOn(Reply.self) { state, _ in state.replies += 1 }
  )
}

private struct Question: Action {}
private struct Reply: Action {}

private struct ExchangeEffects: Effects<Void> {
  let reply = Effect<Void>.on(Question.self) { _, _ in Reply() }
}
