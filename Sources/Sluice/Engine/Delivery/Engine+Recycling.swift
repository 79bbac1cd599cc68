// Commits that nobody keeps are delivered in one record, and the box that the last one's old state lay
// in holds the next one's: getting them from the heap would take as long as all the rest.
//
// `record`, `spareRecord` and `spareBox` belong to whoever has the role of delivering. While nobody has
// it they belong to whoever holds the lock, because the role is taken with the lock only. Giving it up
// releases what was done with them, and looking whether it is free acquires it.

extension Engine {
  /// The record for the commit that begins, with what is to be noted before reducing; with the lock
  /// held.
  ///
  /// The engine's own if nobody delivers, and then not retained for the whole of a dispatch; else one
  /// that waits in the queue, retained for ``finish(_:thread:)``.
  @usableFromInline
  final func beginRecord(_ thread: UInt) -> Unmanaged<CommitRecord> {
    let begun: Unmanaged<CommitRecord>
    if !role.isFree {
      let spare = role.thread == thread ? unsafe spareRecord.take() : nil
      unsafe begun = Unmanaged.passRetained(spare ?? CommitRecord())
    } else if let own = unsafe ownRecord {
      unsafe begun = own
    } else {
      let new = CommitRecord()
      unsafe record = new
      unsafe begun = Unmanaged.passUnretained(new)
    }
    unsafe begun._withUnsafeGuaranteedRef { record in
      let demands = unsafe demands
      if !demands.isDisjoint(with: [.instant, .timing]) { unsafe record.begin = CommitRecord.now }
    }
    return unsafe begun
  }

  /// The engine's own record, not retained.
  final var ownRecord: Unmanaged<CommitRecord>? {
    unsafe record.map { unsafe Unmanaged.passUnretained($0) }
  }

  /// An empty box for a state; with the lock held.
  @usableFromInline
  final func takeSpareBox() -> AnyStateBox? {
    role.isFree ? unsafe spareBox.take() : nil
  }

  /// Puts a record that was queued aside, cleared; by the thread that delivers.
  final func recycle(_ record: CommitRecord) {
    record.clear(self)
    if unsafe spareRecord == nil { unsafe spareRecord = record }
  }

  /// Destroys the state in a box and puts the box aside, if nobody else holds it; by the thread that
  /// delivers.
  final func recycle(_ box: inout AnyStateBox?, at address: UnsafeMutableRawPointer?) {
    guard var taken = box.take(), let address = unsafe address else { return }
    if unsafe spareBox == nil, isKnownUniquelyReferenced(&taken) {
      unsafe destroyState(at: address)
      unsafe spareBox = taken
    }
  }
}
