import Sluice
import SluiceTesting
import Synchronization
import TestSupport
import Testing

/// Task-local values of dispatchers, in what their actions lead to.
@Suite(.inTurn) struct CarryingTests {
  @TaskLocal static var request = "none"
  @TaskLocal static var trace: Int?

  let bench = Bench()
  var store: Store<Counting, Void> { bench.store }
  let seen = Log<String>()

  init() { store.carry(Self.$request, as: "request") }

  func note(_ place: String = "") { seen.append("\(place)\(Self.request)") }

  func dispatch(_ actions: any Action..., of request: String) {
    Self.$request.withValue(request) {
      for action in actions { store.dispatch(action: action) }
    }
  }

  enum Kind: CaseIterable {
    case run, answer, limited, delayed, retried, debounced, caught, map, feedback, followUp,
      synchronousFollowUp, repeated, part
  }

  private func register(_ kind: Kind) {
    let run = Effect<Void>.on(Ask.self).run { _, _ in note() }
    switch kind {
    case .run: store.register(effect: run)
    case .answer:
      store.register(
        effect: .on(Ask.self) { _, _ in
          note()
          return nil
        }
      )
    case .limited: store.register(effect: run.timeout(after: .seconds(60)))
    case .delayed: store.register(effect: run.delay(for: .seconds(1)))
    case .debounced: store.register(effect: run.debounce(for: .seconds(1)))
    case .retried:
      let failures = Mutex(0)
      store.register(
        effect: Effect<Void>.on(Ask.self).run { _, _ in
          let isFirst = failures.withLock { count in
            count += 1
            return count == 1
          }
          if isFirst { throw Trouble("once") }
          note()
        }
        .retry(attempts: 2, backoff: .fixed(.seconds(1)))
      )
    case .caught:
      store.register(
        effect: Effect<Void>.on(Ask.self).run { _, _ in throw Trouble("always") }
          .catch { _, _ in
            note()
            return nil
          }
      )
    case .map:
      store.register(
        effect: .on(Ask.self).map { _, _ in
          note()
          return nil
        }
      )
    case .feedback:
      store.register(feedback: Feedback(while: { $0.count > 0 }, { _, _ in note() }))
    case .followUp:
      let work = FollowUp.fireAndForget {
        await Task.yield()
        note()
      }
      store.register(reducer: Reducer(ReduceOn(Ask.self) { _, _ -> [FollowUp] in [work] }))
    case .synchronousFollowUp:
      store.register(
        effect: .on(Answered.self).map { _, _ in
          note()
          return nil
        }
      )
      store.register(
        reducer: Reducer(
          ReduceOn(Ask.self) { _, _ -> [FollowUp] in [.action { Answered("now") }] }
        )
      )
    case .repeated:
      store.register(
        feedback: Feedback<Counting, Void>(while: { $0.count > 0 }) { _, context in
          context.send(Answered("again"))
        }
        .repeat(after: .seconds(1)),
        id: "repeated"
      )
      store.register(
        effect: .on(Answered.self).map { _, _ in
          note()
          return nil
        }
      )
    case .part:
      let feature = Feature<Int, Void>(id: "part")
        .effect(Effect<Void>.on(Ask.self).run { _, _ in note() })
      store.register(feature: feature.lift(.state(\Counting.count)))
    }
  }

  @Test(arguments: Kind.allCases)
  func `what an action leads to has its dispatcher's value`(kind: Kind) async throws {
    register(kind)
    dispatch(Ask("a"), Increment(), of: "of the dispatcher")
    await bench.advance(1)
    try await seen.wait(forCount: 1)
    #expect(Set(seen.events) == ["of the dispatcher"])
  }

  @Test func `the last of those that are debounced counts`() async {
    store.register(
      effect: Effect<Void>.on(Ask.self).run { _, _ in note() }.debounce(for: .seconds(1))
    )
    dispatch(Ask("a"), of: "first")
    dispatch(Ask("b"), of: "last")
    await bench.advance(1)
    #expect(seen.events == ["last"])
  }

