import Synchronization

/// A run's access to the store: dispatches, waits for later actions, reads the state, and sleeps.
///
/// An effect names the type of the state that it reads; without it, the context is a
/// `RunContext<Void>`. A ``Feedback`` reads its own state.
///
/// ```swift
/// let save = Effect<Files>.on(SaveTapped.self, state: AppState.self) { _, files, context in
///   try await files.write(context.state.draft)
///   context.send(Saved())
/// }
/// ```
///
/// Usable from any thread and task, but only as long as its run: what a cancelled run sends is
/// dropped, under the same lock as the cancellation.
public struct RunContext<State: Sendable>: Sendable {
  let run: EffectRun
  /// The attempt of this context; 0 if there is only one.
  let attempt: Int
  /// The lift of the effect's actions to those of the store.
  private(set) var lift = ActionLift()

  /// Dispatches an action whose origin is the effect and whose cause is the run.
  ///
  /// When this returns, the state includes the action. The action is dropped if the run was
  /// cancelled or the attempt was abandoned.
  ///
  /// - Parameters:
  ///   - action: The action.
  ///   - note: The note in the action's origin.
  public func send(_ action: any Action, note: String? = nil) {
    let action = lift.isEmpty ? action : lift.embed(action)
    run.engine.dispatch(action, DispatchContext(site: run.entry.site, note: note, source: self))
  }

  /// The current state: the store's, or the part of it that the effect's ``Feature`` or lift is for.
  public var state: State {
    if let view { return view.current("state").box.value }
    return engine.snapshot().value
  }

  /// The state at the commit of the action that started the run: as it was when the action had been
  /// reduced, whatever has changed since.
  ///
  /// Only for an effect with ``ActionEffect/retainingState()``.
  ///
  /// - Throws: A ``StateNotRetained`` if the run doesn't retain the state.
  public var stateAtCommit: State {
    get throws(StateNotRetained) {
      if let box = run.state { return StateBox(box).value }
      let site = run.entry.site
      throw StateNotRetained(effect: run.id.effect, position: "\(site.fileID):\(site.line)")
    }
  }

  /// Returns the current value of a selector.
  public func selectCurrent<Value>(_ selector: Selector<State, Value>) -> Value {
    if let view { return view.value(of: selector) }
    return engine.value(of: selector)
  }

  private var view: ProjectedView<State>? { run.entry.place.view as? ProjectedView<State> }

  private var engine: StateEngine<State> {
    guard let engine = run.engine as? StateEngine<State> else {
      preconditionFailure("Sluice: \(run.id.effect) was registered though it reads another state.")
    }
    return engine
  }

  /// Sleeps on the store's clock, which a test can advance.
  ///
  /// - Throws: `CancellationError` if the run is cancelled.
  public func sleep(for duration: Duration) async throws {
    try await run.sleep(for: duration)
  }

  /// Returns the next action of a type that was dispatched after the one that started the run, and
  /// that the run has not received yet.
  ///
  /// Waits for such an action if there is none. Earlier actions are not missed: the store buffers
  /// the newest 1,000, and reports to ``Store/onDiagnostic`` if older ones were lost when a run
  /// asks. Several tasks of a run may wait at once; each action is delivered to one of them.
  ///
  /// - Throws: `CancellationError` if the run is cancelled or has ended.
  public func next<A: Action>(_ type: A.Type = A.self) async throws -> A {
    A.unchecked(try await next(ActionMatch(type)))
  }

  /// Returns the next action made from a template, as ``next(_:)-(A.Type)`` does for a type.
  public func next<Payload: Sendable>(
    _ template: ActionTemplate<Payload>
  ) async throws -> AnonymousAction<Payload> {
    .unchecked(try await next(ActionMatch(template)))
  }

  private func next(_ match: ActionMatch) async throws -> any Action {
    let lifted = match.lifted(by: lift)
    while true {
      let action = try await run.next(lifted)
      if lift.isEmpty { return action }
      // Checked again: the closure that extracts might not be pure.
      if let local = lift.extract(action), match.matches(local) { return local }
    }
  }
}

// MARK: - Without a state

extension RunContext where State == Void {
  /// No state: name the type of the one that the effect reads, as in
  /// `Effect.on(SomeAction.self, state: AppState.self)`.
  public var state: NoState { NoState() }

  /// Returns the value of a selector that reads no state.
  public func selectCurrent<Value>(_ selector: Selector<Void, Value>) -> Value {
    selector.value(in: ())
  }

  /// Performs the run's work.
  func perform() async throws {
    try await EffectRun.$context.withValue(self) { try await run.work(run.action, self) }
  }

  /// Returns the context for work whose actions are wrapped in those of this context.
  func lifted(by lift: ActionLift) -> RunContext {
    var context = self
    context.lift = lift.inside(self.lift)
    return context
  }

  /// Returns the context of an effect that reads a state, of which it was registered.
  @usableFromInline
  func reading<Read: Sendable>(_: Read.Type) -> RunContext<Read> {
    RunContext<Read>(run: run, attempt: attempt, lift: lift)
  }
}

extension EffectRun {
  /// The run of the current task, also after a hop to another actor or in a task that it creates:
  /// what the task dispatches without the context is attributed to the run, too.
  @TaskLocal static var context: RunContext<Void>?
}

/// A run dispatches on behalf of its effect.
extension RunContext: DispatchSource {
  var effectID: EffectRunID? { run.id }

  func isCancelled(_ held: borrowing Held) -> Bool {
    run.isOver || run.attempt.load(ordering: .acquiring) != attempt
      || run.cause.chain.tracked?.isCancelled == true
  }

  func cause(_ held: borrowing Held) -> Cause? {
    let cause = run.cause
    return cause.number == 0 ? nil : cause
  }
}
