import Synchronization

/// An observer's place in a store.
@usableFromInline
class Registration: @unchecked Sendable {
  // `@unchecked`: `start` and `slot` are guarded by the store's lock; the delivering thread reads
  // `start` of entries only that were in the list when its delivery began.

  /// Deliveries up to this ticket happened before the registration.
  final var start = 0
  /// The index in its list; -1 when it is in none.
  final var slot = -1
  private let isOver = Atomic<Bool>(false)

  /// Whether the observer is to be notified of a delivery.
  @inline(__always)
  final func isDue(_ ticket: Int) -> Bool {
    ticket > start && !isCancelled
  }

  /// What it is, for a message.
  var label: String { "an observer" }

  final var isCancelled: Bool { isOver.load(ordering: .relaxed) }

  /// - Returns: Whether this call was the one that ended it.
  @discardableResult
  final func cancel() -> Bool {
    !isOver.exchange(true, ordering: .relaxed)
  }
}

/// Registrations in order; adding and removing one takes constant time, amortized.
///
/// Changed with the store's lock held and while nobody delivers, or by the thread that delivers. So a
/// delivery reads it without the lock, and without retaining the entries.
@safe
struct RegistrationList<Entry: Registration>: ~Copyable {
  // Where nothing stands, an entry was removed.
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
    if end == capacity { makeRoom() }
    entry.slot = end
    unsafe (slots + end).initialize(to: .passRetained(entry))
    end += 1
    count += 1
  }

  /// Removes an entry; the caller releases it after the lock.
  mutating func remove(_ entry: Entry) -> Entry? {
    let slot = entry.slot
    guard slot >= 0, let found = unsafe slots[slot] else { return nil }
    entry.slot = -1
    unsafe slots[slot] = nil
    count -= 1
    if count == 0 { end = 0 }
    return unsafe found.takeRetainedValue()
  }

  /// Closes the gaps if that frees half of the room; else makes more.
  private mutating func makeRoom() {
    let old = unsafe slots
    if count * 2 > capacity {
      capacity *= 2
      unsafe slots = .allocate(capacity: capacity)
    }
    var next = 0
    for index in 0..<end {
      guard let entry = unsafe old[index] else { continue }
      unsafe entry._withUnsafeGuaranteedRef { $0.slot = next }
      unsafe slots[next] = unsafe entry
      next += 1
    }
    end = next
    if unsafe old != slots { unsafe old.deallocate() }
  }

  /// Calls a closure with each entry, in order.
  func visit(_ body: (Entry) -> Void) {
    for index in 0..<end {
      if let entry = unsafe slots[index] { unsafe entry._withUnsafeGuaranteedRef(body) }
    }
  }

  /// Calls a closure with each entry that is to be notified of a delivery.
  ///
  /// Unretained: two reference counts for each entry would cost more than the rest of it.
  @inline(__always)
  func notify(due ticket: Int, _ body: (Entry) -> Void) {
    for index in 0..<end {
      guard let entry = unsafe slots[index] else { continue }
      unsafe entry._withUnsafeGuaranteedRef { entry in
        if entry.isDue(ticket) { body(entry) }
      }
    }
  }
}
