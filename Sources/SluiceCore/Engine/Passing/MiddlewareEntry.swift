/// The middleware of a store, put in order when an action passes through it.
typealias RegisteredMiddleware = RegistrationTable<Int, Int, MiddlewareEntry>

/// The registration of a middleware.
package struct MiddlewareEntry: Sendable {
  let middleware: any Middleware
  /// The number of the registration; see ``StoreRegistration``.
  let registration: Int
  let process:
    @Sendable (any Action, MiddlewarePass, _ next: @escaping @Sendable (any Action) -> Void) -> Void

  package init<M: Middleware>(
    _ middleware: M,
    registration: Int = StoreRegistration.nextNumber(),
    core: StateCore<M.State>
  ) {
    self.middleware = middleware
    self.registration = registration
    // Unowned: the entry stands in the core, which the pass retains.
    process = { [unowned core] action, pass, next in
      let context = MiddlewareContext(
        origin: pass.origin,
        state: { [core = core as StateCore] in core.snapshot().value },
        dispatch: { pass.dispatch($0) }
      )
      middleware.process(action, context: context, next: next)
    }
  }
}
