public import SluiceCore
import SluiceLocks

/// A run's access to the store: dispatches, waits for later actions, reads the state, and sleeps.
///
/// An effect names the type of the state that it reads, with ``Trigger/seeing(_:retaining:)``; without
/// it, the context is a `RunContext<Void>`. A ``Feedback`` reads its own state.
///
/// ```swift
/// let save = Effect<Files>.on(SaveTapped.self).seeing(AppState.self).run { _, files, context in
///   try await files.write(context.state.draft)
///   context.send(Saved())
/// }
/// ```
///
/// Usable from any thread and task, but only as long as its run: what a cancelled run sends is
/// dropped, under the same lock as the cancellation, and what is sent after the run has ended is
/// dropped and reported.
///
/// A run whose own answer cancels it, such as that of a feedback which ends what the feedback waits for, has
/// succeeded: it is shown as ended, by its answer, and may do what stands behind its `send`. It is cancelled
/// at its next call of the context, or when a second of the store's clock has passed.
public struct RunContext<State: Sendable>: Sendable {
  let attempt: RunAttempt
  /// The lift of the effect's actions to those of the store.
  private(set) var lift = ActionLift()

  var run: EffectRun { attempt.sender }

  /// Dispatches an action whose origin is the caller and whose cause is the run.
  ///
  /// When this returns, the state includes the action. The action is dropped if the run was
  /// cancelled, the attempt was abandoned, or the run has ended; the last is reported to
  /// ``Store/onDiagnostic``.
  ///
  /// - Parameters:
  ///   - action: The action.
  ///   - note: The note in the action's origin.
  ///   - fileID: The caller's file.
  ///   - line: The caller's line.
  public func send(
    _ action: any Action,
    note: String? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) {
    run.noteCall()
    let function = run.entry.site.function
    let site = ActionOrigin.Site(fileID: fileID, line: line, function: function)
    if run.isFinished { return run.reportLateSend(site) }
    dispatch(action, note, site)
  }

  /// Dispatches what the effect's closure returned; its origin is the effect.
  @usableFromInline
  func answer(_ action: (any Action)?, note: String? = nil) {
    if let action { dispatch(action, note, run.entry.site) }
  }

  /// Dispatches what the effect's closure returned, in order; its origin is the effect.
  @usableFromInline
  func answer(_ actions: [any Action], note: String? = nil) {
    for action in actions { answer(action, note: note) }
  }

  private func dispatch(_ action: any Action, _ note: String?, _ site: ActionOrigin.Site) {
    let action = lift.isEmpty ? action : lift.embed(action)
    run.core.dispatch(
      DispatchedAction(action, DispatchContext(site: site, note: note, source: attempt))
    )
  }

  /// The state now: the store's, or the part of it that the effect's ``Feature`` or lift is for.
  ///
  /// Later actions may have changed it since the commit of the run's own: `stateAtCommit` is as it was
  /// then, and `stateBefore` as it was before.
  public var state: State {
    run.noteCall()
    if let view { return view.current("state").box.value }
    return core.snapshot().value
  }

  /// The state at the commit of the action that started the run: as it was when the action had been
  /// reduced, whatever has changed since.
  ///
  /// Only for an effect that retains it, with ``Trigger/seeing(_:retaining:)``.
  ///
  /// - Throws: A ``StateNotRetained`` if the run doesn't retain the state.
  public var stateAtCommit: State {
    get throws(StateNotRetained) {
      guard let box = run.trigger?.retained.after else {
        throw StateNotRetained(run, isStateBefore: false)
      }
      return StateBox<State>(box).value
    }
  }

  /// The state before the commit of the action that started the run: as it was when the action had not
  /// been reduced; `nil` for a part that the action itself made.
  ///
  /// Only for an effect that retains it, with ``Trigger/seeing(_:retaining:)``.
  ///
  /// - Throws: A ``StateNotRetained`` if the run doesn't retain the state.
  public var stateBefore: State? {
    get throws(StateNotRetained) {
      guard run.entry.settings.retention?.states.contains(.before) == true else {
        throw StateNotRetained(run, isStateBefore: true)
      }
      return run.trigger?.retained.before.map { StateBox<State>($0).value }
    }
  }

  /// Returns the current value of a selector.
  public func selectCurrent<Value>(_ selector: Selector<State, Value>) -> Value {
    if let view { return view.value(of: selector) }
    return core.value(of: selector)
  }

  var view: ProjectedView<State>? {
    run.view as? ProjectedView<State>
  }

  var core: StateCore<State> {
    guard let core = run.core as? StateCore<State> else {
      preconditionFailure("Sluice: \(run.id.effect) was registered though it reads another state.")
    }
    return core
  }

  /// Sleeps on the store's clock, which a test can advance.
  ///
  /// - Throws: `CancellationError` if the run is cancelled.
  public func sleep(for duration: Duration) async throws {
    if run.noteCall() { throw CancellationError() }
    try await run.sleep(for: duration)
  }

