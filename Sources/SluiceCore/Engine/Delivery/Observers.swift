import SluiceLocks

/// The interceptors and selections of a store, each kind in the order of registration.
///
/// The thread that has the turn reads the lists without the lock. While there is one, changes are
/// pending, and that thread applies them before its next delivery, or when it gives up the turn. An observer
/// added meanwhile is notified of everything enqueued after it, so the delay isn't observable; a
/// cancelled one is skipped from that moment on.
@safe
final class Observers: @unchecked Sendable {
  // `@unchecked`: changed with the store's lock held; see above for the lists.
  private enum Change {
    case add(Registration)
    case remove(Registration)
  }

  @safe @exclusivity(unchecked) private var interceptors = RegistrationList<InterceptorEntry>()
  /// The selections that are notified of every commit.
  @safe @exclusivity(unchecked) private var selections = RegistrationList<SelectionObserver>()
  /// The selections that are notified when certain elements change.
  @safe @exclusivity(unchecked) private var elements = ElementObservers()
  /// The number of selections that are notified also of commits that no reducer handled.
  @safe @exclusivity(unchecked) private var unhandledCount = 0
  private var registrationCount = 0
  @safe @exclusivity(unchecked) private var changes: ContiguousArray<Change> = []
  /// The observer being notified; its entry stays in its list while the lock is held.
  private let current = unsafe Atomic<Unmanaged<Registration>?>(nil)
  /// Whether the calls of observers are measured; from the first wait that took the maximum time.
  private let isMeasuring = Atomic<Bool>(false)
  /// When the call of `current` began, or was first seen in progress; 0 if that isn't known.
  private let callBegin = Atomic<UInt64>(0)
  private var selectionCount = 0
  /// The number of registrations of each interceptor that is an object; its entries retain it.
  private var interceptorCounts: [ObjectIdentifier: Int] = [:]
  /// The interceptors, including those whose addition is pending, by registration.
  private var registered = RegistrationTable<Int, Int, InterceptorEntry>()
  /// The interceptors that have each commit as it is made, from their registration on.
  @safe @exclusivity(unchecked) private(set) var committing: ContiguousArray<InterceptorEntry> = []
  private var demandCounts = DemandCounts()
  /// The watches to notify when a selection is added or removed.
  private(set) var watches: ContiguousArray<SelectionWatch> = []

  /// What the interceptors demand; takes constant time.
  var interceptorDemands: Core.Demands { demandCounts.demands }
  var hasSelections: Bool { selectionCount > 0 }
  /// Names the observer that the calling thread, which delivers, notifies.
  var currentLabel: String? {
    unsafe current.load(ordering: .relaxed)?._withUnsafeGuaranteedRef(\.label)
  }
  var hasChanges: Bool { !changes.isEmpty }

  // MARK: - Called by the thread that delivers

  /// Notifies interceptors, then selections: if no reducer handled the action, those that ask for it.
  func notify(_ commit: borrowing CommitDelivery, _ core: Core) {
    assert(core.hasTurn)
    // Not retained again, here and below: the commit retains its states and its record.
    guard let new = unsafe commit.new.map({ unsafe Unmanaged.passUnretained($0) }) else { return }
    if interceptors.count > 0,
      let record = unsafe commit.record.map({ unsafe Unmanaged.passUnretained($0) })
    {
      unsafe notify(commit, record, new, core)
    }
    let (ticket, isHandled) = (commit.ticket, commit.isHandled)
    if isHandled, !elements.isEmpty {
      unsafe new._withUnsafeGuaranteedRef {
        selectElements(from: $0, commit.version, ticket, core, measures: commit.measuresReads)
      }
    } else if isHandled || unhandledCount > 0 {
      for place in selections.places {
        guard let entry = unsafe selections.entry(at: place, due: ticket),
          unsafe isHandled || entry._withUnsafeGuaranteedRef(\.includesUnhandled)
        else { continue }
        unsafe new._withUnsafeGuaranteedRef {
          unsafe call(entry, $0, commit.version, core, commit.measuresReads)
        }
      }
    }
    clearCurrent(core)
  }

  private func notify(
    _ commit: borrowing CommitDelivery,
    _ record: Unmanaged<CommitRecord>,
    _ new: Unmanaged<AnyStateBox>,
    _ core: Core
  ) {
    for place in interceptors.places {
      guard let entry = unsafe interceptors.entry(at: place, due: commit.ticket) else { continue }
      unsafe setCurrent(entry, core)
      unsafe record._withUnsafeGuaranteedRef { record in
        unsafe new._withUnsafeGuaranteedRef { new in
          unsafe entry._withUnsafeGuaranteedRef { $0.committed(record, commit.old, new) }
        }
      }
      #if DEBUG
        if unsafe record._withUnsafeGuaranteedRef({ $0.takeMissedOldState() }) {
          unsafe core.reportMissedOldState(entry.takeUnretainedValue())
        }
      #endif
    }
  }

