import Sluice
import SluiceTesting
import TestSupport

extension LoopCase {
  typealias Ping = LoopBench.Ping
  typealias Pong = LoopBench.Pong

  static let all: [Named<LoopCase>] =
    [subscribers, subscribersOnActors, tasks, stores, effects].joined().map {
      Named($0.description, $0)
    }

  private static let bySubscriber = "Increment by the subscriber"
  private static let byTwoSubscribers = "\(bySubscriber) → \(bySubscriber)"
  private static let byTask = "Increment by a task that iterates over a selection"

  private static let subscribers = [
    LoopCase("a subscriber", bySubscriber) { bench in
      bench.keep(
        bench.store.select(\.count).sink { [unowned bench] count in
          if count > 0, bench.goesOn(at: count) { bench.store.dispatch(action: Increment()) }
        }
      )
      bench.store.dispatch(action: Increment())
    },
    // After a thousand values, a task takes over from the subscribing thread.
    LoopCase("a subscriber's first value", bySubscriber) { $0.answer($0.store.select(\.count)) },
    LoopCase("the first value of a projection's subscriber", bySubscriber) { bench in
      bench.answer(bench.store.projection(.state(\.self)).select(\.count))
    },
    LoopCase("an interceptor", "Increment by the interceptor Incrementing") { bench in
      bench.store.register(interceptor: Incrementing(bench: bench))
      bench.store.dispatch(action: Increment())
    },
  ]

  private static let subscribersOnActors = [
    LoopCase("a subscriber on the main actor", bySubscriber) { bench in
      await MainActor.run {
        bench.keep(
          bench.store.select(\.count).sink { [unowned bench] count in
            if bench.goesOn(at: count) { bench.store.dispatch(action: Increment()) }
          }
        )
      }
    },
    LoopCase("a subscriber on the main actor, begun elsewhere", bySubscriber) { bench in
      await MainActor.run {
        bench.keep(
          bench.store.select(\.count).sink { [unowned bench] count in
            if count > 0, bench.goesOn(at: count) { bench.store.dispatch(action: Increment()) }
          }
        )
      }
      bench.store.dispatch(action: Increment())
    },
    LoopCase("a subscriber that is weakly held", bySubscriber) { bench in
      await MainActor.run {
        _ = bench.store.select(\.count).subscribe(weak: bench) { bench, count in
          if bench.goesOn(at: count) { bench.store.dispatch(action: Increment()) }
        }
      }
    },
    LoopCase("changes on the main actor", bySubscriber) { bench in
      await MainActor.run {
        bench.keep(
          bench.store.select(\.count).changes.sink { [unowned bench] change in
            if bench.goesOn(at: change.new) { bench.store.dispatch(action: Increment()) }
          }
        )
      }
      bench.store.dispatch(action: Increment())
    },
  ]

  private static let tasks = [
    LoopCase("for await", byTask) { bench in
      for await count in bench.store.select(\.count) where bench.goesOn(at: count) {
        bench.store.dispatch(action: Increment())
        if count + 1 == LoopBench.rounds { return bench.isOver.append(true) }
      }
    },
    LoopCase("for await, on the main actor, with all values", byTask) { bench in
      await MainActor.run {
        bench.keep(
          Task { [store = bench.store, isOver = bench.isOver] in
            for await count in store.select(\.count).buffering(.all) {
              if count == LoopBench.rounds { return isOver.append(true) }
              store.dispatch(action: Increment())
            }
          }
        )
      }
    },
    LoopCase(
      "for await whose actions are answered by an effect",
      "Increment by answer → Ping by a task that iterates over a selection"
    ) { bench in
      bench.store.register(effect: .on(Ping.self) { _, _ in Increment() }, id: "answer")
      for await count in bench.store.select(\.count) {
        if !bench.goesOn(at: count) { return }
        bench.store.dispatch(action: Ping())
      }
    },
    LoopCase("for await in a run, with its context", "Increment by watch") { bench in
      bench.store.register(
        effect: .on(Ping.self).seeing(Counting.self).run { [isOver = bench.isOver] _, _, context in
          for await count in context.values(of: \.count) {
            if count == LoopBench.rounds { return isOver.append(true) }
            context.send(Increment())
          }
        },
        id: "watch"
      )
      bench.store.dispatch(action: Ping())
    },
    LoopCase(
      "two tasks that answer each other",
      "Increment by a task that iterates over a selection → Touch by a task that iterates over a selection"
    ) { bench in
      let store = bench.store
      async let touches: Void = {
        for await count in store.select(\.count) where count > 0 {
          store.dispatch(action: Touch())
          if count == LoopBench.rounds { return }
        }
      }()
      for await other in store.select(\.other) {
        if other == LoopBench.rounds { break }
        store.dispatch(action: Increment())
      }
      await touches
      bench.isOver.append(true)
    },
  ]