  @Test func `what an effect dispatches takes it along, also through others`() async {
    store.register(
      effects: [
        Effect<Void>.on(Ask.self) { ask, _ in Answered(ask.name) },
        Effect<Void>.on(Answered.self).map { _, _ in Stop() },
        Effect<Void>.on(Stop.self).run { _, _ in note() },
      ],
      id: "chain"
    )
    dispatch(Ask("a"), of: "far")
    await bench.advance()
    #expect(seen.events == ["far"])
    #expect(
      bench.commits.stateChanges.map { $0.origin.carried }
        == Array(repeating: ["request": "far"], count: 3)
    )
  }

  @Test func `the thread that delivers doesn't give its own`() async {
    store.register(
      effect: .on(Ask.self).map { ask, _ in
        note("\(ask.name) ")
        return nil
      }
    )
    let followUp = FollowUp.action {
      note("follow-up ")
      return nil
    }
    store.register(reducer: Reducer(ReduceOn(Ask.self) { _, _ -> [FollowUp] in [followUp] }))
    let token = store.select(\.count).sink { [store] count in
      guard count == 1 else { return }
      // Another dispatches within this delivery, which delivers it afterwards.
      Self.$request.withValue("inner") { store.dispatch(action: Ask("inner")) }
    }
    dispatch(Increment(), of: "outer")
    dispatch(Ask("outer"), of: "outer")
    #expect(
      seen.events == ["inner inner", "follow-up inner", "outer outer", "follow-up outer"]
    )
    token.cancel()
  }

  @Test func `middleware that passes an action on later passes its value on`() async {
    let held = Guarded<[@Sendable () -> Void]>([])
    let later = MiddlewareFunction<Counting> { action, context, next in
      if action is Ask {
        held.withLock {
          $0.append {
            next(action)
            context.dispatch(action: Stop())
          }
        }
      } else {
        next(action)
      }
    }
    store.register(middleware: later)
    store.register(effect: Effect<Void>.on(Ask.self).run { _, _ in note("ask ") })
    store.register(effect: Effect<Void>.on(Stop.self).run { _, _ in note("stop ") })
    dispatch(Ask("a"), of: "held")
    Self.$request.withValue("other") { for pass in held.withLock({ $0 }) { pass() } }
    await bench.advance()
    #expect(Set(seen.events) == ["ask held", "stop held"])
  }

  @Test func `several are carried, and only what has a name is shown`() async {
    store.carry(Self.$trace)
    store.register(effect: Effect<Void>.on(Ask.self).run { _, _ in note("\(Self.trace ?? 0) ") })
    Self.$trace.withValue(7) { dispatch(Ask("a"), of: "both") }
    dispatch(Ask("b"), of: "one")
    await bench.advance()
    #expect(Set(seen.events) == ["7 both", "0 one"])
    #expect(bench.commits.stateChanges.map { $0.origin.carried["request"] } == ["both", "one"])
    #expect(bench.commits.stateChanges.allSatisfy { $0.origin.carried.count == 1 })
  }

  @Test func `an effect over a stream has none`() async throws {
    store.register(
      effect: .dispatchingOne { actions, _ in
        actions.ofType(Ask.self).map { _ in
          note()
          return Answered("x")
        }
      }
    )
    dispatch(Ask("a"), of: "of the dispatcher")
    try await seen.wait(forCount: 1)
    #expect(seen.events == ["none"])
  }

  @Test func `each of eight threads finds its own value, whoever delivers`() async {
    let store = Store.counting()
    store.carry(Self.$request)
    let wrong = Atomic<Int>(0)
    let right = Atomic<Int>(0)
    let check = { @Sendable (expected: String) -> Void in
      if Self.request == expected {
        right.add(1, ordering: .relaxed)
      } else {
        wrong.add(1, ordering: .relaxed)
      }
    }
    store.register(
      effects: [
        Effect<Void>.on(Ask.self).run { ask, _, context in
          check(ask.name)
          await Task.yield()
          context.answer(ask.name)
        },
        Effect<Void>.on(Answered.self).map { action, _ in
          check(action.name)
          return Failed(text: action.name)
        },
        Effect<Void>.on(Failed.self).run { action, _ in check(action.text) },
      ],
      id: "checks"
    )
    store.register(middleware: MiddlewareFunction { action, _, next in next(action) })
    let rounds = volume(100, nightly: 5_000)
    await withTaskGroup(of: Void.self) { group in
      for thread in 0..<8 {
        group.addTask {
          for round in 0..<rounds {
            let name = "\(thread) \(round)"
            Self.$request.withValue(name) { store.dispatch(action: Ask(name)) }
          }
        }
      }
    }
    await store.idle()
    #expect(wrong.load(ordering: .relaxed) == 0)
    #expect(right.load(ordering: .relaxed) == 3 * 8 * rounds)
  }
}
