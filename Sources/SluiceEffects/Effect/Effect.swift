public import SluiceCore

/// Asynchronous work started by actions, which may dispatch more actions.
///
/// Most effects are created with `Effect.on` and are stored properties of an ``Effects`` type:
///
/// ```swift
/// let search = Effect<AppEnvironment>.on(SearchTyped.self) { action, environment in
///   SearchLoaded(results: try await environment.api.search(action.text))
/// }
/// .debounce(for: .milliseconds(300))
/// .overlap(.latest)
/// ```
///
/// `Effect.on` runs its work in a separate task for each action, so runs may overlap and end in
/// another order, unless ``ActionEffect/overlap(_:)`` specifies otherwise. The task has the
/// priority of the delivering thread, usually that of the dispatching one; it inherits no
/// task-local values but those that the store is to ``Store/carry(_:as:)``. An error that it throws is reported to ``Store/onEffectFailure`` and to
/// interceptors; the effect handles the next action as usual.
public class Effect<Environment: Sendable>: @unchecked Sendable {
  // `@unchecked`: classes that are not final cannot be checked; there is no `var`.
  package let site: ActionOrigin.Site
  package let work: EffectWork<Environment>
  package let access: StateAccess

  package init(
    site: ActionOrigin.Site,
    work: EffectWork<Environment>,
    access: StateAccess = StateAccess()
  ) {
    self.site = site
    self.work = work
    self.access = access
  }
}

/// The kinds of work; each is created once for an environment, at registration.
package enum EffectWork<Environment: Sendable>: Sendable {
  /// Runs during the delivery: no task, no run.
  case synchronous(ActionMatch, @Sendable (Environment) -> SynchronousWork)
  /// Runs in a task for each action.
  case run(ActionMatch, RunSettings, @Sendable (Environment) -> RunWork)
  /// Only cancels.
  case cancel(ActionMatch, id: any Hashable & Sendable)
  /// Runs in one task that reads all actions from a stream.
  case stream(@Sendable (ActionStream, Environment, RunContext<Void>) async throws -> Void)
  /// Runs in one task that reads no actions, and never keeps the store from being idle.
  case source(@Sendable (Environment, RunContext<Void>) async throws -> Void)
}

/// Calls a closure with each answer to an action; called only with actions that match.
@usableFromInline
package typealias SynchronousWork = @Sendable (any Action, _ answer: (any Action) -> Void) -> Void

/// Performs a run's work for an action; called only with actions that match.
@usableFromInline
package typealias RunWork = @Sendable (any Action, RunContext<Void>) async throws -> Void

/// An effect of one type of action, or of the actions of an ``ActionPattern``.
///
/// Modifiers are settings: each returns a changed copy, their order does not matter, and the last
/// of a kind wins. An action passes debounce or throttle, then overlap; its run waits for the
/// delay, then makes its attempts, each with its timeout; `catch` receives what the last attempt
/// throws. All times are measured on the store's clock.
public final class ActionEffect<Environment: Sendable, Input: Sendable>: Effect<Environment>,
  RunModifiable, @unchecked Sendable
{
  // `@unchecked`: as its superclass.
  /// What starts the effect, and what its closures receive of it.
  let match: _PatternMatch<Input>

  init(
    site: ActionOrigin.Site,
    match: _PatternMatch<Input>,
    settings: RunSettings,
    access: StateAccess,
    run: @escaping @Sendable (Environment) -> RunWork
  ) {
    self.match = match
    super.init(site: site, work: .run(match.actions, settings, run), access: access)
  }

  /// For the library.
  public var _settings: _RunSettings { _RunSettings(value: runs.settings) }

  /// For the library.
  public func _with(_ settings: _RunSettings) -> ActionEffect {
    ActionEffect(site: site, match: match, settings: settings.value, access: access, run: runs.make)
  }

  private var runs: (settings: RunSettings, make: @Sendable (Environment) -> RunWork) {
    guard case .run(_, let settings, let make) = work else {
      preconditionFailure("An effect of actions has runs.")
    }
    return (settings, make)
  }
}
