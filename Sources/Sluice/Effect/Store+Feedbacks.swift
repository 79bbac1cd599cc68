extension Store {
  /// Registers a feedback under an id, in the place of what it stood for; without an id, under one
  /// of its own.
  ///
  /// - Returns: The id; ``unregisterEffects(withId:)`` removes the feedback, and cancels its runs.
  @discardableResult
  public final func register(
    feedback: Feedback<State, Environment>,
    id: String? = nil
  ) -> String {
    let id = id ?? "feedback#\(UniqueNumbers.effects.next())"
    engine.register(feedback, id: id, environment: environment)
    return id
  }

  /// Registers a feedback for a part of the state.
  ///
  /// - Returns: The id.
  @discardableResult
  public final func register<Part: Sendable>(
    feedback: Feedback<Part, Environment>,
    for keyPath: any KeyPath<State, Part> & Sendable,
    id: String? = nil
  ) -> String {
    register(feedback: feedback.lift(state: keyPath), id: id)
  }
}

extension StateEngine {
  /// Registers a feedback under an id, in the place of what stood there or beside it.
  func register<Environment>(
    _ feedback: Feedback<State, Environment>,
    id: String,
    name: String? = nil,
    environment: Environment,
    replacing: Bool = true
  ) {
    let clock = EffectClock(clock)
    let place = Place(registrationID: id, name: name ?? id, site: feedback.site, clock: clock)
    let entry = FeedbackEntry(place, feedback.settings)
    entry.view = feedback.view?(ProjectedView(Selector(keyPath: \.self), of: self))
    replaceEffects("register(feedback:id:)", id: replacing ? id : nil, with: [entry])
    let policy = FeedbackPolicyInTurns(feedback.ending)
    let token = observe(
      feedback.wanted,
      // Unowned: the receiver is called by the engine, in which it stands.
      SelectionReceiver(areEqual: feedback.wanted.areEqual) { [unowned self] wanted in
        // One at a time, in the order of the commits.
        let step = policy.reconcile(wanted)
        end(Set(step.ended), of: entry)
        for (run, key) in step.started {
          start(entry, commit: run, cause: locked("feedback") { currentCause($0) }) { _, context in
            try await feedback.work(key, environment, context)
          }
        }
      }
    )
    entry.begin(token)
  }

  private func end(_ runs: Set<Int>, of entry: EffectEntry) {
    if runs.isEmpty { return }
    change { cancel(entry, &$0) { runs.contains($0) } }
  }
}

/// A feedback in its place: its look at the state ends with its registration, however early that is.
private final class FeedbackEntry: EffectEntry, @unchecked Sendable {
  // `@unchecked`: the fields are guarded by `lock`.
  private let lock = OwnedLock()
  private var token: SelectionToken?
  private var isOver = false

  init(_ place: Place, _ settings: RunSettings) {
    super.init(place, settings: settings, isCounted: false)
  }

  override func role(of type: any Action.Type) -> EffectRole { .isHeard }

  override func receive(_ record: CommitRecord, as role: EffectRole, in engine: Engine) {
    engine.post(record, to: self)
  }

  func begin(_ token: SelectionToken) {
    let isTooLate = lock.withLock {
      if !isOver { self.token = token }
      return isOver
    }
    if isTooLate { token.cancel() }
  }

  override func stop() {
    let token = lock.withLock {
      isOver = true
      return self.token.take()
    }
    token?.cancel()
  }
}

/// A feedback's policy, where it is used by one thread after another.
private final class FeedbackPolicyInTurns: @unchecked Sendable {
  // `@unchecked`: used only while a value is told, which happens one at a time.
  private var policy: FeedbackPolicy<FeedbackKey>

  init(_ ending: FeedbackPolicy<FeedbackKey>.Ending) { policy = FeedbackPolicy(ending) }

  func reconcile(_ wanted: [FeedbackKey]) -> FeedbackPolicy<FeedbackKey>.Step {
    policy.reconcile(wanted)
  }
}
