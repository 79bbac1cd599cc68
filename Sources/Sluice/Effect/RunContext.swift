import Synchronization

/// The store as a run sees it: dispatches, waits for later actions, reads the state, and sleeps.
///
/// May be called like a function: `send(Loaded())` is `send.send(Loaded())`. May be used from any
/// thread and task, but ends with its run: what a cancelled run sends is dropped, under the lock
/// under which it was cancelled.
public struct RunContext: Sendable {
  let run: EffectRun
  /// The attempt that this is the context of; 0 where there is one only.
  let attempt: Int

  /// The run that a task belongs to, also after a hop to another actor or in a task of its own: what
  /// it dispatches past the context is known to come from the run, too.
  @TaskLocal static var current: RunContext?

  /// Does the run's work.
  func perform() async throws {
    try await Self.$current.withValue(self) { try await run.work(run.action, self) }
  }

  /// Dispatches an action; it is said to come from the effect, and its cause is the run.
  ///
  /// When this returns, the state includes the action, unless the run was cancelled or the attempt
  /// was given up: then it is dropped.
  ///
  /// - Parameters:
  ///   - action: The action.
  ///   - note: The note of the action's origin.
  public func send(_ action: any Action, note: String? = nil) {
    run.engine.dispatch(action, DispatchContext(site: run.entry.site, note: note, source: self))
  }

  /// Dispatches an action, as ``send(_:note:)`` does.
  public func callAsFunction(_ action: any Action, note: String? = nil) {
    send(action, note: note)
  }

  /// The state now.
  ///
  /// Effects do not name the type of the state they work on, so it is named here: that of the
  /// store, or of the part of it that the effect's ``Feature`` is for.
  ///
  /// - Throws: A ``StateTypeMismatch`` if it is another type.
  public func state<State: Sendable>(_ type: State.Type) throws(StateTypeMismatch) -> State {
    if let view = view(of: State.self) { return view.current("state").box.value }
    return try engine(of: State.self).snapshot().value
  }

  /// A part of the state now.
  ///
  /// - Throws: A ``StateTypeMismatch`` if the key path begins at another type than the state's.
  public func state<State: Sendable, Value>(
    _ keyPath: KeyPath<State, Value>
  ) throws(StateTypeMismatch) -> Value {
    if let view = view(of: State.self) { return view.current("state").box.value[keyPath: keyPath] }
    return try engine(of: State.self).snapshot().value[keyPath: keyPath]
  }

  /// A selector's value now.
  ///
  /// - Throws: A ``StateTypeMismatch`` if the selector is one of another type than the state's.
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

  /// Waits on the store's clock, so that a test can drive it.
  ///
  /// - Throws: `CancellationError` when the run is cancelled.
  public func sleep(for duration: Duration) async throws {
    try await run.sleep(for: duration)
  }

  /// Waits for an action of a type that is dispatched after the one that set off the run, and has
  /// not been given to it before.
  ///
  /// Actions that came before they were asked for are not missed: the newest 1,000 are kept. Should
  /// older ones have been lost when a run asks, that is reported to ``Store/onDiagnostic``. Several
  /// tasks of a run may wait at once; each action is given to one of them.
  ///
  /// - Throws: `CancellationError` when the run is cancelled or has ended.
  public func next<A: Action>(_ type: A.Type = A.self) async throws -> A {
    A.unchecked(try await run.next(.init(type)))
  }

  /// Waits for an action that is made from a template, as ``next(_:)-(A.Type)`` does for a type.
  public func next<Payload: Sendable>(
    _ template: ActionTemplate<Payload>
  ) async throws -> AnonymousAction<Payload> {
    .unchecked(try await run.next(.init(template)))
  }
}

/// Knows the type of a state.
private protocol StateTyped {
  var stateType: Any.Type { get }
}

extension ProjectedView: StateTyped {
  fileprivate var stateType: Any.Type { State.self }
}

/// What a run dispatches, dispatches it on behalf of its effect.
extension RunContext: DispatchSource {
  var effectID: EffectRunID? { run.id }

  func isCancelled(_ held: borrowing Held) -> Bool {
    run.isOver || run.attempt.load(ordering: .acquiring) != attempt
  }

  func cause(_ held: borrowing Held) -> Cause? {
    let cause = run.cause
    return cause.number == 0 ? nil : cause
  }
}
