package import SluiceCore

extension RunScheduler {
  /// Registers a feedback under an id, replacing what has that id or beside it.
  package func register<State, Environment>(
    _ feedback: Feedback<State, Environment>,
    id: String,
    registration: Int = StoreRegistration.nextNumber(),
    name: String? = nil,
    environment: Environment,
    replacing: Bool = true,
    in core: StateCore<State>
  ) -> StoreRegistration {
    let result = StoreRegistration(registration, in: core)
    let runs = FeedbackRuns(feedback.ending) { key, context in
      try await feedback.work(key, environment, context)
    }
    let name = name ?? feedback.name ?? id
    let place: EffectPlace
    do throws(StateTypeMismatch) {
      place = try feedback.access.place(in: core, name, feedback.site)
    } catch {
      report(EffectFailure(error))
      return result
    }
    let entry = EffectEntry(
      EffectRegistration(
        id: id,
        number: registration,
        name: name,
        site: feedback.site,
        clock: clock,
        scope: Scope(in: scope)
      ),
      .feedback(runs),
      settings: feedback.settings,
      place: place,
      cancellers: feedback.settings.cancellers
    )
    let operation: StaticString = "register(feedback:id:)"
    guard replace(operation, replacing ? .id(id) : nil, with: [entry]) else { return result }
    let subscriber = SubscriptionSite(
      fileID: feedback.site.fileID,
      line: feedback.site.line,
      kind: .feedback
    )
    // The receiver retains the core, because a delivery may outlive it. Freeing the store removes
    // registrations, and the receiver with them.
    let token = feedback.requests.observe(in: core, for: entry, subscriber) { requests in
      withExtendedLifetime(core) { runs.reconcile(requests, of: entry, in: self) }
    }
    runs.observe(token)
    return result
  }
}
