import Foundation
import Sluice

extension Row {
  /// Many concurrent runs.
  static var crowds: [Row] {
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

private struct Desk: Sendable {
  struct Row: Sendable, Identifiable {
    let id: Int
    var asked = 0
  }

  var rows = Entities((0..<10).map { Row(id: $0) })
}