  /// Notifies the interceptors of something else than a commit, in order.
  func notifyInterceptors(_ ticket: Int, _ core: Core, _ tell: (InterceptorAbilities) -> Void) {
    assert(core.hasTurn)
    for place in interceptors.places {
      guard let entry = unsafe interceptors.entry(at: place, due: ticket) else { continue }
      unsafe setCurrent(entry, core)
      unsafe entry._withUnsafeGuaranteedRef { tell($0.abilities) }
    }
    clearCurrent(core)
  }

  /// Notifies every selection of a state, though no element changed.
  func notifySelections(of box: AnyStateBox, _ version: Int, _ ticket: Int, _ core: Core) {
    assert(core.hasTurn)
    selectElements(from: box, version, ticket, core, all: true)
    clearCurrent(core)
  }

  /// Merges the selections of changed elements into the others, so that all are in order.
  @inline(never)
  private func selectElements(
    from box: AnyStateBox,
    _ version: Int,
    _ ticket: Int,
    _ core: Core,
    all: Bool = false,
    measures: Bool = false
  ) {
    let concerned =
      all
      ? unsafe elements.all(knowing: box, version, ticket)
      : unsafe elements.concerned(by: box, version, ticket)
    var next = 0
    func notifyConcerned(before order: Int) {
      while unsafe next < concerned.count {
        let entry = unsafe concerned[next]
        let (isNext, isDue) = unsafe entry._withUnsafeGuaranteedRef { entry in
          (entry.order <= order, entry.isDue(ticket))
        }
        if !isNext { return }
        next += 1
        if !isDue { continue }
        unsafe call(entry, box, version, core, measures)
      }
    }
    for place in selections.places {
      guard let entry = unsafe selections.entry(at: place, due: ticket) else { continue }
      unsafe notifyConcerned(before: entry._withUnsafeGuaranteedRef(\.order))
      unsafe call(entry, box, version, core, measures)
    }
    notifyConcerned(before: .max)
    assert(unsafe next == concerned.count)
    unsafe elements.reuse(concerned)
  }

  /// Notifies a selection of a state.
  @inline(__always)
  private func call(
    _ entry: Unmanaged<SelectionObserver>,
    _ box: AnyStateBox,
    _ version: Int,
    _ core: Core,
    _ measures: Bool
  ) {
    unsafe setCurrent(entry, core)
    unsafe entry._withUnsafeGuaranteedRef { entry in
      if measures {
        core.projectorWatch.reads.measure(entry) { entry.receive(box, version) }
      } else {
        _ = entry.receive(box, version)
      }
    }
  }

  @inline(__always)
  private func setCurrent<Entry: Registration>(_ entry: Unmanaged<Entry>, _ core: Core) {
    let next: Unmanaged<Registration> = unsafe .fromOpaque(entry.toOpaque())
    if isMeasuring.load(ordering: .relaxed) { return unsafe beginMeasuredCall(of: next, core) }
    unsafe current.store(next, ordering: .relaxed)
  }

  @inline(__always)
  private func clearCurrent(_ core: Core) {
    if isMeasuring.load(ordering: .relaxed) { return endMeasuredCall(core) }
    unsafe current.store(nil, ordering: .relaxed)
  }

  @inline(never)
  private func beginMeasuredCall(of next: Unmanaged<Registration>, _ core: Core) {
    endMeasuredCall(core)
    callBegin.store(Platform.now, ordering: .relaxed)
    // Releasing: whoever reads this observer reads when its call began, and not an earlier one's.
    unsafe current.store(next, ordering: .releasing)
  }

  @inline(never)
  private func endMeasuredCall(_ core: Core) {
    let begin = callBegin.exchange(0, ordering: .relaxed)
    guard let last = unsafe current.exchange(nil, ordering: .relaxed), begin != 0 else { return }
    let time = Platform.now &- begin
    // Without a reference count: it stays in its list during a delivery.
    let label = unsafe last._withUnsafeGuaranteedRef { last in
      last.slowCalls.add(time) ? last.label : nil
    }
    if let label { core.reportLongWait(for: label, time) }
  }

  // MARK: - Called with the lock held

  /// Measures the calls of observers from now on.
  ///
  /// - Returns: The observer that is being notified, if that call is known to have taken a second.
  func measureCalls() -> (label: String, time: UInt64)? {
    isMeasuring.store(true, ordering: .relaxed)
    guard let entry = unsafe current.load(ordering: .acquiring) else { return nil }
    let now = Platform.now
    // A call that began before it was to be measured is measured from here on.
    let (isNew, begin) = callBegin.compareExchange(
      expected: 0,
      desired: now,
      ordering: .relaxed
    )
    if isNew || now < begin + Self.longCall { return nil }
    return unsafe (entry.takeUnretainedValue().label, now - begin)
  }

  func stopMeasuringCalls() { isMeasuring.store(false, ordering: .relaxed) }

