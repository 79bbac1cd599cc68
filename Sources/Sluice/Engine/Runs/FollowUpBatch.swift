extension Engine {
  final func runFollowUps(of record: CommitRecord) {
    let entry = scheduler.followUpEntry
    for followUp in unsafe record.followUps {
      let site = followUp.site
      switch followUp.work {
      case .synchronous(let make):
        for action in make() {
          dispatch(action, DispatchContext(site: site, source: entry))
        }
      case .asynchronous(let make):
        start(entry, record) { _, context in
          for action in try await make() {
            let source = RunSource(run: context.run, attempt: context.attempt)
            context.engine.dispatch(action, DispatchContext(site: site, source: source))
          }
        }
      }
    }
  }
}
