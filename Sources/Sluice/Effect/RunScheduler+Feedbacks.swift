extension RunScheduler {
  /// Registers a feedback under an id, replacing what has that id or beside it.
  func register<State, Environment>(
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
    let entry = EffectEntry(
      EffectRegistration(
        id: id,
        number: registration,
        name: name ?? feedback.name ?? id,
        site: feedback.site,
        clock: clock,
        view: feedback.view?(ProjectedView(Selector(keyPath: \.self), of: core))
      ),
      .feedback(runs),
      settings: feedback.settings
    )
    let operation: StaticString = "register(feedback:id:)"
    guard replace(operation, replacing ? .id(id) : nil, with: [entry]) else { return result }
    // The receiver retains the core, because a delivery may outlive it. Freeing the store removes
    // registrations, and the receiver with them.
    let receiver = SelectionReceiver(
      subscriber: SubscriptionSite(fileID: feedback.site.fileID, line: feedback.site.line),
      areEqual: feedback.wanted.areEqual
    ) { wanted in
      withExtendedLifetime(core) { runs.reconcile(wanted, of: entry, in: self) }
    }
    runs.observe(core.observe(feedback.wanted, receiver))
    return result
  }
}
