extension StateCore {
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
    let thread = enter(operation)
    if isClosed { return leave() }
    let old = unsafe box
    unsafe box = make()
    advanceVersion()
    let demands = unsafe demands
    let record = CommitRecord(
      action,
      site: context.site,
      note: context.note,
      old: demands.contains(.oldState) ? old.storage : nil,
      new: unsafe demands.isDisjoint(with: [.newState, .selections]) ? nil : box.storage,
      isHandled: true
    )
    unsafe record.setsOffEffects = false
    finish(record, begin: beginCommit(), thread: thread)
    // What the old state held is released here, without the lock.
    withExtendedLifetime(old) {}
  }
}
