import SluiceLocks

// What led to an action: its dispatcher, the call that the thread makes, or a value that a task has read.

extension Core {
  /// The cause of an action, and the effect or middleware that dispatches it.
  ///
  /// The commit is that of the dispatcher, the length of the chain that of the longest one that led
  /// here: a run that answers each value of a selection has the commit that started it.
  final func findCause(
    _ source: inout (any DispatchSource)?,
    _ held: borrowing Held
  ) -> Cause? {
    assert(lock.isHeld(by: held.thread))
    let called = currentCause(held.thread)
    if source == nil, called?.number ?? 0 == 0 {
      // Dispatched within a run, perhaps, but not with its context.
      source = runs?.currentSource
      if source == nil, called == nil, iterations.isEmpty { return nil }
    }
    var cause = source?.cause(held) ?? called ?? Cause()
    let other = called?.chain ?? answeredChain
    if let other, other.depth > cause.chain.depth { cause.follow(other) }
    return cause.isNone ? nil : cause
  }

  /// The chain that the calling task continues, if it answers an iterator's values.
  private final var answeredChain: CauseChain? {
    iterations.isEmpty ? nil : iterations[Platform.currentTask]
  }

  /// An action that is dispatched, as a step of a loop.
  final func step(
    _ action: any Action.Type,
    _ context: borrowing DispatchContext,
    _ source: (any DispatchSource)?
  ) -> StoreDiagnostic.LoopStep {
    let frame = hasFrame ? CauseFrame.current : nil
    let dispatcher =
      source?.name ?? frame?.dispatcher ?? (hasTurn ? observers.currentLabel : nil)
      ?? answeredChain.map { _ in "a task that iterates over a selection" }
    return StoreDiagnostic.LoopStep(action, by: dispatcher, at: context.site)
  }

  /// Records that a chain has just reached a length at which a loop is reported, to be reported once
  /// for each length.
  final func noteLoop(_ chain: CauseChain) {
    assert(isLocked)
    guard chain.depth > notices.longestLoop, let loop = chain.loop() else { return }
    notices.longestLoop = chain.depth
    notices.pending.append { [depth = chain.depth] in .actionLoop(loop, length: depth) }
  }
}
