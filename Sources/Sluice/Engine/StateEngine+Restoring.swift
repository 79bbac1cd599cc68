extension StateEngine {
  /// Puts a state in the place of the current one: one commit, past middleware, reducers and
  /// effects.
  func restore(_ new: StateBox<State>, _ action: StateRestored, _ context: DispatchContext) {
    replace("restore(_:)", action, context) { new }
  }

  /// Puts a part of the state in the place of the current one.
  func restore<Part>(
    _ part: Part,
    at keyPath: any WritableKeyPath<State, Part> & Sendable,
    _ action: StateRestored,
    _ context: DispatchContext
  ) {
    replace("restore(_:at:)", action, context) {
      // A copy, and not in place: what is dropped must be released without the lock.
      let new = StateBox(copying: unsafe box)
      unsafe new.pointer.pointee[keyPath: keyPath] = part
      return new
    }
  }

  private func replace(
    _ operation: StaticString,
    _ action: StateRestored,
    _ context: DispatchContext,
    _ make: () -> StateBox<State>
  ) {
    var held = enter(operation)
    let turn = takeTurn(&held)
    if isClosed { return leave(turn, held) }
    let record = unsafe beginRecord(turn, held)
    let old = unsafe box
    unsafe box = make()
    advanceVersion()
    unsafe record._withUnsafeGuaranteedRef { record in
      unsafe record.old = unsafe demands.contains(.oldState) ? old.storage : nil
      noteStates(in: record, isHandled: true)
      record.fill(action, context)
      unsafe record.startsEffects = false
    }
    unsafe finish(record, turn, held)
    // What the old state held is released here, without the lock.
    withExtendedLifetime(old) {}
  }
}
