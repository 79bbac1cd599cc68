/// What effects need of a store.
final class RunScheduler: @unchecked Sendable {
  // `@unchecked`: the fields are guarded by the store's lock.
  unowned let engine: Engine
  var routes: EffectRoutes?
  var lastRun = 0
  var cancellations: CancellationTable?
  var activity = 0
  var idleWaiters: [Int: CheckedContinuation<Void, Never>] = [:]
  let followUpEntry: EffectEntry

  init(engine: Engine, clock: any Clock<Duration>) {
    self.engine = engine
    let site = ActionOrigin.Site(fileID: #fileID, line: #line, function: "follow-up")
    let name = "follow-up"
    followUpEntry = EffectEntry(
      Place(registrationID: name, name: name, site: site, clock: EffectClock(clock))
    )
  }

  func demands(_ held: borrowing Held) -> Engine.Demands {
    var demands: Engine.Demands = []
    if routes != nil { demands.insert(.commits) }
    if let cancellations, !cancellations.isEmpty { demands.insert(.cancellations) }
    return demands
  }

  func commit(_ record: CommitRecord, _ held: borrowing Held) {
    cancellations?.commit(record.action, number: record.number)
  }

  func deliver(_ record: CommitRecord, to routes: EffectRoutes) {
    routes.receive(record, ticket: unsafe record.ticket, in: engine)
  }

  var currentSource: (any DispatchSource)? {
    guard lastRun != 0, let context = RunContext.current, context.engine === engine else {
      return nil
    }
    return RunSource(run: context.run, attempt: context.attempt)
  }

  /// Removes the effects, which hold the engine; the caller stops and releases them after the lock.
  func removeRoutes(_ held: borrowing Held) -> EffectRoutes? {
    defer { routes = nil }
    return routes
  }

  func hasIdleWaiters(_ held: borrowing Held) -> Bool { !idleWaiters.isEmpty }

  func takeIdleWaiters(_ held: borrowing Held) -> [CheckedContinuation<Void, Never>] {
    if idleWaiters.isEmpty || !engine.mayRest(held) { return [] }
    defer { idleWaiters = [:] }
    return idleWaiters.sorted { $0.key < $1.key }.map(\.value)
  }

  func close(_ held: borrowing Held) -> Closing {
    var aftermath = Aftermath()
    for entry in routes?.entries ?? [] { engine.end(entry, &aftermath) }
    engine.end(followUpEntry, &aftermath)
    let waiters = takeIdleWaiters(held)
    return Closing(engine: engine, aftermath: aftermath, waiters: waiters)
  }

  struct Closing {
    let engine: Engine
    let aftermath: Aftermath
    let waiters: [CheckedContinuation<Void, Never>]

    func perform() {
      engine.settle(aftermath, isTold: false)
      engine.wake(waiters)
    }
  }
}

struct RunSource: DispatchSource {
  let run: EffectRun
  let attempt: Int
  var id: EffectRunID { run.id }
  func isCancelled(_ held: borrowing Held) -> Bool {
    unsafe run.isOver || run.attempt != attempt
  }
  func cause(_ held: borrowing Held) -> Cause? {
    unsafe Cause(number: run.causeNumber, chain: run.causeChain)
  }
}

extension EffectEntry: DispatchSource {
  var id: EffectRunID { EffectRunID(effect: name, number: 0) }
  func isCancelled(_ held: borrowing Held) -> Bool { isCancelled }
  func cause(_ held: borrowing Held) -> Cause? { nil }
}

extension Engine {
  func runScheduler(_ held: borrowing Held) -> RunScheduler {
    if let runs { return runs }
    let new = RunScheduler(engine: self, clock: clock)
    runs = new
    return new
  }
  var scheduler: RunScheduler { locked("effects") { runScheduler($0) } }
}
