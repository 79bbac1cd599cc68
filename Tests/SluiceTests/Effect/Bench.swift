import Sluice
import SluiceTesting

/// A store whose time stands still, with effects, and what became of them.
struct Bench<State: Sendable, Environment: Sendable> {
  let clock: TestClock
  let store: Store<State, Environment>
  let commits = TestInterceptor<State>()
  private let timed = Log<String>()
  private let failed = Log<EffectFailure>()
  private let diagnosed = Log<StoreDiagnostic>()

  init(
    state: State,
    environment: Environment,
    reducers: [Reducer<State>] = [],
    effects: [Effect<Environment>] = [],
    clock: TestClock = TestClock()
  ) {
    self.clock = clock
    store = Store(initialState: state, environment: environment, reducers: reducers, clock: clock)
    store.onEffectFailure = { [failed] in failed.append($0) }
    store.onDiagnostic = { [diagnosed] in diagnosed.append($0) }
    store.register(interceptor: commits)
    store.register(
      interceptor: CommitProbe<State> { [timed] commit in
        guard let answer = (commit.action as? any Answer)?.answer else { return }
        timed.append("\(answer) \(clock.seconds)")
      }
    )
    store.register(effects: effects, id: "bench")
  }

  /// What was answered, in order.
  var answers: [String] { commits.dispatchedActions.compactMap { ($0 as? any Answer)?.answer } }

  /// What was answered, and at which second.
  var timedAnswers: [String] { timed.events }

  var failures: [EffectFailure] { failed.events }
  var errors: [String] { failed.events.map { "\($0.error)" } }
  var diagnostics: [StoreDiagnostic] { diagnosed.events }

  /// Whether one diagnostic was reported, which says this.
  func explains(_ text: String) -> Bool { diagnostics.map { "\($0)".contains(text) } == [true] }

  /// Dispatches actions before any run starts, on any machine, and then lets time pass.
  func send(_ actions: any Action..., then seconds: Double = 0) async {
    clock.holding {
      for action in actions { store.dispatch(action: action) }
    }
    await advance(seconds)
  }

  /// Dispatches actions, each when all runs rest.
  func sendEach(_ actions: any Action...) async { await sendEach(actions) }

  func sendEach(_ actions: [any Action]) async {
    for action in actions { await send(action) }
  }

  /// Asks before any run starts, and then lets time pass.
  func ask(_ names: String..., key: Int = 0, then seconds: Double = 0) async {
    clock.holding {
      for name in names { store.dispatch(action: Ask(name, key: key)) }
    }
    await advance(seconds)
  }

  func advance(_ seconds: Double = 0) async {
    await clock.advance(by: .seconds(seconds))
  }

  /// Notes what becomes of runs from now on: which effect's, what, and at which commit it began.
  func notingEvents() -> Log<String> {
    let events = Log<String>()
    store.register(
      interceptor: EffectProbe<State> { event in
        events.append("\(event.run.effect) \(event.kind), commit \(event.commit ?? 0)")
      }
    )
    return events
  }
}

extension Bench where Environment == Void {
  init(
    state: State,
    reducers: [Reducer<State>] = [],
    effects: [Effect<Void>] = [],
    clock: TestClock = TestClock()
  ) {
    self.init(state: state, environment: (), reducers: reducers, effects: effects, clock: clock)
  }
}

extension Bench where State == Counting {
  init(
    _ effects: Effect<Environment>...,
    environment: Environment,
    clock: TestClock = TestClock()
  ) {
    self.init(
      state: Counting(),
      environment: environment,
      reducers: [.counting],
      effects: effects,
      clock: clock
    )
  }
}

extension Bench where State == Counting, Environment == Void {
  init(_ effects: Effect<Void>..., clock: TestClock = TestClock()) {
    self.init(state: Counting(), reducers: [.counting], effects: effects, clock: clock)
  }

  /// A bench with a run for each `Ask`.
  init(run: @escaping @Sendable (Ask, RunContext<Counting>) async throws -> Void) {
    self.init(
      .on(Ask.self).seeing(Counting.self).run { ask, _, context in try await run(ask, context) }
    )
  }
}

extension Bench where State == Requests, Environment == Void {
  /// A bench whose state requests runs of a feedback.
  init(
    _ requests: Requests,
    _ feedback: Feedback<Requests, Void>? = nil,
    clock: TestClock = TestClock()
  ) {
    self.init(state: requests, reducers: [.requesting], clock: clock)
    if let feedback { store.register(feedback: feedback) }
  }
}

extension TestClock {
  /// The seconds since it was created, such as "2.5" or "3".
  var seconds: String {
    let seconds = now.offset / .seconds(1)
    return seconds == seconds.rounded() ? "\(Int(seconds))" : "\(seconds)"
  }
}
