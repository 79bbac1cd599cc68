/// The selections of elements of one collection, by the hashes of the elements' ids.
///
/// Elements whose ids have one hash share their notifications; the selections compare values.
@safe
final class ElementGroup: @unchecked Sendable {
  // `@unchecked`: as `ElementObservers`, which owns it.
  private typealias Entries = ContiguousArray<Unmanaged<SelectionObserver>>

  let place: EntitiesPlace
  @safe @exclusivity(unchecked) private var entries: [UInt32: Entries] = unsafe [:]
  /// Compares a state with the last one delivered or, at first, with the one at the registration of
  /// the first entry; `nil` if that one isn't known.
  ///
  /// Every entry knows the elements of that state or, if it is new, of a later one that is still to
  /// be delivered: while there is an entry, each change of the state is delivered.
  @safe @exclusivity(unchecked) private var compare: EntitiesPlace.Comparison?

  init(_ place: EntitiesPlace, _ compare: EntitiesPlace.Comparison?) {
    self.place = place
    self.compare = compare
  }

  var isEmpty: Bool { unsafe entries.isEmpty }

  func add(_ entry: SelectionObserver, hash: UInt32) {
    if entry.memberships.contains(where: { $0.group === self && $0.hash == hash }) { return }
    let slot = unsafe entries[hash]?.count ?? 0
    entry.memberships.append(.init(group: self, hash: hash, slot: slot))
    unsafe entries[hash, default: []].append(.passUnretained(entry))
  }

  func remove(_ entry: SelectionObserver, _ membership: SelectionObserver.Membership) {
    let (hash, slot) = (membership.hash, membership.slot)
    guard let last = unsafe entries[hash]?.popLast() else { return }
    if unsafe entries[hash]?.isEmpty == true { unsafe entries[hash] = nil }
    unsafe last._withUnsafeGuaranteedRef { last in
      // The last one fills the gap, unless it was the one removed.
      if last === entry { return }
      assert(unsafe slot < entries[hash]?.count ?? 0)
      unsafe entries[hash]?[slot] = unsafe .passUnretained(last)
      for index in last.memberships.indices
      where last.memberships[index].group === self && last.memberships[index].hash == hash {
        last.memberships[index].slot = slot
      }
    }
  }

  /// Calls a closure with the entries whose elements differ between a state and the last one.
  ///
  /// Takes time proportional to the number of changes.
  func forEachConcerned(
    by box: AnyStateBox,
    _ version: Int,
    _ body: (Unmanaged<SelectionObserver>) -> Void
  ) {
    if let compare { return compare(box, version) { unsafe forEach($0, body) } }
    compare = place.comparison(box, version)
    let all = unsafe ContiguousArray(entries.keys)
    for hash in all { unsafe forEach(hash, body) }
  }

  private func forEach(_ hash: UInt32, _ body: (Unmanaged<SelectionObserver>) -> Void) {
    guard let entries = unsafe entries[hash] else { return }
    for index in unsafe entries.indices { unsafe body(entries[index]) }
  }
}
