import SluiceLocks

// Replacing the state: by one that the program passed, by that of an earlier commit, or by what
// recorded actions make of it. All of these are one commit, past middleware, reducers and effects.

/// A part that is about to be restored.
package struct RestoredPart<Part> {
  /// The commit whose state the part is of; `nil` if that isn't known.
  let after: Int?
  /// Returns whether this is still the part to restore, which may have been brought up to date.
  ///
  /// Called right before the part is committed, by the thread that holds the lock; calls no user
  /// code but reducers, and releases nothing.
  let confirm: (_ replaced: ReplacedPart<Part>, borrowing Held) -> Bool
  /// Returns the part: when it is confirmed, or before that if it is set by user code.
  ///
  /// `nil` for one that is absent, of which nothing is restored.
  let part: () -> Part?

  package init(
    after: Int? = nil,
    confirm: @escaping (ReplacedPart<Part>, borrowing Held) -> Bool = { _, _ in true },
    part: @escaping () -> Part?
  ) {
    self.after = after
    self.confirm = confirm
    self.part = part
  }
}

/// The part in whose place another one is put.
package struct ReplacedPart<Part> {
  /// The number of the commit after which it was there.
  package let number: Int
  /// `nil` if there is none, and so none is restored.
  package let part: Part?
}

/// A state to be put in the place of the current one, and the action that says so.
final class RestoredState {
  var box: AnyStateBox
  let action: any Action

  init(_ box: AnyStateBox, _ action: any Action) {
    self.box = box
    self.action = action
  }
}

extension StateCore {
  /// Replaces a part of the state, or all of it.
  ///
  /// A setter that is user code runs without the lock, and again if the state changes meanwhile.
  ///
  /// - Parameter choose: Returns the part, or `nil` if there is none. Called without the lock, and
  ///   again if the state has changed or the part is not confirmed.
  /// - Returns: Whether there was a part.
  @discardableResult
  package func restore<Part: Sendable, Failure: Error>(
    _ place: Place<State, Only, Part>,
    _ reason: StateRestored.Reason,
    by restorer: ObjectIdentifier? = nil,
    _ context: borrowing DispatchContext,
    choose: () throws(Failure) -> RestoredPart<Part>?
  ) throws(Failure) -> Bool {
    while let choice = try choose() {
      let prepared = place.isStored ? nil : prepare(choice, at: place)
      if prepared == nil, !place.isStored { return false }
      let dispatched = DispatchedAction(StateRestored(reason: reason), context.copy())
      let isDone = commit(dispatched) { held in
        let replaced = prepared?.replaced ?? place.find(StateBox(self.box).value, .part)
        guard prepared == nil || prepared?.version == self.version,
          choice.confirm(ReplacedPart(number: self.number, part: replaced), held)
        else { return nil }
        let part = prepared?.part ?? choice.part()
        let new = prepared?.new ?? self.copy(of: StateBox(self.box), with: part, at: place)
        let restoration = part.map { Restoration(of: $0, at: place, after: choice.after) }
        let action = StateRestored(reason: reason, restorer: restorer, restoration: restoration)
        return RestoredState(new.storage, action)
      }
      // Released after unlocking.
      withExtendedLifetime((prepared, choice)) {}
      if isDone || demands.refuseActions { return true }
    }
    return false
  }

  /// Sets a part in a copy of the current state, which may call user code.
  ///
  /// - Returns: `nil` if the part is absent.
  private func prepare<Part: Sendable>(
    _ choice: RestoredPart<Part>,
    at place: Place<State, Only, Part>
  ) -> (part: Part?, replaced: Part, version: Int, new: StateBox<State>)? {
    let (old, version) = versionedSnapshot("restore(_:)")
    guard let replaced = place.find(old.value, .part) else { return nil }
    let part = choice.part()
    return (part, replaced, version, copy(of: old, with: part, at: place))
  }

  private func copy<Part: Sendable>(
    of box: StateBox<State>,
    with part: Part?,
    at place: Place<State, Only, Part>
  ) -> StateBox<State> {
    let copy = StateBox(copying: box)
    if let part { unsafe place.set(part, in: &copy.pointer.pointee) }
    return copy
  }

  /// Reduces an action into a state that isn't the store's, by handlers that may have been unregistered.
  ///
  /// - Parameter output: Receives what the reducers request.
  package func reduce(
    _ action: any Action,
    by handlers: HandlerList,
    into other: StateBox<State>,
    _ output: inout ReducerOutput,
    _ held: borrowing Held
  ) {
    assert(lock.isHeld(by: held.thread))
    swap(&output, &routes.output)
    unsafe withAddress(of: action) { action in
      guard let list = unsafe handlers.resolved(for: action) else { return }
      let state = unsafe UnsafeMutableRawPointer(other.pointer)
      unsafe routes.running = .passUnretained(list)
      unsafe list.first.reduce(state, action, &routes.output)
      if list.kind == .several { unsafe runOthers(of: list, state, action) }
      unsafe routes.running = nil
    }
    swap(&output, &routes.output)
  }
}
