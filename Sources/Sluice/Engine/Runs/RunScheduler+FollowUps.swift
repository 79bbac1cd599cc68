extension RunScheduler {
  /// Performs the synchronous follow-ups of a commit and starts the others, in order; called by the
  /// delivering thread.
  func runFollowUps(_ followUps: [FollowUp], of record: CommitRecord) {
    let entry = engine.locked("follow-up") { _ in makeFollowUpEntry() }
    for followUp in followUps {
      let site = followUp.site
      switch followUp.work {
      case .synchronous(let make):
        for action in make() {
          engine.dispatch(action, DispatchContext(site: site, source: entry))
        }
      case .asynchronous(let make):
        start(entry, record) { _, context in
          for action in try await make() {
            context.run.engine.dispatch(action, DispatchContext(site: site, source: context))
          }
        }
      }
    }
  }

  private func makeFollowUpEntry() -> EffectEntry {
    if let followUpEntry { return followUpEntry }
    let site = ActionOrigin.Site(fileID: #fileID, line: #line, function: "follow-up")
    let name = "follow-up"
    let entry = EffectEntry(
      Place(
        registrationID: name,
        registration: 0,
        effect: nil,
        name: name,
        site: site,
        clock: clock
      )
    )
    followUpEntry = entry
    return entry
  }
}
