/// The follow-ups of one commit.
final class FollowUpBatch: Sendable {
  private let entry: EffectEntry
  private let followUps: [FollowUp]

  init(_ entry: EffectEntry, _ followUps: [FollowUp]) {
    self.entry = entry
    self.followUps = followUps
  }

  /// Does the synchronous ones and starts the others, in order; called by the thread that delivers.
  func run(after record: CommitRecord, in engine: Engine) {
    for followUp in followUps {
      let site = followUp.site
      switch followUp.work {
      case .synchronous(let make):
        for action in make() {
          engine.dispatchErased(action, DispatchContext(site: site, source: .effect(entry)))
        }
      case .asynchronous(let make):
        engine.start(entry, record) { _, context in
          for action in try await make() {
            let source = DispatchSource.run(context.run, attempt: context.attempt)
            context.engine.dispatchErased(action, DispatchContext(site: site, source: source))
          }
        }
      }
    }
  }
}

extension Engine {
  /// What reducers that ask for follow-ups need; made when the first is registered.
  final class FollowUps: Sendable {
    let box = FollowUpBox()
    /// What their runs belong to.
    let entry: EffectEntry

    init(clock: any Clock<Duration>) {
      let site = ActionOrigin.Site(fileID: #fileID, line: #line, function: "follow-up")
      let name = "follow-up"
      entry = EffectEntry(
        Place(registrationID: name, name: name, site: site, clock: EffectClock(clock))
      )
    }
  }

  /// Takes what the commit that was just reduced asks for, with the lock held.
  final func takeFollowUps() -> FollowUpBatch? {
    guard let followUps else { return nil }
    let taken = followUps.box.take()
    return taken.isEmpty ? nil : FollowUpBatch(followUps.entry, taken)
  }

  /// The place for follow-ups that handlers are bound to.
  final func followUpBox() -> FollowUpBox {
    locked("register(reducer:)") {
      if let followUps { return followUps.box }
      let new = FollowUps(clock: clock)
      followUps = new
      return new.box
    }
  }
}
