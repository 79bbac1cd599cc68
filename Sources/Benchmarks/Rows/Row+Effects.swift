import Foundation
import Sluice

extension Row {
  /// Actions that lead to actions.
  static var effects: [Row] {
    [
      // Not 15: the answer is enqueued, and taken from the queue under the lock again.
      Row("action → Effect.map → action", against: .locked, goal: .ratio(atMost: 18.5)) {
        let store = Store.asking()
        store.register(effect: .on(Ask.self).map { _, _ in Answer() })
        return Subject { count in
          for _ in 0..<count { store.dispatch(action: Ask()) }
        } check: {
          try store.checkAnswers($0)
        }
      },
      Row("an action that no effect of ten takes", against: .locked) {
        let store = Store.asking()
        for _ in 0..<10 { store.register(effect: .on(Answer.self).map { _, _ in nil }) }
        return Subject { count in
          for _ in 0..<count { store.dispatch(action: Ask()) }
        } check: {
          try expect("asked", store.asked, is: $0)
        }
      },
      // An interceptor of both states costs as much.
      Row("an action that changed nothing that its effect's condition looks at", against: .locked) {
        let store = Store.asking()
        store.register(effect: .unlessAnswered)
        return Subject { count in
          for _ in 0..<count { store.dispatch(action: Ask()) }
        } check: {
          try expect("asked", store.asked, is: $0)
        }
      },
      Row("an action of another type than the effect with a condition", against: .locked) {
        let store = Store.asking()
        store.register(effect: .unlessAnswered)
        return Subject { count in
          for _ in 0..<count { store.dispatch(action: Answer()) }
        } check: {
          try expect("answered", store.answered, is: $0)
        }
      },
      Row("a task that raises the signal that the next rows wait for", against: .hop, by: .wall) {
        let signal = Signal()
        let tally = Tally()
        return Subject { count in
          for _ in 0..<count {
            await signal.wait {
              Task {
                tally.add()
                signal.raise()
              }
            }
          }
        } check: {
          try expect("hops", tally.count, is: $0)
        }
      },
      Row("an effect's run from the dispatch to its first line", against: .hop, by: .wall) {
        let store = Store.asking()
        let signal = Signal()
        store.register(effect: .on(Ask.self).run { _, _ in signal.raise() })
        return Subject { count in
          for _ in 0..<count { await signal.wait { store.dispatch(action: Ask()) } }
        } check: {
          try expect("asked", store.asked, is: $0)
        }
      },
      Row(
        "action → asynchronous effect → action",
        against: .hop,
        goal: .ratio(atMost: 4),
        by: .wall
      ) {
        let store = Store.asking()
        let signal = Signal()
        store.register(
          effect: .on(Ask.self).run { _, _, context in
            // When this returns, the answer is reduced.
            context.send(Answer())
            signal.raise()
          }
        )
        return Subject { count in
          for _ in 0..<count { await signal.wait { store.dispatch(action: Ask()) } }
        } check: {
          try store.checkAnswers($0)
        }
      },
      Row("action → effect's result → action → Effect.map", against: .hop, by: .wall) {
        let store = Store.asking()
        let signal = Signal()
        store.register(effect: .on(Ask.self) { _, _ in Answer() })
        store.register(effect: signal.raised(by: Answer.self))
        return Subject { count in
          for _ in 0..<count { await signal.wait { store.dispatch(action: Ask()) } }
        } check: {
          try store.checkAnswers($0)
        }
      },
      Row("action → stream of actions → action, one by one", against: .hop, by: .wall) {
        let store = Store.asking()
        let signal = Signal()
        store.register(
          effect: .dispatchingOne { actions, _ in actions.ofType(Ask.self).map { _ in Answer() } }
        )
        store.register(effect: signal.raised(by: Answer.self))
        return Subject { count in
          for _ in 0..<count { await signal.wait { store.dispatch(action: Ask()) } }
        } check: {
          try store.checkAnswers($0)
        }
      },
      Row("action → stream of actions → action, all at once", against: .hop, by: .wall) {
        let store = Store.asking()
        let signal = Signal()
        store.register(
          effect: .dispatchingOne { actions, _ in
            actions.ofType(Ask.self).map { Answer(isLast: $0.isLast) }
          }
        )
        store.register(effect: signal.raised(by: Answer.self))
        return Subject { count in
          await signal.wait {
            for left in (0..<count).reversed() { store.dispatch(action: Ask(isLast: left == 0)) }
          }
        } check: {
          try store.checkAnswers($0)
        }
      },
    ] + crowds
  }
}

extension Effect<Void> {
  /// An effect of questions whose condition never holds.
  fileprivate static var unlessAnswered: Effect {
    on(Ask.self).run { _, _ in }.when(changing: Talk.self) { _, before, after in
      before?.answered != after.answered
    }
  }
}
