import Sluice
import SluiceTesting
import TestSupport
import Testing

extension Promises {
  /// Loops are named, and nothing overflows the stack.
  @Suite struct P10 {
    private struct Ping: Action {}
    private struct Pong: Action {}

    /// What a store noticed, as texts without module names.
    ///
    /// - Parameter showsWaits: Whether to record long waits, which happen on any busy machine.
    private static func diagnostics(
      _ store: Store<Counting, Void>,
      showsWaits: Bool = false
    ) -> Log<String> {
      let log = Log<String>()
      store.onDiagnostic = { diagnostic in
        switch diagnostic {
        case .actionLoop(let types): log.append("loop \(types.map { "\($0)" })")
        case .longQueue(let count): log.append("queue \(count)")
        case .longWait(let observer, _): if showsWaits { log.append("wait for \(observer)") }
        case .missingElement, .missingIndex, .lostActions, .lateSend, .unreadEffects,
          .foreignEffects,
          .noEffects, .replacedEffects, .registeredTwice, .registeredElsewhere, .unwrappedFollowUps,
          .notLiftable,
          .unhandledAction,
          .slowComparison,
          .uncalledMethod, .missedOldState, .dispatchInProjector, .recording, .closed,
          .unfinishedEffects:
          log.append("\(diagnostic)")
        case .unstableProjector(let name, _, _): log.append("unstable \(name)")
        }
      }
      return log
    }

    @Test func `a loop through a subscriber is named once`() {
      let store = Store.counting()
      let diagnostics = Self.diagnostics(store)
      let token = store.select(\.count).sink { [unowned store] count in
        if count > 0, count < 25_000 { store.dispatch(action: Increment()) }
      }
      store.dispatch(action: Increment())
      #expect(store.state.count == 25_000)
      #expect(diagnostics.events == ["loop [\"Increment\"]"])
      token.cancel()
    }

    @Test(arguments: [false, true])
    func `a loop begun by a subscriber's first value is named once`(isProjected: Bool) async throws
    {
      let store = Store.counting()
      let diagnostics = Self.diagnostics(store)
      let isOver = Log<Bool>()
      let count =
        isProjected ? store.projection(state: \.self).select(\.count) : store.select(\.count)
      let token = count.sink { [unowned store] count in
        if count < 25_000 { store.dispatch(action: Increment()) } else { isOver.append(true) }
      }
      // After a thousand values, a task takes over from the subscribing thread.
      try await isOver.wait(for: true)
      #expect(store.state.count == 25_000)
      #expect(diagnostics.events == ["loop [\"Increment\"]"])
      token.cancel()
    }

    @Test func `what a subscriber dispatches at its first values has a cause`() {
      let store = Store.counting()
      let interceptor = store.watched()
      let token = store.select(\.count).sink { [unowned store] count in
        if count < 3 { store.dispatch(action: Increment()) }
      }
      // The first value is the state at the subscription, which no commit led to.
      #expect(interceptor.stateChanges.map(\.origin.cause?.commit) == [nil, 1, 2])
      store.dispatch(action: Touch())
      #expect(interceptor.stateChanges.last?.origin.cause == nil)
      token.cancel()
    }

    @Test func `a loop through synchronous effects is named once`() {
      let store = Store.counting()
      let diagnostics = Self.diagnostics(store)
      let rounds = Shared(0)
      store.register(effect: .map(Ping.self) { _ in Pong() })
      store.register(
        effect: .map(Pong.self) { _ in
          rounds.change { rounds in
            rounds += 1
            return rounds < 10_500
          } ? Ping() : nil
        }
      )
      store.dispatch(action: Ping())
      #expect(rounds.value == 10_500)
      #expect(diagnostics.events == ["loop [\"Ping\", \"Pong\"]"])
    }

    @Test func `a loop through asynchronous effects is named once`() async throws {
      let store = Store.counting()
      let diagnostics = Self.diagnostics(store)
      let rounds = Log<Int>()
      store.register(effect: .on(Ping.self) { _, _ in Pong() })
      store.register(
        effect: .dispatchingOne { actions, _ in
          actions.ofType(Pong.self).prefix(5_200).map { _ in Ping() }
        }
      )
      store.register(
        effect: .map(Pong.self) { _ in
          rounds.append(0)
          return nil
        }
      )
      store.dispatch(action: Ping())
      try await rounds.wait(forCount: 5_201)
      #expect(diagnostics.events == ["loop [\"Ping\", \"Pong\"]"])
    }

    @Test func `a loop through runs that dispatch from the main actor is named once`() async throws
    {
      let store = Store.counting()
      let diagnostics = Self.diagnostics(store)
      let rounds = Shared(0)
      let isOver = Log<Bool>()
      store.register(
        effect: .on(Ping.self) { [unowned store] _, _ in
          // Not with the run's context.
          await MainActor.run { store.dispatch(action: Pong()) }
        }
      )
      store.register(
        effect: .on(Pong.self) { [unowned store] _, _ in
          let round = rounds.change { rounds in
            rounds += 1
            return rounds
          }
          if round == 5_200 { return isOver.append(true) }
          // A task of its own still belongs to the run.
          await Task { store.dispatch(action: Ping()) }.value
        }
      )
      store.dispatch(action: Ping())
      try await isOver.wait(for: true)
      #expect(diagnostics.events == ["loop [\"Ping\", \"Pong\"]"])
    }

    @Test func `a loop through feedbacks is named once`() async throws {
      let store = Store.counting()
      let diagnostics = Self.diagnostics(store)
      let isOver = Log<Bool>()
      store.register(
        feedback: Feedback(whenChanged: \.count) { count, _, context in
          if count == 10_500 { isOver.append(true) } else { context.send(Increment()) }
        }
      )
      try await isOver.wait(for: true)
      #expect(diagnostics.events == ["loop [\"Increment\"]"])
    }

    @Test func `many actions that do not lead to each other are no loop`() async {
      let store = Store.counting()
      let diagnostics = Self.diagnostics(store)
      store.register(effect: .map(Increment.self) { _ in Touch() })
      for _ in 0..<11_000 { store.dispatch(action: Increment()) }
      #expect(store.state.other == 11_000)
      #expect(diagnostics.events == [])
    }

    @Test func `a long queue is reported once`() {
      let store = Store.counting()
      let diagnostics = Self.diagnostics(store)
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
      let store = Store.counting()
      let diagnostics = Self.diagnostics(store, showsWaits: true)
      let isDelivering = Gate()
      let goOn = Gate()
      let seen = Log<Int>()
      let last = Shared(0)
      let line = #line + 1
      let token = store.select(\.count).sink { count in
        seen.append(count)
        if count == 1 {
          isDelivering.open()
          goOn.wait()
        }
      }
      await Threads.run(2) { index in
        if index == 0 {
          store.dispatch(action: Increment())
        } else {
          isDelivering.wait()
          // Each waits as long as it may; they go on until the call in progress has taken long.
          var number = 1
          while diagnostics.events.isEmpty, number < 1_000 {
            store.dispatch(action: Increment())
            number += 1
            #expect(store.state.count == number)
          }
          last.change { $0 = number }
          goOn.open()
        }
      }
      // Another thread may deliver what was enqueued.
      try await seen.wait(forCount: last.value + 1)
      #expect(seen.events == Array(0...last.value))
      #expect(diagnostics.events == ["wait for the subscriber at SluiceTests/P10.swift:\(line)"])
      token.cancel()
    }
  }
}
