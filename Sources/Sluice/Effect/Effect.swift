/// Asynchronous work set off by actions, which may dispatch more actions.
///
/// Most effects are written with ``on(_:fileID:line:_:)-(_,_,_,(A,Environment)->B)`` and are
/// stored properties of an ``Effects`` type:
///
/// ```swift
/// let search = Effect<AppEnvironment>.on(SearchTyped.self) { action, environment in
///   SearchLoaded(results: try await environment.api.search(action.text))
/// }
/// ```
///
/// The work of ``on(_:fileID:line:_:)-(_,_,_,(A,Environment)->B)`` runs in a task of its own for
/// each action, so runs may overlap and end in another order. An error that it throws is reported
/// to ``Store/onEffectFailure`` and to interceptors; the effect takes the next action as usual.
public class Effect<Environment: Sendable>: @unchecked Sendable {
  // `@unchecked`: classes that are not final cannot be checked; there is no `var`.
  let site: ActionOrigin.Site
  let work: EffectWork<Environment>

  init(site: ActionOrigin.Site, work: EffectWork<Environment>) {
    self.site = site
    self.work = work
  }
}

/// Dispatches an action from within a run.
///
/// Does nothing once the run is cancelled.
public typealias Send = @Sendable (any Action) -> Void

/// The three ways in which an effect can work.
enum EffectWork<Environment: Sendable>: Sendable {
  /// In the delivery itself: no task, no run.
  case synchronous(accepts: ActionFilter, @Sendable (any Action, Environment) -> [any Action])
  /// In a task for each action.
  case run(
    accepts: ActionFilter,
    @Sendable (any Action, Environment, @escaping Send) async throws -> Void
  )
  /// In one task that reads all actions from a stream.
  case stream(@Sendable (ActionStream, Environment, @escaping Send) async -> Void)
}

/// Which types of actions an effect takes.
typealias ActionFilter = @Sendable (any Action.Type) -> Bool

/// An effect of one type of action.
public final class ActionEffect<Environment: Sendable, A: Action>: Effect<Environment>,
  @unchecked Sendable
{
  // `@unchecked`: as its superclass.
  init(
    site: ActionOrigin.Site,
    run: @escaping @Sendable (A, Environment, @escaping Send) async throws -> Void
  ) {
    super.init(
      site: site,
      work: .run(accepts: { $0 is A.Type }) { action, environment, send in
        guard let action = action as? A else { return }
        try await run(action, environment, send)
      }
    )
  }
}
