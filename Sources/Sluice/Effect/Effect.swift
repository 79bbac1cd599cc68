/// Asynchronous work set off by actions, which may dispatch more actions.
///
/// Most effects are written with ``on(_:fileID:line:_:)-(_,_,_,(A,Environment)->B)`` and are
/// stored properties of an ``Effects`` type:
///
/// ```swift
/// let search = Effect<AppEnvironment>.on(SearchTyped.self) { action, environment in
///   SearchLoaded(results: try await environment.api.search(action.text))
/// }
/// .debounce(for: .milliseconds(300))
/// .overlap(.latest)
/// ```
///
/// The work of ``on(_:fileID:line:_:)-(_,_,_,(A,Environment)->B)`` runs in a task of its own for
/// each action, so runs may overlap and end in another order, unless ``ActionEffect/overlap(_:)``
/// says otherwise. An error that it throws is reported to ``Store/onEffectFailure`` and to
/// interceptors; the effect takes the next action as usual.
public class Effect<Environment: Sendable>: @unchecked Sendable {
  // `@unchecked`: classes that are not final cannot be checked; there is no `var`.
  let site: ActionOrigin.Site
  let work: EffectWork<Environment>

  init(site: ActionOrigin.Site, work: EffectWork<Environment>) {
    self.site = site
    self.work = work
  }
}

/// The three ways in which an effect can work.
enum EffectWork<Environment: Sendable>: Sendable {
  /// In the delivery itself: no task, no run.
  case synchronous(accepts: ActionFilter, @Sendable (any Action, Environment) -> [any Action])
  /// In a task for each action.
  case run(
    accepts: ActionFilter,
    RunSettings,
    usesContext: Bool,
    @Sendable (any Action, Environment, RunContext) async throws -> Void
  )
  /// Only by what it cancels.
  case cancel(accepts: ActionFilter, id: any Hashable & Sendable)
  /// In one task that reads all actions from a stream.
  case stream(@Sendable (ActionStream, Environment, RunContext) async throws -> Void)
  /// In one task that reads no actions, and never keeps the store from being idle.
  case source(@Sendable (Environment, RunContext) async throws -> Void)
}

/// An effect of one type of action.
///
/// Its modifiers are settings: each returns a changed copy, their order does not matter, and the
/// last of a kind wins. An action passes debounce or throttle, then overlap; its run waits for the
/// delay, then makes its attempts, each with its timeout; what the last attempt throws comes to
/// `catch`. All time is that of the store's clock.
public final class ActionEffect<Environment: Sendable, A: Action>: Effect<Environment>,
  @unchecked Sendable
{
  // `@unchecked`: as its superclass.
  private let run: @Sendable (A, Environment, RunContext) async throws -> Void
  private let usesContext: Bool
  private let settings: RunSettings

  init(
    site: ActionOrigin.Site,
    usesContext: Bool = false,
    settings: RunSettings = RunSettings(),
    run: @escaping @Sendable (A, Environment, RunContext) async throws -> Void
  ) {
    self.run = run
    self.usesContext = usesContext
    self.settings = settings
    super.init(
      site: site,
      work: .run(accepts: { $0 is A.Type }, settings, usesContext: usesContext) {
        action,
        environment,
        context in
        guard let action = action as? A else { return }
        try await run(action, environment, context)
      }
    )
  }

  /// A copy with other settings.
  func with(_ change: (inout RunSettings) -> Void) -> ActionEffect {
    var settings = settings
    change(&settings)
    return ActionEffect(site: site, usesContext: usesContext, settings: settings, run: run)
  }
}
