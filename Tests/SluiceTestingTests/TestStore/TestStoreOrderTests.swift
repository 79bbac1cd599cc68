import Sluice
import SluiceTesting
import TestSupport
import Testing

/// The core of a test store is a store's: random programs take the same course on both.
@Suite(.inTurn)
struct TestStoreOrderTests {
  struct Step: Action, Equatable { let number: Int }
  struct Answer: Action, Equatable {
    let effect: String
    let number: Int
  }
  struct Stop: Action, Equatable {}

  struct Course: Sendable, Equatable {
    var steps: [Int] = []
    var answers: [String] = []
    var isWatched = false
  }

  static let reducer = Reducer<Course>(
    ReduceOn(Step.self) { state, action -> [FollowUp] in
      state.steps.append(action.number)
      state.isWatched = action.number.isMultiple(of: 3)
      let answer = FollowUp.action { Answer(effect: "follow-up", number: action.number) }
      return action.number.isMultiple(of: 5) ? [answer] : []
    },
    ReduceOn(Answer.self) { state, action in
      state.answers.append("\(action.effect) \(action.number)")
    }
  )

  static func effect(_ name: String) -> ActionEffect<Void, Step> {
    Effect<Void>.on(Step.self).run { action, _, context in
      // Sleeps first: a run that answers at once races with the thread that dispatched.
      try await context.sleep(for: .milliseconds(5))
      context.send(Answer(effect: name, number: action.number))
      try await context.sleep(for: .milliseconds(7))
      context.send(Answer(effect: name + " again", number: action.number))
    }
  }

  static func equip(_ store: Store<Course, Void>) {
    store.register(effect: effect("latest").overlap(.latest), id: "latest")
    store.register(effect: effect("serial").overlap(.serial), id: "serial")
    store.register(effect: effect("debounced").debounce(for: .milliseconds(10)), id: "debounced")
    store.register(
      effect: effect("throttled").throttle(for: .milliseconds(25), edges: .both),
      id: "throttled"
    )
    store.register(effect: effect("cancelled").cancelled(by: Stop.self), id: "cancelled")
    store.register(
      effect: .on(Step.self).map { action, _ in
        action.number % 2 == 0 ? Answer(effect: "map", number: 0) : nil
      },
      id: "map"
    )
    store.register(
      feedback: Feedback(while: \.isWatched) { _, context in
        try await context.sleep(for: .milliseconds(3))
        context.send(Answer(effect: "feedback", number: 0))
      },
      id: "feedback"
    )
  }

  @Test(arguments: 0..<volume(8, nightly: 60))
  func `a random program takes the same course on both`(_ seed: Int) async throws {
    var random = SplitMix64(seed: UInt64(seed))
    let clock = TestClock()
    let plain = Store(initialState: Course(), reducers: [Self.reducer], clock: clock)
    let interceptor = TestInterceptor<Course>()
    plain.register(interceptor: interceptor)
    Self.equip(plain)
    try await withTestStore(initialState: Course(), reducers: [Self.reducer]) { tested in
      Self.equip(tested)

      var seen = 0
      func dispatch(_ action: some Action) async throws {
        plain.dispatch(action: action)
        await clock.advance()
        let sent = try #require(interceptor.stateChanges.dropFirst(seen).first)
        seen += 1
        let change: (inout Course) -> Void = { $0 = sent.newState }
        try await tested.send(action, expecting: sent.oldState == sent.newState ? nil : change)
        try await receive()
      }
      func advance(by duration: Duration) async throws {
        await clock.advance(by: duration)
        await tested.clock.advance(by: duration)
        try await receive()
      }
      func receive() async throws {
        for change in interceptor.stateChanges.dropFirst(seen) {
          seen += 1
          let answer = try #require(change.action as? Answer)
          try await tested.receive(answer) { $0 = change.newState }
        }
      }

      for number in 0..<30 {
        switch random.pick(0..<8) {
        case 0...3: try await dispatch(Step(number: number))
        case 4: try await dispatch(Stop())
        default: try await advance(by: .milliseconds(random.pick(1..<40)))
        }
      }
      try await advance(by: .seconds(10))
      #expect(tested.state == plain.state)
      #expect(seen > 20)
    }
  }
}
