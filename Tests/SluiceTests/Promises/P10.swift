import Sluice
import SluiceTesting
import TestSupport
import Testing

extension Promises {
  /// Loops are named, and nothing overflows the stack.
  @Suite struct P10 {
    private struct Ping: Action {}
    private struct Pong: Action {}

    private let store: Store<Counting, Void>
    /// What the store noticed, as texts without module names.
    private let diagnostics = Log<String>()

    init() {
      store = .counting()
      store.onDiagnostic = { [diagnostics] diagnostic in
        switch diagnostic {
        case .actionLoop(let types):
          diagnostics.append("loop " + types.map { "\($0)" }.joined(separator: " "))
        case .longQueue(let count): diagnostics.append("queue \(count)")
        // These happen on any busy machine.
        case .longWait: break
        default: diagnostics.append("\(diagnostic)")
        }
      }
    }

    /// What has actions lead to one another: says when that is over, and keeps a subscription.
    typealias Loop = Named<
      @Sendable (Store<Counting, Void>, _ isOver: Log<Bool>, Shared<SelectionToken?>) -> Void
    >

    static let loops: [Loop] = [
      Named("a subscriber") { store, isOver, token in
        token.value = store.select(\.count).sink { [unowned store] count in
          if count == 25_000 { isOver.append(true) }
          if count > 0, count < 25_000 { store.dispatch(action: Increment()) }
        }
        store.dispatch(action: Increment())
      },
      // After a thousand values, a task takes over from the subscribing thread.
      Named("a subscriber's first value") { store, isOver, token in
        token.value = count(store.select(\.count), store, isOver)
      },
      Named("the first value of a projection's subscriber") { store, isOver, token in
        token.value = count(store.projection(.state(\.self)).select(\.count), store, isOver)
      },
      Named("feedbacks") { store, isOver, _ in
        store.register(
          feedback: Feedback(whenChanged: \.count) { count, _, context in
            if count == 10_500 { isOver.append(true) } else { context.send(Increment()) }
          }
        )
      },
    ]

    static let loopsOfTwo: [Loop] = [
      Named("synchronous effects") { store, isOver, _ in
        let mayAnswer = rounds(10_500, isOver)
        store.register(effect: .on(Ping.self).map { _, _ in Pong() })
        store.register(effect: .on(Pong.self).map { _, _ in mayAnswer() ? Ping() : nil })
        store.dispatch(action: Ping())
      },
      Named("asynchronous effects") { store, isOver, _ in
        let mayAnswer = rounds(5_201, isOver)
        store.register(effect: .on(Ping.self) { _, _ in Pong() })
        store.register(
          effect: .dispatchingOne { actions, _ in
            actions.ofType(Pong.self).prefix(5_200).map { _ in Ping() }
          }
        )
        store.register(effect: .seeing(Pong.self) { _ in _ = mayAnswer() })
        store.dispatch(action: Ping())
      },
      Named("runs that dispatch from the main actor") { store, isOver, _ in
        let mayAnswer = rounds(5_200, isOver)
        store.register(
          effect: .on(Ping.self).run { [unowned store] _, _ in
            // Not with the run's context.
            await MainActor.run { store.dispatch(action: Pong()) }
          }
        )
        store.register(
          effect: .on(Pong.self).run { [unowned store] _, _ in
            // A task of its own still belongs to the run.
            if mayAnswer() { await Task { store.dispatch(action: Ping()) }.value }
          }
        )
        store.dispatch(action: Ping())
      },
    ]

    /// Subscribes, and answers each count with an increment, beginning with the first.
    private static func count(
      _ count: Selection<Int>,
      _ store: Store<Counting, Void>,
      _ isOver: Log<Bool>
    ) -> SelectionToken {
      count.sink { [unowned store] count in
        if count < 25_000 { store.dispatch(action: Increment()) } else { isOver.append(true) }
      }
    }

    /// Returns a closure that is `true` but for the last round, which ends the loop.
    private static func rounds(_ last: Int, _ isOver: Log<Bool>) -> @Sendable () -> Bool {
      let rounds = Shared(0)
      return {
        let round = rounds.change { rounds in
          rounds += 1
          return rounds
        }
        if round == last { isOver.append(true) }
        return round < last
      }
    }

    @Test(
      arguments: loops.map { ($0, "loop Increment") } + loopsOfTwo.map { ($0, "loop Ping Pong") }
    )
    func `a loop is named once, by all its actions, whatever it leads through`(
      loop: Loop,
      name: String
    ) async throws {
      let (isOver, token) = (Log<Bool>(), Shared<SelectionToken?>(nil))
      loop.value(store, isOver, token)
      try await isOver.wait(for: true)
      #expect(diagnostics.events == [name])
      token.value = nil
    }

    @Test func `what a subscriber dispatches at its first values has a cause`() {
      let interceptor = store.watched()
      let token = store.select(\.count).sink { [unowned store] count in
        if count < 3 { store.dispatch(action: Increment()) }
      }
      store.dispatch(action: Touch())
      // The first value is the state at the subscription, which no commit led to.
      #expect(interceptor.stateChanges.map(\.origin.cause?.commit) == [nil, 1, 2, nil])
      token.cancel()
    }

    @Test func `many actions that do not lead to each other are no loop`() {
      store.register(effect: .on(Increment.self).map { _, _ in Touch() })
      for _ in 0..<11_000 { store.dispatch(action: Increment()) }
      #expect(store.state.other == 11_000)
      #expect(diagnostics.events == [])
    }

    @Test func `a long queue is reported once`() {
      let token = store.select(\.count).sink { [unowned store] count in
        // All within one delivery: only that lets the queue grow without a bound.
        if count == 1 { for _ in 0..<25_000 { store.dispatch(action: Touch()) } }
      }
      store.dispatch(action: Increment())
      #expect(store.state.other == 25_000)
      #expect(diagnostics.events == ["queue 10000"])
      token.cancel()
    }

    @Test func `a dispatch that waits for its limit continues, and names the slow observer`()
      async throws
    {
      let slow = Log<String>()
      store.onDiagnostic = { diagnostic in
        if case .longWait(let observer, _) = diagnostic { return slow.append(observer) }
        slow.append("\(diagnostic)")
      }
      let call = HeldCall()
      let seen = Log<Int>()
      let line = #line + 1
      let token = store.select(\.count).sink { count in
        seen.append(count)
        if count == 1 { call.hold() }
      }
      await call.run { [store] in
        store.dispatch(action: Increment())
      } meanwhile: { [store] in
        // Each waits as long as it may; they go on until the call in progress has taken long.
        for number in 2...1_000 where slow.events.isEmpty {
          store.dispatch(action: Increment())
          #expect(store.state.count == number)
        }
      }
      let last = store.state.count
      // Another thread may deliver what was enqueued.
      try await seen.wait(forCount: last + 1)
      #expect(seen.events == Array(0...last))
      #expect(slow.events == ["the subscriber at SluiceTests/P10.swift:\(line)"])
      token.cancel()
    }
  }
}
