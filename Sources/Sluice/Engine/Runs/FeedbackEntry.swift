import Synchronization

/// A registered feedback: observes the state, and starts and ends runs as the state requests.
final class FeedbackEntry: EffectEntry, @unchecked Sendable {
  // `@unchecked`: `policy` is used only while a value is received, one at a time; the rest as the
  // superclass.
  private var policy: FeedbackPolicy<FeedbackKey>
  private let work: @Sendable (FeedbackKey, RunContext<Void>) async throws -> Void
  private let observation = Locked(Observation())

  private struct Observation {
    var token: SelectionToken?
    var isOver = false
  }

  init(
    _ place: Place,
    _ settings: RunSettings,
    _ ending: FeedbackPolicy<FeedbackKey>.Ending,
    work: @escaping @Sendable (FeedbackKey, RunContext<Void>) async throws -> Void
  ) {
    policy = FeedbackPolicy(ending)
    self.work = work
    super.init(place, settings: settings, isCounted: false)
  }

  override func role(of type: any Action.Type) -> EffectRole { .isHeard }

  override func receive(
    _ record: CommitRecord,
    as role: EffectRole,
    in scheduler: RunScheduler
  ) {
    scheduler.post(record, to: self)
  }

  /// Starts and ends runs to match those that the state requests; called serially, in commit order.
  fileprivate func reconcile(_ wanted: [FeedbackKey], in scheduler: RunScheduler) {
    let step = policy.reconcile(wanted)
    if step.ended.isEmpty && step.released.isEmpty && step.started.isEmpty { return }
    let ended = Set(step.ended)
    let released = Set(step.released)
    let runs = step.started.map { number, key in
      let key = key.forRun()
      return EffectRun(self, scheduler.engine, commit: number) { [work] _, context in
        try await work(key, context)
      }
    }
    scheduler.change("feedback") { deferred, held in
      if !ended.isEmpty { scheduler.cancel(self, &deferred, held) { ended.contains($0) } }
      for run in self.runs.all where released.contains(run.commit) { run.isRequested = false }
      let cause = scheduler.engine.currentCause(held)
      for run in runs { scheduler.start(run, cause: cause, &deferred, held) }
    }
  }

  /// Takes over the token of the observation, which ends with the registration, however early.
  fileprivate func observe(_ token: SelectionToken) {
    let isTooLate = observation.withLock { observation in
      if !observation.isOver { observation.token = token }
      return observation.isOver
    }
    if isTooLate { token.cancel() }
  }

  override func stop() {
    let token = observation.withLock { observation in
      observation.isOver = true
      return observation.token.take()
    }
    token?.cancel()
  }
}

extension RunScheduler {
  /// Registers a feedback under an id, replacing what has that id or beside it.
  func register<State, Environment>(
    _ feedback: Feedback<State, Environment>,
    id: String,
    registration: Int = StoreRegistration.nextNumber(),
    name: String? = nil,
    environment: Environment,
    replacing: Bool = true,
    in engine: StateEngine<State>
  ) -> StoreRegistration {
    let result = StoreRegistration(registration, in: engine)
    var place = Place(
      registrationID: id,
      registration: registration,
      effect: nil,
      name: name ?? id,
      site: feedback.site,
      clock: clock
    )
    place.view = feedback.view?(ProjectedView(Selector(keyPath: \.self), of: engine))
    let entry = FeedbackEntry(place, feedback.settings, feedback.ending) { key, context in
      try await feedback.work(key, environment, context)
    }
    let operation: StaticString = "register(feedback:id:)"
    guard replace(operation, replacing ? .id(id) : nil, with: [entry]) else { return result }
    // The receiver retains the engine, because a delivery may outlive it. Freeing the store removes
    // registrations, and the receiver with them.
    let receiver = SelectionReceiver(
      subscriber: SubscriptionSite(fileID: feedback.site.fileID, line: feedback.site.line),
      areEqual: feedback.wanted.areEqual
    ) { wanted in
      withExtendedLifetime(engine) { entry.reconcile(wanted, in: self) }
    }
    entry.observe(engine.observe(feedback.wanted, receiver))
    return result
  }
}
