package import SluiceCore
import SluiceFeatures
import SluiceLocks

/// Records the commits of a store, and reduces their actions again without some of them.
///
/// Records each commit in the locked section that makes it: so the result includes every commit but
/// those left out, however many threads dispatch.
package final class ReplayRecorder<State: Sendable>: WatchingInterceptor, CommittingInterceptor {
  private let core: StateCore<State>
  private let registration: Int
  private let record: Locked<Record>

  private struct Record {
    var log: ReplayLog<State>
    /// What was recorded too long ago, to be released without the store's lock.
    var removed: [ReplayLog<State>] = []
  }

  private init(
    _ log: ReplayLog<State>,
    of core: StateCore<State>,
    registration: Int
  ) {
    self.core = core
    self.registration = registration
    record = Locked(Record(log: log))
  }

  /// Registers a recorder, which has every commit from now on.
  ///
  /// - Parameter limit: The number of last commits that it records at least.
  static func register(
    in core: StateCore<State>,
    limit: Int,
    registration: Int = StoreRegistration.nextNumber()
  ) -> ReplayRecorder {
    core.register(registration) { number, box in
      ReplayRecorder(
        ReplayLog(after: number, box, limit: limit),
        of: core,
        registration: registration
      )
    }
  }

  /// Unregisters the recorder, and with it what is registered under the same number.
  package func unregister() { core.unregister(registration: registration) }

  package func committing(_ commit: CommitRecord, _ state: AnyStateBox) {
    record.withLock { record in
      let removed = record.log.append(Commit(commit, nil, state))
      if let removed { record.removed.append(removed) }
    }
  }

  package func committed(_ commit: Commit<State>) {
    let removed = record.withLock { record in
      defer { if !record.removed.isEmpty { record.removed = [] } }
      return record.removed
    }
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
    // What reducers request under the lock, to be released when it isn't held.
    var output = ReducerOutput()
    // Doubled each time, so that it ends however fast other threads dispatch.
    var limit = 32
    func isNearlyDone(_ log: ReplayLog<State>) -> Bool {
      replay.map { log.isShort(after: $0.number, limit: place.isStored ? limit : 0) } == true
    }
    func choose() throws(ReplayRefusal) -> RestoredPart<Part>? {
      limit *= 2
      while true {
        let log = try recorded()
        if replay == nil { replay = try Replay(of: log, without: omitted) }
        if isNearlyDone(log) { break }
        let isDone = replay?.advance(through: log) { action, handlers, state in
          var dropped = ReducerOutput()
          unsafe handlers.reduce(&state.pointer.pointee, action, &dropped)
        }
        if isDone == true { break }
        replay = nil
      }
      return RestoredPart { _, held in
        // Retained by the recorder, too, as long as the lock is held.
        let log = self.record.withLock { $0.log }
        // It isn't whole if the recorder was unregistered meanwhile.
        guard log.lastNumber == self.core.number, isNearlyDone(log) else { return false }
        let isDone = replay?.advance(through: log) { action, handlers, state in
          self.core.reduce(action, by: handlers, into: state, &output, held)
        }
        return isDone == true
      } part: {
        // Not called before there is a replay.
        unsafe place.find(replay.unsafelyUnwrapped.state.value, .part)
      }
    }
    try core.restore(place, .replay(without: omitted.sorted()), context, choose: choose)
  }

  private func recorded() throws(ReplayRefusal) -> ReplayLog<State> {
    guard core.hasInterceptor(registration: registration) else {
      throw ReplayRefusal(commit: nil, available: nil)
    }
    return record.withLock { $0.log }
  }
}
