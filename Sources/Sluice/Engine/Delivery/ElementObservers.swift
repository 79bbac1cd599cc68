/// The selections of elements by their ids, and which of them a commit concerns.
///
/// A selection of which the store knows the elements that its value depends on is notified of the
/// commits that changed one of these, and not evaluated for the others. A commit costs what it
/// changed, however many selections there are.
///
/// Read and changed as ``RegistrationList``; the rest belongs to the delivering thread.
@safe
struct ElementObservers: ~Copyable {
  /// All of them, in the order of registration.
  private(set) var list = RegistrationList<SelectionObserver>()
  private var groups: [EntitiesPlace.ID: ElementGroup] = [:]
  /// Those that haven't been notified of a delivery yet; it is unknown which version they know.
  private var fresh: ContiguousArray<Unmanaged<SelectionObserver>> = unsafe []
  /// Reused by ``concerned(by:_:_:)``.
  private var found: ContiguousArray<Unmanaged<SelectionObserver>> = unsafe []

  init() {}

  var isEmpty: Bool { list.count == 0 }

  mutating func append(_ entry: SelectionObserver) {
    list.append(entry)
    for key in entry.elements {
      let group = groups[key.place.id] ?? ElementGroup(key.place)
      groups[key.place.id] = group
      group.add(entry, hash: key.hash)
    }
    entry.freshSlot = unsafe fresh.count
    unsafe fresh.append(.passUnretained(entry))
  }

  /// Removes an entry; the caller releases it after unlocking, and with it the groups that are gone.
  mutating func remove(_ entry: SelectionObserver) -> SelectionObserver? {
    guard let entry = list.remove(entry) else { return nil }
    for membership in entry.memberships {
      membership.group.remove(entry, membership)
      if membership.group.isEmpty { groups[membership.group.place.id] = nil }
    }
    if entry.freshSlot >= 0 { removeFresh(at: entry.freshSlot) }
    return entry
  }

  private mutating func removeFresh(at slot: Int) {
    unsafe fresh[slot]._withUnsafeGuaranteedRef { $0.freshSlot = -1 }
    let last = unsafe fresh.removeLast()
    if unsafe slot == fresh.count { return }
    unsafe last._withUnsafeGuaranteedRef { $0.freshSlot = slot }
    unsafe fresh[slot] = unsafe last
  }

  // MARK: - Called by the thread that delivers

  /// Returns the entries whose elements differ between a state and the one before, in order.
  ///
  /// Unretained: they stay in the list until the delivery is over. The caller returns the array by
  /// ``reuse(_:)``.
  mutating func concerned(
    by box: AnyStateBox,
    _ version: Int,
    _ ticket: Int
  ) -> ContiguousArray<Unmanaged<SelectionObserver>> {
    var result: ContiguousArray<Unmanaged<SelectionObserver>> = unsafe []
    unsafe swap(&result, &found)
    for group in groups.values {
      unsafe group.forEachConcerned(by: box, version) { unsafe Self.add($0, ticket, to: &result) }
    }
    if unsafe !fresh.isEmpty { unsafe addFresh(ticket, to: &result) }
    unsafe sort(&result)
    return unsafe result
  }

  /// Returns all entries, and marks them as notified of a state.
  mutating func all(
    knowing box: AnyStateBox,
    _ version: Int,
    _ ticket: Int
  ) -> ContiguousArray<Unmanaged<SelectionObserver>> {
    var result = unsafe concerned(by: box, version, ticket)
    unsafe result.removeAll(keepingCapacity: true)
    list.visit { unsafe result.append(.passUnretained($0)) }
    return unsafe result
  }

  mutating func reuse(_ array: consuming ContiguousArray<Unmanaged<SelectionObserver>>) {
    unsafe array.removeAll(keepingCapacity: array.capacity < 1_000)
    unsafe found = unsafe array
  }

  private static func add(
    _ entry: Unmanaged<SelectionObserver>,
    _ ticket: Int,
    to result: inout ContiguousArray<Unmanaged<SelectionObserver>>
  ) {
    let isNew = unsafe entry._withUnsafeGuaranteedRef { entry in
      // Found before, by another of its keys.
      if entry.lastTicket == ticket { return false }
      entry.lastTicket = ticket
      return true
    }
    if isNew { unsafe result.append(entry) }
  }

  private mutating func addFresh(
    _ ticket: Int,
    to result: inout ContiguousArray<Unmanaged<SelectionObserver>>
  ) {
    var index = unsafe fresh.count - 1
    while index >= 0 {
      let entry = unsafe fresh[index]
      if unsafe entry._withUnsafeGuaranteedRef({ $0.start < ticket }) {
        removeFresh(at: index)
        unsafe Self.add(entry, ticket, to: &result)
      }
      index -= 1
    }
  }

  private func sort(_ entries: inout ContiguousArray<Unmanaged<SelectionObserver>>) {
    if unsafe entries.count < 2 { return }
    unsafe entries.sort { one, other in
      unsafe one._withUnsafeGuaranteedRef(\.order) < other._withUnsafeGuaranteedRef(\.order)
    }
  }
}
