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
  let access: StateAccess

  init(
    site: ActionOrigin.Site,
    work: EffectWork<Environment>,
    access: StateAccess = StateAccess()
  ) {
    self.site = site
    self.work = work
    self.access = access
  }

  // In the class itself: subclasses override it.

  /// Returns this effect for actions that wrap its own, such as the cases of an enum.
  ///
  /// ```swift
  /// enum AppAction: Action {
  ///   case search(SearchAction)
  ///   var search: SearchAction? { if case .search(let action) = self { action } else { nil } }
  /// }
  /// let whole = search.lift(action: \AppAction.search, embed: AppAction.search)
  /// ```
  ///
  /// All that concerns actions is lifted: what starts, cancels and ends runs, keys and recoveries,
  /// ``RunContext/next(_:timeout:)`` and streams. Actions that aren't wrapped don't reach the
  /// effect.
  /// - Parameters:
  ///   - extract: Returns the wrapped action; `nil` if it is not this effect's. Must be pure: it may
  ///     be called while the store reduces, and several times for an action.
  ///   - embed: Wraps what the effect dispatches; actions of other types stay unchanged.
  public func lift<Global: Action, Input: Action, Output: Action>(
    action extract: @escaping @Sendable (Global) -> Input?,
    embed: @escaping @Sendable (Output) -> Global
  ) -> Effect {
    lifted(by: ActionLift(extract, embed))
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
  case stream(@Sendable (ActionStream, Environment, RunContext<Void>) async throws -> Void)
  /// Runs in one task that reads no actions, and never keeps the store from being idle.
  case source(@Sendable (Environment, RunContext<Void>) async throws -> Void)
}

/// Calls a closure with each answer to an action; called only with actions that match.
@usableFromInline
typealias SynchronousWork = @Sendable (any Action, _ answer: (any Action) -> Void) -> Void

/// Performs a run's work for an action; called only with actions that match.
@usableFromInline
typealias RunWork = @Sendable (any Action, RunContext<Void>) async throws -> Void

/// An effect of one type of action, or of the actions of an ``ActionPattern``.
///
/// Modifiers are settings: each returns a changed copy, their order does not matter, and the last
/// of a kind wins. An action passes debounce or throttle, then overlap; its run waits for the
/// delay, then makes its attempts, each with its timeout; `catch` receives what the last attempt
/// throws. All times are measured on the store's clock.
public final class ActionEffect<Environment: Sendable, Input: Sendable>: Effect<Environment>,
  @unchecked Sendable
{
  // `@unchecked`: as its superclass.
  /// What starts the effect, and what its closures receive of it.
  let match: _PatternMatch<Input>
  private let settings: RunSettings
  private let usesContext: Bool
  private let run: @Sendable (Environment) -> RunWork

  init(
    site: ActionOrigin.Site,
    match: _PatternMatch<Input>,
    settings: RunSettings = RunSettings(),
    usesContext: Bool,
    access: StateAccess = StateAccess(),
    run: @escaping @Sendable (Environment) -> RunWork
  ) {
    self.match = match
    self.settings = settings
    self.usesContext = usesContext
    self.run = run
    super.init(
      site: site,
      work: .run(match.actions, settings, usesContext: usesContext, run),
      access: access
    )
  }

  /// Returns this effect for actions that wrap its own, which later modifiers deal with.
  ///
  /// ```swift
  /// search.lift(action: \AppAction.search, embed: AppAction.search)
  ///   .cancelled(by: LogoutTapped.self)
  /// ```
  /// - Parameters:
  ///   - extract: Returns the wrapped action; `nil` if it is not this effect's. Must be pure: it may
  ///     be called while the store reduces, and several times for an action.
  ///   - embed: Wraps what the effect dispatches; actions of other types stay unchanged.
  public override func lift<Global: Action, Local: Action, Output: Action>(
    action extract: @escaping @Sendable (Global) -> Local?,
    embed: @escaping @Sendable (Output) -> Global
  ) -> ActionEffect<Environment, Global> {
    let lift = ActionLift(extract, embed)
    return ActionEffect<Environment, Global>(
      site: site,
      match: _PatternMatch(match.actions.lifted(by: lift)) { $0 as? Global },
      settings: settings.lifted(by: lift),
      usesContext: usesContext,
      access: access.lifted(by: lift),
      run: match.actions.lifting(run, by: lift)
    )
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
      access: access,
      run: run
    )
  }
}
