/// A part of a state that is about to be restored.
struct RestoredPart<Part> {
  let part: Part
  /// The commit whose state the part is of; `nil` for a part that the program passed.
  var after: Int?
  /// Whether this is still the part to restore.
  ///
  /// Called right before the part is committed, by the thread that holds the store's lock; calls no
  /// user code and releases nothing.
  var confirm: () -> Bool = { true }
}

extension StateEngine {
  /// Replaces the state: one commit, past middleware, reducers and effects.
  ///
  /// - Parameter after: The commit of this store whose state it is; `nil` if that isn't known.
  func restore(
    _ new: StateBox<State>,
    after: Int? = nil,
    _ action: StateRestored,
    _ context: DispatchContext
  ) {
    var held = enter("restore(_:)")
    let turn = takeTurn(&held)
    if isClosed { return leave(turn, held) }
    commit(new, action, context, recordedAs: entry(forStateAfter: after), turn, held)
  }

  /// Replaces a part of the state: one commit, past middleware, reducers and effects.
  ///
  /// The setter of a computed key path runs without the lock, and again if the state changes
  /// meanwhile.
  ///
  /// - Parameter choose: Returns the part, or `nil` if there is none. Called without the lock, and
  ///   again if the state has changed or the part is not confirmed.
  /// - Returns: Whether there was a part.
  @discardableResult
  func restore<Part: Sendable>(
    at keyPath: any WritableKeyPath<State, Part> & Sendable,
    _ action: StateRestored,
    _ context: DispatchContext,
    choose: () -> RestoredPart<Part>?
  ) -> Bool {
    // Setting a stored property calls no user code.
    let isStored = MemoryLayout<State>.offset(of: keyPath) != nil
    while let choice = choose() {
      let isDone =
        isStored
        ? replaceStored(keyPath, choice, action, context)
        : replaceComputed(keyPath, choice, action, context)
      if isDone { return true }
    }
    return false
  }

  private func replaceStored<Part: Sendable>(
    _ keyPath: any WritableKeyPath<State, Part> & Sendable,
    _ choice: RestoredPart<Part>,
    _ action: StateRestored,
    _ context: DispatchContext
  ) -> Bool {
    var held = enter("restore(_:at:)")
    let turn = takeTurn(&held)
    let isClosed = self.isClosed
    guard !isClosed, choice.confirm() else {
      leave(turn, held)
      return isClosed
    }
    // A copy: the replaced value is released after unlocking.
    let new = StateBox(copying: box)
    unsafe new.pointer.pointee[keyPath: keyPath] = choice.part
    commit(new, action, context, recordedAs: entry(for: choice, at: keyPath), turn, held)
    return true
  }

  private func replaceComputed<Part: Sendable>(
    _ keyPath: any WritableKeyPath<State, Part> & Sendable,
    _ choice: RestoredPart<Part>,
    _ action: StateRestored,
    _ context: DispatchContext
  ) -> Bool {
    let (old, oldVersion) = versionedSnapshot("restore(_:at:)")
    let new = StateBox(copying: old)
    unsafe new.pointer.pointee[keyPath: keyPath] = choice.part
    var held = enter("restore(_:at:)")
    let turn = takeTurn(&held)
    let isClosed = self.isClosed
    guard !isClosed, version == oldVersion, choice.confirm() else {
      leave(turn, held)
      return isClosed
    }
    commit(new, action, context, recordedAs: entry(for: choice, at: keyPath), turn, held)
    // Released after unlocking.
    withExtendedLifetime(old) {}
    return true
  }

  /// Returns the entry of the log for a state that is restored; `nil` if the log begins anew with it.
  private func entry(forStateAfter after: Int?) -> ReplayLog<State>.Entry? {
    guard let after, log?.contains(stateAfter: after) == true else { return nil }
    return .restored(after: after) { state, earlier in if let earlier { state = earlier } }
  }

  /// Returns the entry of the log for a part that is restored.
  private func entry<Part: Sendable>(
    for choice: RestoredPart<Part>,
    at keyPath: any WritableKeyPath<State, Part> & Sendable
  ) -> ReplayLog<State>.Entry? {
    guard let log else { return nil }
    if Part.self == State.self, keyPath == \State.self {
      return entry(forStateAfter: choice.after)
    }
    let after = choice.after.flatMap { log.contains(stateAfter: $0) ? $0 : nil }
    return .restored(after: after) { [part = choice.part] state, earlier in
      state[keyPath: keyPath] = earlier.map { $0[keyPath: keyPath] } ?? part
    }
  }

  /// Commits a state.
  ///
  /// - Parameter entry: What is recorded of it; `nil` if the log begins anew with it.
  func commit(
    _ new: StateBox<State>,
    _ action: StateRestored,
    _ context: DispatchContext,
    recordedAs entry: ReplayLog<State>.Entry?,
    _ turn: Turn,
    _ held: consuming Held
  ) {
    let record = unsafe beginRecord(turn, held)
    let old = box
    box = new
    advanceVersion()
    unsafe record._withUnsafeGuaranteedRef { record in
      record.old = demands.contains(.oldState) ? old.storage : nil
      noteStates(in: record, isHandled: true)
      record.fill(action, context)
      record.startsEffects = false
    }
    let removed = addToLog(entry, number: number + 1)
    unsafe finish(record, turn, held)
    // Released after unlocking.
    withExtendedLifetime((old, removed)) {}
  }
}