  private static let stores = [
    LoopCase("two stores", byTwoSubscribers) { bench in
      let other = second(of: bench)
      bench.keep(
        bench.store.select(\.count).sink { [unowned other] count in
          if count > 0 { other.dispatch(action: Increment()) }
        }
      )
      bench.keep(
        other.select(\.count).sink { [unowned bench] count in
          if count > 0, bench.goesOn(at: count) { bench.store.dispatch(action: Increment()) }
        }
      )
      bench.store.dispatch(action: Increment())
    },
    LoopCase("two stores, on the main actor", byTwoSubscribers) { bench in
      let other = second(of: bench)
      await MainActor.run {
        bench.keep(
          bench.store.select(\.count).sink { [unowned other] count in
            if count > 0 { other.dispatch(action: Increment()) }
          }
        )
        bench.keep(
          other.select(\.count).sink { [unowned bench] count in
            if count > 0, bench.goesOn(at: count) { bench.store.dispatch(action: Increment()) }
          }
        )
      }
      bench.store.dispatch(action: Increment())
    },
    LoopCase(
      "two stores, of which one answers in a task",
      "Ping by answer"
    ) { bench in
      let other = second(of: bench)
      bench.keep(
        bench.store.select(\.count).sink { [unowned other] count in
          if count > 0 { other.dispatch(action: Ping()) }
        }
      )
      other.register(
        effect: .on(Ping.self).run { [unowned bench] _, _ in
          if bench.goesOn(at: bench.store.state.count) { bench.store.dispatch(action: Increment()) }
        },
        id: "answer"
      )
      bench.store.dispatch(action: Increment())
    },
  ]

  private static func second(of bench: LoopBench) -> Store<Counting, Void> {
    let store = Store<Counting, Void>.counting()
    bench.noteDiagnostics(of: store)
    bench.keep(store)
    return store
  }

  private static let effects = [
    LoopCase("feedbacks", "Increment by feedback") { bench in
      bench.store.register(
        feedback: Feedback(for: \.count) { [isOver = bench.isOver] count, _, context in
          if count == LoopBench.rounds { isOver.append(true) } else { context.send(Increment()) }
        },
        id: "feedback"
      )
    },
    LoopCase("synchronous effects", "Ping by pong → Pong by ping") { bench in
      let mayAnswer = bench.rounds()
      bench.store.register(effect: .on(Ping.self).map { _, _ in Pong() }, id: "ping")
      bench.store.register(
        effect: .on(Pong.self).map { _, _ in mayAnswer() ? Ping() : nil },
        id: "pong"
      )
      bench.store.dispatch(action: Ping())
    },
    LoopCase("asynchronous effects", "Ping by pong → Pong by ping") { bench in
      let mayAnswer = bench.rounds(601)
      bench.store.register(effect: .on(Ping.self) { _, _ in Pong() }, id: "ping")
      bench.store.register(
        effect: .dispatchingOne { actions, _ in
          actions.ofType(Pong.self).prefix(600).map { _ in Ping() }
        },
        id: "pong"
      )
      bench.store.register(effect: .seeing(Pong.self) { _ in _ = mayAnswer() })
      bench.store.dispatch(action: Ping())
    },
    LoopCase("runs that dispatch from the main actor", "Ping by pong → Pong by ping") { bench in
      let mayAnswer = bench.rounds(600)
      bench.store.register(
        effect: .on(Ping.self).run { [unowned bench] _, _ in
          // Not with the run's context.
          await MainActor.run { bench.store.dispatch(action: Pong()) }
        },
        id: "ping"
      )
      bench.store.register(
        effect: .on(Pong.self).run { [unowned bench] _, _ in
          // A task of its own still belongs to the run.
          if mayAnswer() { await Task { bench.store.dispatch(action: Ping()) }.value }
        },
        id: "pong"
      )
      bench.store.dispatch(action: Ping())
    },
    LoopCase("follow-ups", "Ping by follow-up") { bench in
      let mayAnswer = bench.rounds()
      bench.store.register(
        reducer: Reducer(
          ReduceOn(Ping.self) { _, _ in mayAnswer() ? [.action { Ping() }] : [] }
        )
      )
      bench.store.dispatch(action: Ping())
    },
    LoopCase("an interceptor of runs", "Ping by the interceptor Restarting") { bench in
      bench.store.register(interceptor: Restarting(bench: bench))
      bench.store.register(effect: .on(Ping.self).run { _, _ in })
      bench.store.dispatch(action: Ping())
    },
  ]

  private struct Incrementing: Interceptor {
    unowned let bench: LoopBench

    func committed(_ commit: Commit<Counting>) {
      if bench.goesOn(at: commit.newState.count) { bench.store.dispatch(action: Increment()) }
    }
  }

  /// Starts a run again whenever it ends.
  private struct Restarting: EffectInterceptor {
    unowned let bench: LoopBench
    let ends = Shared(0)

    func committed(_ commit: Commit<Counting>) {}

    func effectChanged(_ event: EffectEvent) {
      guard case .ended = event.kind else { return }
      ends.change { $0 += 1 }
      if bench.goesOn(at: ends.value) { bench.store.dispatch(action: Ping()) }
    }
  }
}
