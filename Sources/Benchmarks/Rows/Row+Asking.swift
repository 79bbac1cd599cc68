import Sluice

extension Row {
  /// What only those pay for who ask for it: values that are carried, runs that are observed.
  static var asking: [Row] {
    [
      // 50 ns more.
      Row(
        "an action that takes along an object, beside an effect of another type",
        against: Baseline(name: "nothing") { carrying(false) },
        goal: .ratio(atMost: 1.45)
      ) { carrying(true) },
      Row(
        "action → Effect.map → action, whose runs somebody observes",
        against: Baseline(name: "a still selection") { observing(false) },
        goal: .ratio(atMost: 1.15)
      ) { observing(true) },
      Row(
        "a sink that comes and goes beside a feedback that lives while it is there",
        against: Baseline(name: "no feedback") { coming(false) },
        by: .wall
      ) { coming(true) },
    ]
  }

  private final class Trace: Sendable {}

  private enum Tracing { @TaskLocal static var trace: Trace? }

  private static func carrying(_ carries: Bool) -> Subject {
    let store = Store.counting()
    store.register(effect: .on(Unasked.self).map { _, _ in nil })
    if carries { store.carry(Tracing.$trace) }
    return Subject { count in
      Tracing.$trace.withValue(Trace()) { store.increment(count) }
    } check: {
      try expect("count", store.count, is: $0)
    }
  }

  private static func observing(_ observes: Bool) -> Subject {
    let store = Store.counting()
    store.register(effect: .on(Unasked.self).map { _, _ in Increment(by: 1) })
    let token =
      observes
      ? store.runs(startedBy: Unasked.self).sink { _ in } : store.select { _ in 0 }.sink { _ in }
    return Subject { count in
      for _ in 0..<count { store.dispatch(action: Unasked()) }
    } check: {
      withExtendedLifetime(token) {}
      try expect("count", store.count, is: $0)
    }
  }

  private static func coming(_ hasFeedback: Bool) -> Subject {
    let store = Store.counting()
    let count = Selector(keyPath: \Counter.count)
    let seen = Tally()
    if hasFeedback {
      store.register(feedback: Feedback<Counter, Void>(whileObserved: count) { _, _ in })
    }
    return Subject { rounds in
      for _ in 0..<rounds { store.select(count).sink { _ in seen.add() }.cancel() }
    } check: {
      try expect("values", seen.count, is: $0)
    }
  }
}

private struct Unasked: Action {}