  /// Returns the next action of a type that was dispatched after the one that started the run, and
  /// that the run has not received yet.
  ///
  /// Waits for such an action if there is none. Earlier actions are not missed: the store keeps the
  /// newest 1,000, and reports to ``Store/onDiagnostic`` if older ones were lost when a run asks.
  /// Several tasks of a run may wait at once; each action is delivered to one of them. Actions that
  /// don't satisfy the predicate remain for other calls.
  ///
  /// - Parameters:
  ///   - type: The action's type.
  ///   - predicate: Called in this task, with one action of the type after the other; by default,
  ///     each will do.
  ///   - timeout: The maximum wait, measured on the store's clock; `nil` for none. With
  ///     `try? await`, the result is `nil` if the time is up.
  /// - Throws: An ``EffectTimeout`` if the time is up, or `CancellationError` if the run is cancelled
  ///   or has ended.
  public func next<A: Action>(
    _ type: A.Type = A.self,
    where predicate: ((A) -> Bool)? = nil,
    timeout: Duration? = nil
  ) async throws -> A {
    try await next(_PatternMatch(type), where: predicate, timeout)
  }

  /// Returns the next action of a pattern, as ``next(_:where:timeout:)`` does for a type.
  public func next<P: ActionPattern & CustomStringConvertible>(
    matching pattern: P,
    where predicate: ((P.Input) -> Bool)? = nil,
    timeout: Duration? = nil
  ) async throws -> P.Input {
    try await next(pattern._match, where: predicate, timeout)
  }

  private func next<Input>(
    _ match: _PatternMatch<Input>,
    where predicate: ((Input) -> Bool)?,
    _ timeout: Duration?
  ) async throws -> Input {
    run.noteCall()
    let lifted = match.actions.lifted(by: lift)
    let limit = run.entry.clock.limit(timeout, match.actions.name)
    return try await run.next(lifted, limit, isAny: predicate == nil) { action in
      lift.extract(action).flatMap(match.input).flatMap { predicate?($0) == false ? nil : $0 }
    }
  }
}

// MARK: - Without a state

extension RunContext where State == Void {
  /// No state: name the type of the one that the effect reads, as in
  /// `Effect.on(SomeAction.self).seeing(AppState.self)`.
  public var state: NoState { NoState() }

  /// No state, as for `state`.
  public var stateAtCommit: NoState { get throws(StateNotRetained) { NoState() } }

  /// No state, as for `state`.
  public var stateBefore: NoState { get throws(StateNotRetained) { NoState() } }

  /// Returns the value of a selector that reads no state.
  public func selectCurrent<Value>(_ selector: Selector<Void, Value>) -> Value {
    selector.value(in: ())
  }

  /// Performs the run's work.
  func perform() async throws {
    run.noteWorkTask()
    try await TaskRun.$current.withValue(attempt) {
      guard let carried = run.carried else { return try await run.work(run.input, self) }
      try await carried.bind { try await run.work(run.input, self) }
    }
  }

  /// Returns the context for work whose actions are wrapped in those of this context.
  package func lifted(by lift: ActionLift) -> RunContext {
    var context = self
    // An effect's lift is bound to the part of its action; a feedback's runs have no action.
    let part = run.scope.part
    let isUnbound = lift.boundCount < lift.partCount && !part.steps.isEmpty
    let bound = isUnbound ? lift.bound(to: part.dropFirst(self.lift.boundCount)) : lift
    context.lift = bound.inside(self.lift)
    return context
  }

  /// Returns the context of an effect that reads a state, of which it was registered.
  @usableFromInline
  func reading<Read: Sendable>(_: Read.Type) -> RunContext<Read> {
    RunContext<Read>(attempt: attempt, lift: lift)
  }
}

/// An attempt of a run, which dispatches on behalf of its effect.
final class RunAttempt: Scope, CurrentRun, @unchecked Sendable {
  // `@unchecked`: there is no `var`.
  let sender: EffectRun

  init(of run: EffectRun) {
    sender = run
    super.init(in: run)
  }

  var effectID: EffectRunID? { sender.id }

  var run: AnyObject? { sender }

  /// That of the current task.
  static var current: RunAttempt? { TaskRun.current as? RunAttempt }

  /// Called when the action's commit has cancelled what it cancels.
  func note(commit number: Int, _ held: borrowing Held) {
    // Before that commit it wasn't: the action would have been refused.
    if sender.isOver { sender.noteAnswer() }
    if sender.entry.settings.answersOnce {
      RunScheduler.of(sender.core, held)?.noteAnswer(of: sender, held)
    }
  }

  func isCancelled(_ held: borrowing Held) -> Bool {
    isCancelled(at: sender.commit) || sender.cause.chain.tracked?.hasEnded == true
  }

  func isUnderWay(_ held: borrowing Held) -> Bool {
    // What a sequence of the program's brings comes from outside.
    if case .source = sender.entry.kind { false } else { true }
  }

  func cause(_ held: borrowing Held) -> Cause? {
    let cause = sender.cause
    return cause.number == 0 ? nil : cause
  }

  func beginReading() { sender.readers.wrappingAdd(1, ordering: .relaxed) }

  func endReading() { sender.readers.wrappingSubtract(1, ordering: .relaxed) }
}
