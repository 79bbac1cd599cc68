/// An effect with one run, which starts at registration.
class StandingEntry: EffectEntry, @unchecked Sendable {
  // `@unchecked`: as the superclass.
  private let work: RunWork

  init(_ place: Place, _ work: @escaping RunWork) {
    self.work = work
    // The run itself does not count: it is alive until the effect is unregistered.
    super.init(place, isCounted: false)
  }

  final override func begin(in scheduler: RunScheduler) {
    let run = EffectRun(self, scheduler.engine, work)
    scheduler.change("effect") { deferred, held in
      scheduler.start(run, cause: nil, &deferred, held)
    }
  }
}

/// An effect that reads all actions from a stream.
final class StreamEntry: StandingEntry, @unchecked Sendable {
  // `@unchecked`: as the superclass.
  private let inbox: StreamInbox

  init(
    _ place: Place,
    _ scheduler: RunScheduler,
    _ work: @escaping @Sendable (ActionStream, RunContext<Void>) async throws -> Void
  ) {
    let inbox = StreamInbox(scheduler)
    self.inbox = inbox
    super.init(place) { _, context in
      defer { inbox.finish() }
      try await work(ActionStream(inbox: inbox, run: context.run), context)
    }
  }

  override func role(of type: any Action.Type) -> EffectRole { .isHeard }

  override func receive(
    _ record: CommitRecord,
    as role: EffectRole,
    in scheduler: RunScheduler
  ) {
    inbox.append(record.kept())
  }

  override func stop() { inbox.finish() }
}
