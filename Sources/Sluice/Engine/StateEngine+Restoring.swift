/// A part of a state that is about to be restored.
struct RestoredPart<Part> {
  let part: Part
  /// Whether this is still the part to restore.
  ///
  /// Called right before the part is committed, by the thread that holds the store's lock; calls no
  /// user code and releases nothing.
  var confirm: () -> Bool = { true }
}

extension StateEngine {
  /// Replaces the state: one commit, past middleware, reducers and effects.
  func restore(_ new: StateBox<State>, _ action: StateRestored, _ context: DispatchContext) {
    var held = enter("restore(_:)")
    let turn = takeTurn(&held)
    if isClosed { return leave(turn, held) }
    commit(new, action, context, turn, held)
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
  func restore<Part>(
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

  private func replaceStored<Part>(
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
    commit(new, action, context, turn, held)
    return true
  }

  private func replaceComputed<Part>(
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
    commit(new, action, context, turn, held)
    // Released after unlocking.
    withExtendedLifetime(old) {}
    return true
  }

  /// Commits a state.
  private func commit(
    _ new: StateBox<State>,
    _ action: StateRestored,
    _ context: DispatchContext,
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
    unsafe finish(record, turn, held)
    // Released after unlocking.
    withExtendedLifetime(old) {}
  }
}