  /// The time after which a call in progress is reported, in nanoseconds.
  private static var longCall: UInt64 { 1_000_000_000 }

  /// Calls a closure with every interceptor, including those whose addition is pending.
  func forEachInterceptor(_ body: (InterceptorEntry) -> Void) {
    interceptors.visit { if !$0.isCancelled { body($0) } }
    for case .add(let entry as InterceptorEntry) in changes where !entry.isCancelled { body(entry) }
  }

  /// Calls a closure with every selection.
  func forEachSelection(_ body: (SelectionObserver) -> Void) {
    selections.visit { body($0) }
    elements.list.visit { body($0) }
    for case .add(let entry as SelectionObserver) in changes { body(entry) }
  }

  /// Adds a watch, and notes the present selections for it.
  func add(_ watch: SelectionWatch) {
    forEachSelection { if !$0.isCancelled { watch.note($0, 1) } }
    watches.append(watch)
  }

  func remove(_ watch: SelectionWatch) { watches.removeAll { $0 === watch } }

  /// Returns whether the object that is an entry's interceptor is registered.
  func hasObject(of entry: InterceptorEntry) -> Bool {
    entry.objectID.map { interceptorCounts[$0] != nil } ?? false
  }

  func hasInterceptor(registration: Int) -> Bool { registered.contains(registration: registration) }

  /// Takes a group of interceptors, to be removed one by one.
  func takeInterceptors(
    _ group: RegistrationTable<Int, Int, InterceptorEntry>.Group
  ) -> [InterceptorEntry] {
    registered.remove(group)
  }

  /// Takes the interceptors that satisfy a predicate, to be removed one by one; visits all of them.
  func takeInterceptors(where predicate: (InterceptorEntry) -> Bool) -> [InterceptorEntry] {
    registered.removeAll(where: predicate)
  }

  /// Counts again what each interceptor demands; visits all of them.
  func recountDemands() {
    forEachInterceptor { entry in
      demandCounts.remove(entry.countedDemands)
      entry.countedDemands = entry.demands
      demandCounts.add(entry.countedDemands)
    }
  }

  func add(_ entry: Registration, isDelivering: Bool) {
    if let entry = entry as? InterceptorEntry {
      registered.add(entry, registration: entry.registration)
      entry.countedDemands = entry.demands
      demandCounts.add(entry.countedDemands)
      if entry.abilities.committing != nil { committing.append(entry) }
    }
    count(entry, 1)
    if isDelivering {
      changes.append(.add(entry))
    } else {
      _ = make(.add(entry))
    }
  }

  /// Removes a cancelled observer.
  ///
  /// - Returns: What the caller releases after unlocking.
  func remove(_ entry: Registration, isDelivering: Bool) -> Registration? {
    if let entry = entry as? InterceptorEntry {
      demandCounts.remove(entry.countedDemands)
      if entry.abilities.committing != nil { committing.removeAll { $0 === entry } }
    }
    count(entry, -1)
    if isDelivering {
      changes.append(.remove(entry))
      return nil
    }
    return make(.remove(entry))
  }

  private func count(_ entry: Registration, _ difference: Int) {
    if let selection = entry as? SelectionObserver {
      selectionCount += difference
      for watch in watches { watch.note(selection, difference) }
    }
    assert(selectionCount >= 0)
    guard let id = (entry as? InterceptorEntry)?.objectID else { return }
    let count = interceptorCounts[id, default: 0] + difference
    assert(count >= 0)
    interceptorCounts[id] = count == 0 ? nil : count
  }

  /// Applies pending changes while no thread reads the lists.
  ///
  /// - Returns: What the caller releases after unlocking.
  func applyChanges() -> ContiguousArray<Registration> {
    if changes.isEmpty { return [] }
    let changes = self.changes
    self.changes = []
    return ContiguousArray(changes.compactMap { make($0) })
  }

  /// - Returns: The removed observers, and those that needn't be added any more.
  private func make(_ change: Change) -> Registration? {
    switch change {
    case .add(let entry):
      // Its removal is pending, too.
      if entry.isCancelled { return entry }
      if let entry = entry as? InterceptorEntry {
        interceptors.append(entry)
      } else if let entry = entry as? SelectionObserver {
        registrationCount += 1
        entry.order = registrationCount
        if entry.includesUnhandled { unhandledCount += 1 }
        if entry.elements.isEmpty { selections.append(entry) } else { elements.append(entry) }
      } else {
        assertionFailure("\(type(of: entry)) is no observer.")
      }
      return nil
    case .remove(let entry):
      if let entry = entry as? InterceptorEntry { return interceptors.remove(entry) }
      if let entry = entry as? SelectionObserver {
        let removed = entry.elements.isEmpty ? selections.remove(entry) : elements.remove(entry)
        if removed?.includesUnhandled == true { unhandledCount -= 1 }
        assert(unhandledCount >= 0)
        return removed
      }
      return nil
    }
  }
}
