import Synchronization

/// A run's access to the store: dispatches, waits for later actions, reads the state, and sleeps.
///
/// Callable like a function: `send(Loaded())` is `send.send(Loaded())`. Usable from any thread and
/// task, but only as long as its run: what a cancelled run sends is dropped, under the same lock as
/// the cancellation.
public struct RunContext: Sendable {
  let run: EffectRun
  /// The attempt of this context; 0 if there is only one.
  let attempt: Int
  /// The lift of the effect's actions to those of the store.
  private(set) var lift = ActionLift()

  /// The run of the current task, also after a hop to another actor or in a task that it creates:
  /// what the task dispatches without the context is attributed to the run, too.
  @TaskLocal static var current: RunContext?

  /// Performs the run's work.
  func perform() async throws {
    try await Self.$current.withValue(self) { try await run.work(run.action, self) }
  }

  /// Returns the context for work whose actions are wrapped in those of this context.
  func lifted(by lift: ActionLift) -> RunContext {
    var context = self
    context.lift = lift.inside(self.lift)
    return context
  }

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

  /// Dispatches an action, as ``send(_:note:)`` does.
  public func callAsFunction(_ action: any Action, note: String? = nil) {
    send(action, note: note)
  }

  /// Returns the current state.
  ///
  /// Effects do not name the type of their state, so pass it here: the type of the store's state,
  /// or of the part of it that the effect's ``Feature`` is for.
  ///
  /// - Throws: A ``StateTypeMismatch`` if the state is of another type.
  public func state<State: Sendable>(_ type: State.Type) throws(StateTypeMismatch) -> State {
    if let view = view(of: State.self) { return view.current("state").box.value }
    return try engine(of: State.self).snapshot().value
  }

  /// Returns a part of the current state.
  ///
  /// - Throws: A ``StateTypeMismatch`` if the key path's root is not the state's type.
  public func state<State: Sendable, Value>(
    _ keyPath: KeyPath<State, Value>
  ) throws(StateTypeMismatch) -> Value {
    if let view = view(of: State.self) { return view.current("state").box.value[keyPath: keyPath] }
    return try engine(of: State.self).snapshot().value[keyPath: keyPath]
  }

  /// Returns the current value of a selector.
  ///
  /// - Throws: A ``StateTypeMismatch`` if the selector is of another type than the state's.
  public func selectCurrent<State, Value>(
    _ selector: Selector<State, Value>
  ) throws(StateTypeMismatch) -> Value {
    if let view = view(of: State.self) { return view.value(of: selector) }
    return try engine(of: State.self).value(of: selector)
  }

  private func view<State: Sendable>(of type: State.Type) -> ProjectedView<State>? {
    run.entry.place.view as? ProjectedView<State>
  }

  private func engine<State: Sendable>(
    of type: State.Type
  ) throws(StateTypeMismatch) -> StateEngine<State> {
    if let engine = run.engine as? StateEngine<State> { return engine }
    let site = run.entry.site
    throw StateTypeMismatch(
      effect: run.id.effect,
      position: "\(site.fileID):\(site.line)",
      requestedType: "\(State.self)",
      storedType: "\(run.engine.stateType)",
      partType: (run.entry.place.view as? any StateTyped).flatMap { view in
        view.stateType == run.engine.stateType ? nil : "\(view.stateType)"
      }
    )
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
      // Checked again: the closure that extracts might not be pure.
      if lift.isEmpty { return action }
      if let local = lift.extract(action), match.matches(local) { return local }
    }
  }
}

/// A view that knows the type of its state.
private protocol StateTyped {
  var stateType: Any.Type { get }
}

extension ProjectedView: StateTyped {
  fileprivate var stateType: Any.Type { State.self }
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
