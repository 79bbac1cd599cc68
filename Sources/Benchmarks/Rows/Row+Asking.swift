import AllocationCounter
import Sluice

extension Row {
  /// What only those pay for who ask for it: values that are carried, runs that are observed.
  static var asking: [Row] {
    [
      // 50 ns more.
      Row(
        "an action that takes along an object, beside an effect of another type",
        against: Baseline(name: "nothing") { carrying { _ in } },
        goal: .ratio(atMost: 1.45)
      ) { carrying { $0.carry(Tracing.$trace) } },
      Row(
        "an action that takes along three words, beside an effect of another type",
        against: Baseline(name: "nothing") { carrying { _ in } },
        goal: .ratio(atMost: 1.45)
      ) { carrying { $0.carry(Tracing.$words) } },
      carriedAllocations("an object") { $0.carry(Tracing.$trace) },
      carriedAllocations("three words") { $0.carry(Tracing.$words) },
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

  private struct Words: Sendable {
    var request = 1
    var session = 2
    var tenant = 3
  }

  private enum Tracing {
    @TaskLocal static var trace: Trace?
    @TaskLocal static var words = Words()
  }

  private static func carrying(_ carry: (Store<Counter, Void>) -> Void) -> Subject {
    let store = Store.counting()
    store.register(effect: .on(Unasked.self).map { _, _ in nil })
    carry(store)
    return Subject { count in
      Tracing.$trace.withValue(Trace()) {
        Tracing.$words.withValue(Words()) { store.increment(count) }
      }
    } check: {
      try expect("count", store.count, is: $0)
    }
  }

  /// What a dispatch allocates more that takes a value along to an effect of its action.
  private static func carriedAllocations(
    _ value: String,
    _ carry: @escaping (Store<Counter, Void>) -> Void
  ) -> Row {
    Row(
      "heap allocations for \(value) taken along to an effect",
      unit: "a dispatch",
      goal: .amount(atMost: 0, unit: "a dispatch")
    ) {
      guard allocationsCanBeCounted() else { return nil }
      let count = 10_000
      func allocations(_ carry: (Store<Counter, Void>) -> Void) throws -> Int {
        let store = Store.counting()
        store.register(effect: .on(Increment.self).map { _, _ in nil })
        carry(store)
        store.increment(1)
        startCountingAllocations()
        store.increment(count)
        let allocations = Int(stopCountingAllocations())
        try expect("count", store.count, is: count + 1)
        return allocations
      }
      return try Tracing.$trace.withValue(Trace()) {
        let others = try allocations { _ in }
        return Double(try allocations(carry) - others) / Double(count)
      }
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
