/// Registrations in order; adding and removing one takes constant time, amortized.
///
/// Changed with the store's lock held while no thread delivers, or by the delivering thread. So a
/// delivery reads it without the lock, and without retaining the entries.
@safe
struct RegistrationList<Entry: Registration>: ~Copyable {
  // `nil` where an entry was removed.
  private var slots: UnsafeMutablePointer<Unmanaged<Entry>?>
  private var capacity: Int
  private var end = 0
  private(set) var count = 0

  init() {
    unsafe slots = .allocate(capacity: 4)
    capacity = 4
  }

  deinit {
    for index in 0..<end { unsafe slots[index]?.release() }
    unsafe slots.deallocate()
  }

  mutating func append(_ entry: Entry) {
    assert(entry.slot == -1)
    if end == capacity { makeRoom() }
    assert(end < capacity)
    entry.slot = end
    unsafe (slots + end).initialize(to: .passRetained(entry))
    end += 1
    count += 1
  }

  /// Removes an entry; the caller releases it after unlocking.
  mutating func remove(_ entry: Entry) -> Entry? {
    let slot = entry.slot
    guard slot >= 0, let found = unsafe slots[slot] else { return nil }
    assert(slot < end && (unsafe found.takeUnretainedValue()) === entry)
    entry.slot = -1
    unsafe slots[slot] = nil
    count -= 1
    // So that a delivery visits few empty places.
    if end > 2 * count + 8 { unsafe closeGaps(in: slots) }
    return unsafe found.takeRetainedValue()
  }

  /// Closes the gaps if that frees half of the capacity; otherwise grows.
  private mutating func makeRoom() {
    let old = unsafe slots
    if count * 2 > capacity {
      capacity *= 2
      unsafe slots = .allocate(capacity: capacity)
    }
    unsafe closeGaps(in: old)
    if unsafe old != slots { unsafe old.deallocate() }
  }

  private mutating func closeGaps(in old: UnsafeMutablePointer<Unmanaged<Entry>?>) {
    var next = 0
    for index in 0..<end {
      guard let entry = unsafe old[index] else { continue }
      unsafe entry._withUnsafeGuaranteedRef { $0.slot = next }
      unsafe slots[next] = unsafe entry
      next += 1
    }
    assert(next == count && next <= capacity)
    end = next
  }

  /// Calls a closure with each entry, in order.
  func visit(_ body: (Entry) -> Void) {
    for index in 0..<end {
      if let entry = unsafe slots[index] { unsafe entry._withUnsafeGuaranteedRef(body) }
    }
  }

  /// The entries' places, in order; some are empty.
  var places: Range<Int> { 0..<end }

  /// The entry at a place, if it is to be notified of a delivery.
  ///
  /// Unretained: two reference counts for each entry would cost more than the rest of it. A loop
  /// over places, not a closure, so that little stands on the stack below a subscriber.
  @inline(__always)
  func entry(at place: Int, due ticket: Int) -> Unmanaged<Entry>? {
    assert(place >= 0 && place < end)
    guard let entry = unsafe slots[place],
      unsafe entry._withUnsafeGuaranteedRef({ $0.isDue(ticket) })
    else { return nil }
    return unsafe entry
  }
}
