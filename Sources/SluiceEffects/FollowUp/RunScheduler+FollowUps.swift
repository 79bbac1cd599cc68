import SluiceCore

extension RunScheduler {
  /// Performs the synchronous follow-ups of a commit and starts the others, in order; called by the
  /// delivering thread.
  func runFollowUps(of record: CommitRecord) {
    assert(core.hasTurn && !record.followUps.isEmpty)
    if record.cause.chain.tracked?.hasEnded == true { return }
    let entry = core.locked("follow-up") { _ in makeFollowUpEntry() }
    for followUp in record.followUps {
      let site = followUp.site
      switch followUp.work {
      case .synchronous(let make):
        record.carried.bind {
          for action in make() {
            core.dispatch(DispatchedAction(action, DispatchContext(site: site, source: entry)))
          }
        }
      case .asynchronous(let make):
        start(entry, StartingCommit(record, in: entry.scope)) { _, context in
          for action in try await make() {
            context.run.core.dispatch(
              DispatchedAction(action, DispatchContext(site: site, source: context.attempt))
            )
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
      EffectRegistration(id: name, number: 0, name: name, site: site, clock: clock, scope: scope),
      .followUps
    )
    followUpEntry = entry
    return entry
  }
}
