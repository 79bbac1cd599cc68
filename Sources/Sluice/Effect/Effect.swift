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
/// task-local values. An error that it throws is reported to ``Store/onEffectFailure`` and to
/// interceptors; the effect handles the next action as usual.
public class Effect<Environment: Sendable>: @unchecked Sendable {
  // `@unchecked`: classes that are not final cannot be checked; there is no `var`.
  let site: ActionOrigin.Site
  let work: EffectWork<Environment>

  init(site: ActionOrigin.Site, work: EffectWork<Environment>) {
    self.site = site
    self.work = work
  }
}

/// The kinds of work; each is created once for an environment, at registration.
enum EffectWork<Environment: Sendable>: Sendable {
  /// Runs during the delivery: no task, no run.
  case synchronous(ActionMatch, @Sendable (Environment) -> SynchronousWork)
  /// Runs in a task for each action.
  case run(ActionMatch, RunSettings, usesContext: Bool, @Sendable (Environment) -> RunWork)
  /// Only cancels.
  case cancel(ActionMatch, id: any Hashable & Sendable)
  /// Runs in one task that reads all actions from a stream.
  case stream(@Sendable (ActionStream, Environment, RunContext) async throws -> Void)
  /// Runs in one task that reads no actions, and never keeps the store from being idle.
  case source(@Sendable (Environment, RunContext) async throws -> Void)
}

/// Calls a closure with each answer to an action; called only with actions that match.
@usableFromInline
typealias SynchronousWork = @Sendable (any Action, _ answer: (any Action) -> Void) -> Void

/// Performs a run's work for an action; called only with actions that match.
@usableFromInline
typealias RunWork = @Sendable (any Action, RunContext) async throws -> Void

/// An effect of one type of action.
///
/// Modifiers are settings: each returns a changed copy, their order does not matter, and the last
/// of a kind wins. An action passes debounce or throttle, then overlap; its run waits for the
/// delay, then makes its attempts, each with its timeout; `catch` receives what the last attempt
/// throws. All times are measured on the store's clock.
public final class ActionEffect<Environment: Sendable, A: Action>: Effect<Environment>,
  @unchecked Sendable
{
  // `@unchecked`: as its superclass.
  private let match: ActionMatch
  private let settings: RunSettings
  private let usesContext: Bool
  private let run: @Sendable (Environment) -> RunWork

  init(
    site: ActionOrigin.Site,
    match: ActionMatch,
    settings: RunSettings = RunSettings(),
    usesContext: Bool,
    run: @escaping @Sendable (Environment) -> RunWork
  ) {
    self.match = match
    self.settings = settings
    self.usesContext = usesContext
    self.run = run
    super.init(site: site, work: .run(match, settings, usesContext: usesContext, run))
  }

  /// Returns a copy with changed settings.
  func with(_ change: (inout RunSettings) -> Void) -> ActionEffect {
    var settings = settings
    change(&settings)
    return ActionEffect(
      site: site,
      match: match,
      settings: settings,
      usesContext: usesContext,
      run: run
    )
  }
}
