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
  /// Reused by ``concerned(by:_:_:)``.
  private var found: ContiguousArray<Unmanaged<SelectionObserver>> = unsafe []

  init() {}

  var isEmpty: Bool { list.count == 0 }

  mutating func append(_ entry: SelectionObserver) {
    list.append(entry)
    assert(entry.memberships.isEmpty)
    assert(entry.comparisons.isEmpty || entry.comparisons.count == entry.elements.count)
    for (index, key) in entry.elements.enumerated() {
      // An entry that was pending doesn't know any more with what to compare.
      let compare = entry.comparisons.isEmpty ? nil : entry.comparisons[index]
      let group = groups[key.place.id] ?? ElementGroup(key.place, compare)
      groups[key.place.id] = group
      group.add(entry, hash: key.hash)
    }
  }

  /// Removes an entry; the caller releases it after unlocking, and with it the groups that are gone.
  mutating func remove(_ entry: SelectionObserver) -> SelectionObserver? {
    guard let entry = list.remove(entry) else { return nil }
    for membership in entry.memberships {
      membership.group.remove(entry, membership)
      if membership.group.isEmpty { groups[membership.group.place.id] = nil }
    }
    return entry
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
    assert(unsafe result.isEmpty)
    for group in groups.values {
      unsafe group.forEachConcerned(by: box, version) { unsafe Self.add($0, ticket, to: &result) }
    }
    unsafe sort(&result)
    return unsafe result
  }

  /// Returns all entries, to be notified of a state.
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

  private func sort(_ entries: inout ContiguousArray<Unmanaged<SelectionObserver>>) {
    if unsafe entries.count < 2 { return }
    unsafe entries.sort { one, other in
      unsafe one._withUnsafeGuaranteedRef(\.order) < other._withUnsafeGuaranteedRef(\.order)
    }
  }
}
