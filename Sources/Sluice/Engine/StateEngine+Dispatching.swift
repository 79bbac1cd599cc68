// The path of an action starts here: `dispatch` reduces, and delivers to observers. Inlined into
// the caller, where the action's type is known, so that the handlers receive the action without a
// box.

extension StateEngine {
  /// Reduces immediately; delivers before it returns, unless another thread is delivering.
  @inlinable
  func dispatch<A: Action>(_ action: A, note: String?, site: ActionOrigin.Site) {
    let held = enter("dispatch(action:)")
    let demands = demands
    if demands.isEmpty {
      _ = unsafe reduce(action)
      number &+= 1
      let hasDiagnostics = reducers.output.hasDiagnostics
      leave(held)
      if hasDiagnostics { reportDiagnostics() }
    } else if demands.isDisjoint(with: [.middleware, .closed]) {
      commit(action, note: note, site: site, held)
    } else {
      dispatch(action, DispatchContext(site: site, note: note), held)
    }
  }

  /// Dispatches an action whose type is known only at run time.
  @inlinable
  func dispatchOpened(_ action: any Action, note: String?, site: ActionOrigin.Site) {
    let held = enter("dispatch(action:)")
    if demands.isEmpty {
      _ = unsafe reduceOpened(action)
      number &+= 1
      let hasDiagnostics = reducers.output.hasDiagnostics
      leave(held)
      if hasDiagnostics { reportDiagnostics() }
    } else {
      dispatch(action, DispatchContext(site: site, note: note), held)
    }
  }

  /// Acquires the turn, reduces, and delivers the commit.
  @inlinable
  @inline(never)
  func commit<A: Action>(
    _ action: A,
    note: String?,
    site: ActionOrigin.Site,
    _ held: consuming Held
  ) {
    var held = held
    let turn = takeTurn(&held)
    if demands.contains(.closed) { return leave(turn, held) }
    if demands.isDisjoint(with: [.newState, .selections]),
      concernsNobody(type(of: action), held)
    {
      _ = unsafe reduce(action)
      number &+= 1
      let hasDiagnostics = reducers.output.hasDiagnostics
      leave(turn, held)
      if hasDiagnostics { reportDiagnostics() }
      return
    }
    if turn == .direct, demands == .selections, !hasRuns {
      let isHandled = unsafe reduce(action)
      number &+= 1
      let hasDiagnostics = reducers.output.hasDiagnostics
      if isHandled {
        deliverToSelections(box.storage, held)
      } else {
        leave(turn, held)
      }
      if hasDiagnostics { reportDiagnostics() }
      return
    }
    let record = unsafe beginRecord(turn, held)
    let isHandled = unsafe reduce(action, keepingOldStateIn: keeper(record))
    unsafe record._withUnsafeGuaranteedRef { record in
      record.put(action)
      record.site = site
      record.note = note
      noteStates(in: record, isHandled: isHandled)
    }
    unsafe finish(record, turn, held)
  }

  /// The record that receives the state before the commit, if it is demanded.
  @inlinable
  @inline(__always)
  func keeper(_ record: Unmanaged<CommitRecord>) -> Unmanaged<CommitRecord>? {
    unsafe demands.contains(.oldState) ? record : nil
  }

  /// Records the states of a commit whose reducers have run.
  @inlinable
  @inline(__always)
  func noteStates(in record: CommitRecord, isHandled: Bool) {
    record.isHandled = isHandled
    if demands.contains(.oldState), record.old == nil {
      record.old = box.storage
    }
    if !demands.isDisjoint(with: [.newState, .selections, .runStates]) {
      record.new = box.storage
    }
  }

  /// Runs the applicable handlers; the caller holds the lock.
  ///
  /// - Parameter keeper: Retains the previous box, if there are any.
  /// - Returns: Whether there were any.
  @inlinable
  @inline(__always)
  func reduce<A: Action>(
    _ action: A,
    keepingOldStateIn keeper: Unmanaged<CommitRecord>? = nil
  ) -> Bool {
    // An object may be one of a subclass of `A`.
    let type = type(of: action)
    let list = unsafe reducers.lists.value(for: ObjectIdentifier(type)) ?? makeList(for: type)
    return unsafe withUnsafePointer(to: action) {
      unsafe run(list, UnsafeRawPointer($0), keeper)
    }
  }

  /// Dispatches an action whose type is known only at run time.
  ///
  /// Doesn't call the other one with an opened existential, which would be compiled for an unknown
  /// state, too.
  @inlinable
  @inline(__always)
  func reduceOpened(
    _ action: any Action,
    keepingOldStateIn keeper: Unmanaged<CommitRecord>? = nil
  ) -> Bool {
    let type = type(of: action)
    let list = unsafe reducers.lists.value(for: ObjectIdentifier(type)) ?? makeList(for: type)
    return unsafe withAddress(of: action) { unsafe run(list, $0, keeper) }
  }

  @inlinable
  @inline(__always)
  func run(
    _ list: Unmanaged<HandlerList>,
    _ action: UnsafeRawPointer,
    _ keeper: Unmanaged<CommitRecord>?
  ) -> Bool {
    var list = unsafe list
    if unsafe list._withUnsafeGuaranteedRef({ $0.kind }) != .one {
      guard let resolved = unsafe resolve(list, for: action) else { return false }
      unsafe list = resolved
    }
    if unsafe keeper != nil || !isKnownUniquelyReferenced(&box.storage) {
      unsafe replaceBox(keeper)
    }
    advanceVersion()
    unsafe reducers.running = list
    // Not retained: the table retains the list, and changes only under the lock.
    unsafe list._withUnsafeGuaranteedRef { list in
      let state = unsafe UnsafeMutableRawPointer(box.pointer)
      unsafe list.first.reduce(state, action, &reducers.output)
      if list.kind == .several { unsafe runOthers(of: list, state, action) }
    }
    unsafe reducers.running = nil
    return true
  }

  /// Replaces the box, which is or will be retained elsewhere, by a copy.
  @inlinable
  @inline(never)
  func replaceBox(_ keeper: Unmanaged<CommitRecord>?) {
    var other: StateBox<State>
    if let spare = takeSpareBox() {
      other = StateBox(spare)
      other.fill(copying: box)
    } else {
      other = StateBox(copying: box)
    }
    swap(&other, &box)
    unsafe keeper?._withUnsafeGuaranteedRef { record in
      unsafe record.oldState = UnsafeMutableRawPointer(other.pointer)
      record.old = other.storage
    }
  }
}

/// Calls a closure with the address of what is in a box.
@inlinable
@inline(__always)
func withAddress<Result>(of action: any Action, _ body: (UnsafeRawPointer) -> Result) -> Result {
  func open<A: Action>(_ action: A) -> Result {
    unsafe withUnsafePointer(to: action) { unsafe body(UnsafeRawPointer($0)) }
  }
  return open(action)
}
