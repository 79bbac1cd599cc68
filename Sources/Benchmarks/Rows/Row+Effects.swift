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

  /// Many concurrent runs.
  private static var crowds: [Row] {
    [
      Row(
        "10000 keyed runs of an effect that begin, wait at once and end, for each",
        against: .hop,
        parts: 10_000,
        by: .wall
      ) {
        let store = Store.asking()
        let signal = Signal()
        let begun = Tally()
        store.register(
          effect: Effect.on(Ask.self).run { _, _, context in
            context.send(Answer())
            _ = try await context.next(Release.self)
          }
          .overlap(.first, by: \.key)
        )
        store.register(
          effect: .on(Answer.self).map { _, _ in
            begun.add()
            if begun.count.isMultiple(of: 10_000) { signal.raise() }
            return nil
          }
        )
        return Subject { count in
          for _ in 0..<count {
            await signal.wait {
              for key in 0..<10_000 { store.dispatch(action: Ask(key: key)) }
            }
            store.dispatch(action: Release())
            await store.idle()
          }
        } check: {
          try store.checkAnswers($0 * 10_000)
        }
      },
      Row(
        "a run of one element that begins and is cancelled, 1000 at a time",
        against: Baseline(name: "10 at a time") { ofOneElement(10) },
        goal: .ratio(atMost: 1.5),
        by: .wall
      ) {
        ofOneElement(1_000)
      },
      Row(
        "an action while 50 runs of an effect with a context live",
        against: Baseline(name: "one that ended") { beside(runs: 1) { _ in } },
        goal: .ratio(atMost: 1.1)
      ) {
        beside(runs: 50) { context in try await context.sleep(for: .seconds(3_600)) }
      },
      Row(
        "an action while 10000 runs wait for another",
        against: Baseline(name: "one that ended") { beside(runs: 1) { _ in } },
        goal: .ratio(atMost: 1.2)
      ) {
        beside(runs: 10_000) { context in _ = try await context.next(Release.self) }
      },
    ]
  }

  /// Starts runs of one element, and cancels them together as soon as `crowd` of them have begun.
  private static func ofOneElement(_ crowd: Int) -> Subject {
    let row = Feature<Desk.Row, Void>(id: "row")
      .reducer(Reducer(ReduceOn(Ask.self) { row, _ in row.asked += 1 }))
      .effect(
        Effect<Void>.on(Ask.self).run { _, _, context in
          try await context.sleep(for: .seconds(3_600))
        }
        .cancelled(by: Release.self)
      )
    let store = Store(initialState: Desk())
    store.register(feature: row.lift(.each(\Desk.rows)))
    store.onDiagnostic = { _ in }
    return Subject { count in
      var left = count
      while left > 0 {
        let runs = min(left, crowd)
        for _ in 0..<runs { store.dispatch(action: ElementAction<Desk.Row>(id: 4, action: Ask())) }
        store.dispatch(action: ElementAction<Desk.Row>(id: 4, action: Release()))
        await store.idle()
        left -= runs
      }
    } check: {
      try expect("asked", store.rows[id: 4]?.asked ?? 0, is: $0)
    }
  }

  /// Dispatches beside living runs of an effect that they don't concern.
  private static func beside(
    runs: Int,
    _ work: @escaping @Sendable (RunContext<Void>) async throws -> Void
  ) -> Subject {
    let store = Store.asking()
    let begun = Tally()
    store.register(
      effect: Effect.on(Ask.self).run { _, _, context in
        begun.add()
        try await work(context)
      }
    )
    for _ in 0..<runs { store.dispatch(action: Ask()) }
    // Once the last one has begun, those before it wait.
    while begun.count < runs { Thread.sleep(forTimeInterval: 0.01) }
    return Subject { count in
      for _ in 0..<count { store.dispatch(action: Answer()) }
    } check: {
      try expect("answered", store.answered, is: $0)
    }
  }
}

private struct Release: Action {}
private struct Ask: Action {
  var isLast = true
  var key = 0
}
private struct Answer: Action { var isLast = true }

private struct Desk: Sendable {
  struct Row: Sendable, Identifiable {
    let id: Int
    var asked = 0
  }

  var rows = Entities((0..<10).map { Row(id: $0) })
}

private struct Talk: Sendable {
  var asked = 0
  var answered = 0
}

extension Effect<Void> {
  /// An effect of questions whose condition never holds.
  fileprivate static var unlessAnswered: Effect {
    on(Ask.self).run { _, _ in }.when(changing: Talk.self) { _, before, after in
      before?.answered != after.answered
    }
  }
}

extension Store<Talk, Void> {
  fileprivate static func asking() -> Store {
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

  fileprivate func checkAnswers(_ operations: Int) throws {
    try expect("asked", self.asked, is: operations)
    try expect("answered", self.answered, is: operations)
  }
}

/// A signal for which one task waits, and which another raises.
@safe
private final class Signal: @unchecked Sendable {
  // `@unchecked`: the raising task is started after the waiting one has stored its continuation.
  private var waiting: UnsafeContinuation<Void, Never>?

  func wait(after start: () -> Void) async {
    await unsafe withUnsafeContinuation { continuation in
      unsafe waiting = continuation
      start()
    }
  }

  func raise() {
    unsafe waiting.take()?.resume()
  }

  /// An effect that raises the signal at the last answer.
  func raised(by type: Answer.Type) -> Effect<Void> {
    .on(type).map { answer, _ in
      if answer.isLast { self.raise() }
      return nil
    }
  }
}
