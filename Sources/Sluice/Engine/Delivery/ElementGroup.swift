/// The selections of elements of one collection, by the hashes of the elements' ids.
///
/// Elements whose ids have one hash share their notifications; the selections compare values.
@safe
final class ElementGroup: @unchecked Sendable {
  // `@unchecked`: as `ElementObservers`, which owns it.
  private typealias Entries = ContiguousArray<Unmanaged<SelectionObserver>>

  let place: EntitiesPlace
  @safe @exclusivity(unchecked) private var entries: [UInt32: Entries] = unsafe [:]
  @safe @exclusivity(unchecked) private var count = 0
  /// The version in the last state delivered; `nil` before the first delivery.
  ///
  /// Every entry knows the elements of that state or, if it is new, of a later one that is still to
  /// be delivered: while there is an entry, each change of the state is delivered.
  @safe @exclusivity(unchecked) private var last: EntitiesVersion?
  /// The number of changes that the log of the last version records for this group.
  @safe @exclusivity(unchecked) private var recorded = 0
  @safe @exclusivity(unchecked) private var hashes: ContiguousArray<UInt32> = []

  init(_ place: EntitiesPlace) {
    self.place = place
  }

  deinit { last?.log?.endWatching() }

  var isEmpty: Bool { count == 0 }

  func add(_ entry: SelectionObserver, hash: UInt32) {
    if entry.memberships.contains(where: { $0.group === self && $0.hash == hash }) { return }
    let slot = unsafe entries[hash]?.count ?? 0
    entry.memberships.append(.init(group: self, hash: hash, slot: slot))
    unsafe entries[hash, default: []].append(.passUnretained(entry))
    count += 1
  }

  func remove(_ entry: SelectionObserver, _ membership: SelectionObserver.Membership) {
    let (hash, slot) = (membership.hash, membership.slot)
    guard let last = unsafe entries[hash]?.popLast() else { return }
    count -= 1
    if unsafe entries[hash]?.isEmpty == true { unsafe entries[hash] = nil }
    unsafe last._withUnsafeGuaranteedRef { last in
      // The last one fills the gap, unless it was the one removed.
      if last === entry { return }
      unsafe entries[hash]?[slot] = unsafe .passUnretained(last)
      for index in last.memberships.indices
      where last.memberships[index].group === self && last.memberships[index].hash == hash {
        last.memberships[index].slot = slot
      }
    }
  }

  /// Calls a closure with the entries whose elements may differ between a state and the last one.
  ///
  /// Takes time proportional to the number of changes, or of entries if there were more changes or
  /// the collection isn't derived from the last one.
  func forEachConcerned(
    by box: AnyStateBox,
    _ version: Int,
    _ body: (Unmanaged<SelectionObserver>) -> Void
  ) {
    let new = place.read(box, version)
    let old = last
    let isSameLog = if let old { old.log === new.log } else { false }
    if isSameLog, old?.number == new.number { return }
    last = new
    hashes.removeAll(keepingCapacity: true)
    if isSameLog, let old, let log = new.log,
      log.appendDifference(from: old.number, to: new.number, to: &hashes)
    {
      for hash in hashes { unsafe forEach(hash, body) }
    } else {
      let all = unsafe ContiguousArray(entries.keys)
      for hash in all { unsafe forEach(hash, body) }
    }
    follow(new.log, insteadOf: old?.log)
  }

  private func forEach(_ hash: UInt32, _ body: (Unmanaged<SelectionObserver>) -> Void) {
    guard let entries = unsafe entries[hash] else { return }
    for index in unsafe entries.indices { unsafe body(entries[index]) }
  }

  /// Requests that a log records as many changes as make notifying every entry worthwhile.
  private func follow(_ new: ChangeLog?, insteadOf old: ChangeLog?) {
    if new === old, recorded >= count { return }
    if new === old {
      recorded = 2 * count
      new?.reserveCapacity(recorded)
    } else {
      recorded = count
      new?.beginWatching(capacity: recorded)
      old?.endWatching()
    }
  }
}
