/// A table of the most recently used entries, found by hash, with a maximum count.
///
/// Never compares keys: the caller hashes, receives all entries with the hash, and compares them.
/// So a lock can guard the table although hashing and comparing are user code.
struct RecencyTable<Entry: AnyObject> {
  /// The entries with a hash: almost always one, without an allocation.
  struct Found {
    var first: (slot: Int, entry: Entry)?
    var others: [(slot: Int, entry: Entry)] = []
    /// The number of entries added until then.
    let additions: Int

    func first(where isMatch: (Entry) -> Bool) -> (slot: Int, entry: Entry)? {
      if let first, isMatch(first.entry) { return first }
      return others.first { isMatch($0.entry) }
    }
  }

  private struct Slot {
    var entry: Entry
    var hash: Int
    var newer: Int?
    var older: Int?
    /// The next entry with the same hash.
    var twin: Int?
  }

  let capacity: Int
  private var slots: [Slot] = []
  private var firstSlots: [Int: Int] = [:]
  private var newest: Int?
  private var oldest: Int?
  private var additions = 0

  init(capacity: Int) {
    assert(capacity > 0)
    self.capacity = capacity
  }

  var count: Int { slots.count }

  func find(_ hash: Int) -> Found {
    var found = Found(additions: additions)
    var next = firstSlots[hash]
    while let slot = next {
      if found.first == nil {
        found.first = (slot, slots[slot].entry)
      } else {
        found.others.append((slot, slots[slot].entry))
      }
      next = slots[slot].twin
    }
    return found
  }

  /// Marks an entry as used, if it is still where it was found.
  mutating func use(_ entry: Entry, in slot: Int) {
    guard slot != newest, slots.indices.contains(slot), slots[slot].entry === entry else { return }
    takeOutOfOrder(slot)
    putInFront(slot)
  }

  /// Adds an entry, unless another was added since the lookup, which might be the same.
  /// - Returns: Whether it was added, and the entry that was removed for it.
  mutating func add(_ entry: Entry, hash: Int, unlessChangedSince found: Found) -> (Bool, Entry?) {
    guard additions == found.additions else { return (false, nil) }
    additions += 1
    let slot: Int
    var evicted: Entry?
    if slots.count == capacity, let oldest {
      slot = oldest
      evicted = slots[slot].entry
      takeOutOfOrder(slot)
      takeFromTwins(slot)
      slots[slot].entry = entry
      slots[slot].hash = hash
    } else {
      slot = slots.count
      slots.append(Slot(entry: entry, hash: hash))
    }
    slots[slot].twin = firstSlots.updateValue(slot, forKey: hash)
    putInFront(slot)
    assert(slots.count <= capacity && newest == slot && oldest != nil)
    return (true, evicted)
  }

  private mutating func putInFront(_ slot: Int) {
    slots[slot].newer = nil
    slots[slot].older = newest
    if let newest { slots[newest].newer = slot }
    newest = slot
    if oldest == nil { oldest = slot }
  }

  private mutating func takeOutOfOrder(_ slot: Int) {
    let (newer, older) = (slots[slot].newer, slots[slot].older)
    assert(newer != slot && older != slot)
    if let newer { slots[newer].older = older } else { newest = older }
    if let older { slots[older].newer = newer } else { oldest = newer }
  }

  private mutating func takeFromTwins(_ slot: Int) {
    let (hash, twin) = (slots[slot].hash, slots[slot].twin)
    guard var previous = firstSlots[hash] else { return }
    if previous == slot {
      firstSlots[hash] = twin
      return
    }
    while let next = slots[previous].twin {
      if next == slot {
        slots[previous].twin = twin
        return
      }
      previous = next
    }
    assertionFailure("An entry is among those with its hash.")
  }
}
