import Sluice
import SluiceTesting
import TestSupport
import Testing

/// Effects that read a value of the state at their commit.
@Suite(.inTurn) struct StateReadingTests {
  static let counted = ActionTemplate(id: "counted", payloadType: Int.self)

  /// Effects that answer to an increment from 3 and to the template's 7; the state is 5 later.
  static let forms = [
    Form("none", []) {
      .on(Increment.self, reading: \Counting.count) { _, count, _ in
        if count < 0 { return nil }
        return count == 4 ? nil : Answered("\(count)")
      }
    },
    Form("several", ["4", "1"]) {
      .on(Increment.self, reading: \Counting.count) { action, count, _ in
        [Answered("\(count)"), Answered("\(action.by)")]
      }
    },
    Form("the whole state", ["4 0"]) {
      .on(Increment.self, reading: \Counting.self) { _, state, _ in
        Answered("\(state.count) \(state.other)")
      }
    },
    Form("nothing, with a context", ["4 5"]) {
      .on(Increment.self, reading: \Counting.count) { _, count, _, context in
        try await context.sleep(for: .seconds(1))
        context.answer("\(count) \(context.state.count)")
      }
    },
    Form("one, with a context", ["sent", "4"]) {
      .on(Increment.self, reading: \Counting.count) { _, count, _, context in
        context.answer("sent")
        return Answered("\(count)")
      }
    },
    Form("several, with a context that waits for an action", ["4", "5"]) {
      .on(Increment.self, reading: \Counting.count) { _, count, _, context in
        _ = try await context.next(Touch.self)
        return [Answered("\(count)"), Answered("\(context.state.count)")]
      }
    },
    Form("the states, too", ["4 3 4 5"]) {
      Effect.on(Increment.self, reading: \Counting.count) { _, count, _, context in
        try await context.sleep(for: .seconds(1))
        let (before, then) = (try context.stateBefore.count, try context.stateAtCommit.count)
        return Answered("\(count) \(before) \(then) \(context.state.count)")
      }
      .retainingState()
      .retainingStateBefore()
      .when { (_, before: Counting, after) in before.count == 3 && after.count == 4 }
    },
    Form("on a template", ["7 4"]) {
      .on(matching: counted, reading: \Counting.count) { counted, count, _ in
        Answered("\(counted.payload) \(count)")
      }
    },
    Form("several on a template", ["7", "4"]) {
      .on(matching: counted, reading: \Counting.count) { counted, count, _ in
        [counted.payload, count].map { Answered("\($0)") }
      }
    },
    Form("one on a template, with a context", ["7 4 5"]) {
      .on(matching: counted, reading: \Counting.count) { counted, count, _, context in
        try await context.sleep(for: .seconds(1))
        return Answered("\(counted.payload) \(count) \(context.state.count)")
      }
    },
  ]

  @Test(arguments: forms)
  func `a closure that reads the state answers as others do`(form: Form) async {
    let bench = Bench(
      state: Counting(count: 3),
      environment: Catalogue(),
      reducers: [.counting],
      effects: [form.effect]
    )
    bench.clock.holding {
      bench.store.dispatch(action: Increment())
      bench.store.dispatch(action: Self.counted(payload: 7))
      bench.store.restore(Counting(count: 5))
      bench.store.dispatch(action: Touch())
    }
    await bench.advance(1)
    #expect(bench.answers == form.answers)
  }
}
