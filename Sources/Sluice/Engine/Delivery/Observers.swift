import Synchronization

/// The interceptors and selections of a store, each kind in the order of registration.
///
/// The delivering thread reads the lists without the lock. While there is one, changes are pending,
/// and that thread applies them before its next delivery, or when it gives up the role. An observer
/// added meanwhile is notified of everything enqueued after it, so the delay isn't observable; a
/// cancelled one is skipped from that moment on.
@safe
final class Observers: @unchecked Sendable {
  // `@unchecked`: changed with the store's lock held; see above for the lists.
  private enum Change {
    case add(any Observer)
    case remove(any Observer)
  }

  @safe @exclusivity(unchecked) private var interceptors = RegistrationList<InterceptorEntry>()
  @safe @exclusivity(unchecked) private var selections = RegistrationList<SelectionObserver>()
  @safe @exclusivity(unchecked) private var changes: ContiguousArray<Change> = []
  /// The observer being notified; its entry stays in its list while the lock is held.
  private let current = unsafe Atomic<Unmanaged<Registration>?>(nil)
  private var selectionCount = 0

  var hasSelections: Bool { selectionCount > 0 }
  var hasChanges: Bool { !changes.isEmpty }

  // MARK: - Called by the thread that delivers

  /// Notifies every interceptor, in order.
  @inline(__always)
  func forEachInterceptor(due ticket: Int, _ notify: (InterceptorEntry) -> Void) {
    interceptors.notify(due: ticket) { entry in
      unsafe current.store(.passUnretained(entry), ordering: .relaxed)
      notify(entry)
    }
    unsafe current.store(nil, ordering: .relaxed)
  }

  /// Notifies every selection, in order, of a state.
  @inline(__always)
  func select(from box: AnyStateBox, version: Int, ticket: Int) {
    selections.notify(due: ticket) { entry in
      unsafe current.store(.passUnretained(entry), ordering: .relaxed)
      entry.receive(box, version)
    }
    unsafe current.store(nil, ordering: .relaxed)
  }

  // MARK: - Called with the lock held

  /// The description of the observer being notified, if any.
  var currentLabel: String? {
    unsafe current.load(ordering: .relaxed)?.takeUnretainedValue().label
  }

  /// Calls a closure with every interceptor, including those whose addition is pending.
  func forEachInterceptor(_ body: (InterceptorEntry) -> Void) {
    interceptors.visit { if !$0.isCancelled { body($0) } }
    for case .add(let entry as InterceptorEntry) in changes where !entry.isCancelled { body(entry) }
  }

  /// Calls a closure with every selection.
  func forEachSelection(_ body: (SelectionObserver) -> Void) {
    selections.visit { body($0) }
    for case .add(let entry as SelectionObserver) in changes { body(entry) }
  }

  func add(_ entry: any Observer, isDelivering: Bool) {
    if entry is SelectionObserver { selectionCount += 1 }
    if isDelivering && !seeded(.changesWhileRead) {
      changes.append(.add(entry))
    } else {
      _ = make(.add(entry))
    }
  }

  /// Removes a cancelled observer.
  ///
  /// - Returns: What the caller releases after unlocking.
  func remove(_ entry: any Observer, isDelivering: Bool) -> (any Observer)? {
    if entry is SelectionObserver { selectionCount -= 1 }
    if isDelivering && !seeded(.changesWhileRead) {
      changes.append(.remove(entry))
      return nil
    }
    return make(.remove(entry))
  }

  /// Applies pending changes while no thread reads the lists.
  ///
  /// - Returns: What the caller releases after unlocking.
  func makeChanges() -> ContiguousArray<any Observer> {
    if changes.isEmpty { return [] }
    let changes = self.changes
    self.changes = []
    return ContiguousArray(changes.compactMap { make($0) })
  }

  /// - Returns: The removed observers, and those that needn't be added any more.
  private func make(_ change: Change) -> (any Observer)? {
    switch change {
    case .add(let entry):
      // Its removal is pending, too.
      if entry.isCancelled { return entry }
      if let entry = entry as? InterceptorEntry {
        interceptors.append(entry)
      } else if let entry = entry as? SelectionObserver {
        selections.append(entry)
      }
      return nil
    case .remove(let entry):
      if let entry = entry as? InterceptorEntry { return interceptors.remove(entry) }
      if let entry = entry as? SelectionObserver { return selections.remove(entry) }
      return nil
    }
  }
}

/// An entry of ``Observers``.
protocol Observer: Registration {}

extension InterceptorEntry: Observer {}
extension SelectionObserver: Observer {}

/// Registrations in order; adding and removing one takes constant time, amortized.
///
/// Changed with the store's lock held while no thread delivers, or by the delivering thread. So a
/// delivery reads it without the lock, and without retaining the entries.
@safe
private struct RegistrationList<Entry: Registration>: ~Copyable {
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
    if end == capacity { makeRoom() }
    entry.slot = end
    unsafe (slots + end).initialize(to: .passRetained(entry))
    end += 1
    count += 1
  }

  /// Removes an entry; the caller releases it after unlocking.
  mutating func remove(_ entry: Entry) -> Entry? {
    let slot = entry.slot
    guard slot >= 0, let found = unsafe slots[slot] else { return nil }
    entry.slot = -1
    unsafe slots[slot] = nil
    count -= 1
    if count == 0 { end = 0 }
    return unsafe found.takeRetainedValue()
  }

  /// Closes the gaps if that frees half of the capacity; otherwise grows.
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

  /// Calls a closure with each entry to notify of a delivery.
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
