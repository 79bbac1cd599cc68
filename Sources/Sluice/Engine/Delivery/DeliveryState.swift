/// The state of the thread that has the turn; while no thread has it, of the thread that holds the
/// lock, because the turn is acquired only with the lock held.
///
/// Giving up the role releases what was written here, and finding it free acquires it. Commits that
/// no observer retains are delivered in one record, and the box of the last one's old state is used
/// for the next one's: allocating both would take as long as everything else.
struct DeliveryState {
  /// The cause of what observers dispatch meanwhile.
  var cause = Cause()
  /// The record of a commit that is delivered by its dispatcher.
  var record: CommitRecord?
  /// A record for a commit that is enqueued from within a delivery.
  var spareRecord: CommitRecord?
  /// A box without a state.
  var spareBox: AnyStateBox?
}

extension Engine {
  /// Returns the record for a new commit, with what is recorded before reducing.
  ///
  /// The engine's own, unretained, if the caller delivers it directly; otherwise one that is
  /// retained until ``finish(_:_:_:)``.
  @usableFromInline
  final func beginRecord(_ turn: Turn, _ held: borrowing Held) -> Unmanaged<CommitRecord> {
    let begun: Unmanaged<CommitRecord>
    if turn == .direct {
      if delivering.record == nil { delivering.record = CommitRecord() }
      unsafe begun = unsafe Unmanaged.passUnretained(delivering.record.unsafelyUnwrapped)
    } else {
      let isOurs = role.thread == held.thread
      let spare = isOurs ? delivering.spareRecord.take() : nil
      unsafe begun = Unmanaged.passRetained(spare ?? CommitRecord())
    }
    let demands = demands
    if !demands.isDisjoint(with: [.instant, .timing]) {
      unsafe begun._withUnsafeGuaranteedRef { $0.begin = CommitRecord.now }
    }
    return unsafe begun
  }

  /// The spare box for a state, if the calling thread may use it; the caller holds the lock.
  @usableFromInline
  final func takeSpareBox() -> AnyStateBox? {
    guard role.isFree || lock.isHeld(by: role.thread) else { return nil }
    return delivering.spareBox.take()
  }

  /// Makes a record that was enqueued available again.
  final func recycle(_ record: CommitRecord) {
    record.clear(self)
    if delivering.spareRecord == nil { delivering.spareRecord = record }
  }

  /// Destroys the state in a box and keeps the box as a spare, if it isn't retained elsewhere.
  final func recycle(_ box: inout AnyStateBox?, at address: UnsafeMutableRawPointer?) {
    guard var taken = box.take(), let address = unsafe address else { return }
    if delivering.spareBox == nil, isKnownUniquelyReferenced(&taken) {
      unsafe destroyState(at: address)
      delivering.spareBox = taken
    }
  }
}
