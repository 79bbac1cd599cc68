/// An effect that answers during the delivery.
final class SynchronousEntry: EffectEntry, @unchecked Sendable {
  // `@unchecked`: as the superclass.
  private let match: ActionMatch
  private let work: SynchronousWork

  init(_ place: Place, _ match: ActionMatch, _ work: @escaping SynchronousWork) {
    self.match = match
    self.work = work
    super.init(place)
  }

  override func role(of type: any Action.Type) -> EffectRole {
    match.accepts(type) ? .starts : []
  }

  override func receive(
    _ record: CommitRecord,
    as role: EffectRole,
    in scheduler: RunScheduler
  ) {
    guard match.picks(record.action) else { return }
    // The delivering thread retains the engine.
    unsafe scheduler.unretainedEngine._withUnsafeGuaranteedRef { engine in
      work(record.action) { answer in
        engine.dispatch(answer, DispatchContext(site: site, source: self))
      }
    }
  }
}
