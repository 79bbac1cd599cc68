import SluiceLocks

/// Records the commits of a store, and reduces their actions again without some of them.
///
/// What was committed and not delivered yet is read from the store's queue: so the result includes
/// every commit but those left out, however many threads dispatch.
package final class ReplayRecorder<State: Sendable>: WatchingInterceptor {
  private let core: StateCore<State>
  private let registration: Int
  private let log: Locked<ReplayLog<State>>

  private init(
    _ log: ReplayLog<State>,
    of core: StateCore<State>,
    registration: Int
  ) {
    self.core = core
    self.registration = registration
    self.log = Locked(log)
  }

  /// Registers a recorder, which receives every commit from now on, before other interceptors.
  ///
  /// - Parameter limit: The number of last commits that it records at least.
  static func register(
    in core: StateCore<State>,
    limit: Int,
    registration: Int = StoreRegistration.nextNumber()
  ) -> ReplayRecorder {
    core.locked("register(interceptor:)") { held in
      let log = ReplayLog(after: core.number, StateBox<State>(core.box), limit: limit)
      let recorder = ReplayRecorder(log, of: core, registration: registration)
      let entry = InterceptorEntry(
        recorder,
        registration: registration,
        isFirst: true
      ) { recorder.committed(Commit($0, $1, $2)) }
      core.add(entry, held)
      return recorder
    }
  }

  /// Unregisters the recorder, and with it what is registered under the same number.
  package func unregister() { core.unregister(registration: registration) }

  package func committed(_ commit: Commit<State>) {
    let removed = log.withLock { $0.append(commit) }
    withExtendedLifetime(removed) {}
  }

  // MARK: - Reducing again

  /// Replaces the state by what the recorded actions make of it without some of them, as one commit.
  ///
  /// - Throws: A ``ReplayRefusal`` if a commit to be left out isn't recorded.
  package func replay(
    without commits: Set<Int>,
    note: String?,
    fileID: StaticString,
    line: UInt,
    function: StaticString
  ) throws(ReplayRefusal) {
    let context = DispatchContext.restoring(note, fileID, line, function)
    try replay(without: commits, at: .state(\.self), context)
  }

  /// Replaces a part of the state by what the recorded actions make of it without some of them.
  ///
  /// Reduces without the store's lock, and what is committed meanwhile in the locked section that
  /// commits the result.
  func replay<Part: Sendable>(
    without omitted: Set<Int>,
    at place: Place<State, Only, Part>,
    _ context: borrowing DispatchContext
  ) throws(ReplayRefusal) {
    var replay: Replay<State>?
    // Doubled each time, so that it ends however fast other threads dispatch.
    var limit = 32
    // What the lock was held to look at is released when it isn't.
    var looks: [Look] = []
    func choose() throws(ReplayRefusal) -> RestoredPart<Part>? {
      limit *= 2
      while true {
        looks = [try look()]
        guard let log = looks[0].complete else { continue }
        var reducers = looks[0].reducers
        if replay?.reducers != reducers.revision {
          replay = try Replay(of: log, without: omitted, reducers: reducers.revision)
        }
        if log.isShort(after: replay?.number ?? 0, limit: place.isStored ? limit : 0) { break }
        if replay?.advance(through: log, { reducers.reduce($0, into: $1) }) == true { break }
        replay = nil
      }
      return RestoredPart { held in
        let now = self.look(held)
        looks.append(now)
        guard let log = now.complete, replay?.reducers == now.reducers.revision,
          log.isShort(after: replay?.number ?? 0, limit: place.isStored ? limit : 0)
        else { return false }
        return replay?.advance(through: log) { self.core.reduce($0, into: &$1, held) } == true
      } part: {
        // Not called before there is a replay.
        unsafe place.find(replay.unsafelyUnwrapped.state.value, .part)
      }
    }
    try core.restore(place, .replay(without: omitted.sorted()), context, choose: choose)
  }

  /// What is recorded at one moment.
  private struct Look {
    let received: ReplayLog<State>
    /// With what isn't delivered yet; `nil` while a commit is on its way to this recorder.
    var complete: ReplayLog<State>?
    let reducers: ReducerSnapshot<State>
  }

  private func look() throws(ReplayRefusal) -> Look {
    while true {
      let now = core.locked("replay(without:)") { held in look(held) }
      if now.complete != nil { return now }
      // Another thread is about to call this recorder, the first that it calls; or never will.
      guard core.hasInterceptor(registration: registration) else {
        throw ReplayRefusal(commit: nil, available: nil)
      }
      Platform.pause(8)
    }
  }

  private func look(_ held: borrowing Held) -> Look {
    let received = log.withLock { $0 }
    var complete = received
    for delivery in core.queue {
      // If one is missing before it, that is on its way.
      guard case .commit(let commit) = delivery.content, let record = commit.record,
        let new = commit.new, record.number == complete.lastNumber + 1
      else { continue }
      // What this removes is retained by what was received, or by the queue.
      _ = complete.append(Commit(record, commit.old, new))
    }
    return Look(
      received: received,
      complete: complete.lastNumber == core.number ? complete : nil,
      reducers: ReducerSnapshot(core.routes)
    )
  }
}

extension Commit {
  /// Whether it restored a state, and reduced nothing.
  var isRestored: Bool { !record.startsEffects }
}

extension Store {
  /// Records the store's commits from now on.
  ///
  /// - Parameter limit: The number of last commits that are recorded at least.
  package final func makeRecorder(limit: Int) -> ReplayRecorder<State> {
    .register(in: core, limit: limit)
  }
}
