// Reducing recorded actions again. Most of it happens in short critical sections, between which
// other threads dispatch; what they add is reduced again too, the last of it in the section that
// commits. So the result includes every commit but those left out, however many threads dispatch.

extension StateEngine {
  /// The number of commits that are reduced again before the lock is released for the first time.
  private static var firstPart: Int { 64 }

  /// Replaces the state, or a part of it, by what the recorded actions make of it without some of
  /// them: one commit, past middleware and effects.
  ///
  /// - Throws: A ``ReplayRefusal`` if a commit to be left out isn't recorded.
  func replay<Part>(
    without omitted: Set<Int>,
    at keyPath: any WritableKeyPath<State, Part> & Sendable,
    _ action: StateRestored,
    _ context: DispatchContext
  ) throws(ReplayRefusal) {
    // Reading and setting a stored property calls no user code.
    let isStored = MemoryLayout<State>.offset(of: keyPath) != nil
    while var replay = try beginReplay(without: omitted) {
      while catchUp(&replay) {
        let isDone =
          isStored
          ? replaceStored(keyPath, &replay, action, context)
          : replaceComputed(keyPath, &replay, action, context)
        if isDone { return }
      }
    }
  }

  /// Returns `nil` if the store is closed.
  private func beginReplay(
    without omitted: Set<Int>
  ) throws(ReplayRefusal) -> Replay<State>? {
    let held = enter("replay(without:)")
    if isClosed {
      leave(held)
      return nil
    }
    // Nothing was recorded while no observer wanted it.
    let log = log.flatMap { $0.lastNumber == number ? $0 : nil }
    let revision = reducers.revision
    leave(held)
    let commits = log?.commits
    if let missing = omitted.sorted().first(where: { commits?.contains($0) != true }) {
      throw ReplayRefusal(commit: missing, available: commits)
    }
    guard let log else { throw ReplayRefusal(commit: nil, available: nil) }
    return Replay(of: log, without: omitted, reducers: revision)
  }

  /// Reduces again what was committed so far, but for what other threads add meanwhile.
  ///
  /// - Returns: Whether that was possible; otherwise the replay must begin anew.
  private func catchUp(_ replay: inout Replay<State>) -> Bool {
    var part = Self.firstPart
    var lastPending = Int.max
    while true {
      let held = enter("replay(without:)")
      let pending = number - replay.number
      let stop = reduceAgain(&replay, through: replay.number + min(part, pending), held)
      leave(held)
      switch stop {
      case .reached:
        if pending <= part { return true }
        // Longer parts only while others dispatch as fast as this reduces: so it ends, and nobody
        // waits longer than that takes.
        if lastPending - pending < part / 2 { part *= 2 }
        lastPending = pending
      case .restoration(let put, let earlier):
        unsafe put(&replay.state.pointer.pointee, earlier?.value)
        replay.pass()
      case .outdated:
        return false
      }
    }
  }

  /// Why reducing again has stopped.
  private enum Stop {
    case reached
    /// At a commit that replaced the state, which calls user code; it is not included yet.
    case restoration(ReplayLog<State>.Put, earlier: StateBox<State>?)
    /// Reducers were registered or unregistered, or the log no longer has what is needed.
    case outdated
  }

  private func reduceAgain(
    _ replay: inout Replay<State>,
    through last: Int,
    _ held: borrowing Held
  ) -> Stop {
    guard let log, log.lastNumber == number, log.contains(stateAfter: replay.number),
      replay.reducers == reducers.revision
    else { return .outdated }
    swap(&replay.output, &reducers.output)
    defer { swap(&replay.output, &reducers.output) }
    while replay.number < last {
      let next = replay.number + 1
      if !replay.omitted.contains(next) {
        switch log[next] {
        case .action(let action):
          reduceAgain(action, replay.state)
        case .restored(let after?, let put):
          guard let earlier = replay[stateAfter: after] else { return .outdated }
          return .restoration(put, earlier: earlier)
        case .restored(nil, let put):
          return .restoration(put, earlier: nil)
        case .replayed:
          break
        }
      }
      replay.pass()
    }
    return .reached
  }

  /// Runs the applicable handlers on a state that isn't the store's.
  private func reduceAgain(_ action: any Action, _ state: StateBox<State>) {
    let type = type(of: action)
    var list = unsafe reducers.lists.value(for: ObjectIdentifier(type)) ?? makeList(for: type)
    unsafe withAddress(of: action) { action in
      guard let resolved = unsafe resolve(list, for: action) else { return }
      unsafe list = resolved
      unsafe reducers.running = list
      unsafe list._withUnsafeGuaranteedRef { list in
        let state = unsafe UnsafeMutableRawPointer(state.pointer)
        unsafe list.first.reduce(state, action, &reducers.output)
        if list.kind == .several { unsafe runOthers(of: list, state, action) }
      }
      unsafe reducers.running = nil
    }
  }

  private func replaceStored<Part>(
    _ keyPath: any WritableKeyPath<State, Part> & Sendable,
    _ replay: inout Replay<State>,
    _ action: StateRestored,
    _ context: DispatchContext
  ) -> Bool {
    var held = enter("replay(without:)")
    let turn = takeTurn(&held)
    let isClosed = self.isClosed
    guard !isClosed, case .reached = reduceAgain(&replay, through: number, held) else {
      leave(turn, held)
      return isClosed
    }
    // A copy: the replaced value is released after unlocking.
    let new = StateBox(copying: box)
    unsafe new.pointer.pointee[keyPath: keyPath] = replay.state.value[keyPath: keyPath]
    commit(new, action, context, recordedAs: .replayed, turn, held)
    return true
  }

  private func replaceComputed<Part>(
    _ keyPath: any WritableKeyPath<State, Part> & Sendable,
    _ replay: inout Replay<State>,
    _ action: StateRestored,
    _ context: DispatchContext
  ) -> Bool {
    let (old, oldVersion) = versionedSnapshot("replay(without:)")
    let new = StateBox(copying: old)
    unsafe new.pointer.pointee[keyPath: keyPath] = replay.state.value[keyPath: keyPath]
    var held = enter("replay(without:)")
    let turn = takeTurn(&held)
    let isClosed = self.isClosed
    guard !isClosed, version == oldVersion, number == replay.number,
      case .reached = reduceAgain(&replay, through: number, held)
    else {
      leave(turn, held)
      return isClosed
    }
    commit(new, action, context, recordedAs: .replayed, turn, held)
    // Released after unlocking.
    withExtendedLifetime(old) {}
    return true
  }
}
