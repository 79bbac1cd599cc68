/// A middleware that is skipped while it is off.
struct GatedMiddleware<Base: Middleware>: Middleware {
  let base: Base
  let isOn: @Sendable (MiddlewareContext<Base.State>) -> Bool

  /// Calls the middleware with the action while it is on; otherwise passes the action on.
  func process(
    _ action: any Action,
    context: MiddlewareContext<Base.State>,
    next: @escaping @Sendable (any Action) -> Void
  ) {
    if isOn(context) {
      base.process(action, context: context, next: next)
    } else {
      next(action)
    }
  }
}

extension Middleware {
  /// Returns this middleware, skipped while a switch is off.
  public func gated(by power: GateSwitch) -> some Middleware<State> {
    GatedMiddleware(base: self, isOn: { _ in power.isOn })
  }

  /// Returns this middleware, skipped unless the state before the action satisfies a predicate.
  public func gated(while isOn: @escaping @Sendable (State) -> Bool) -> some Middleware<State> {
    GatedMiddleware(base: self, isOn: { isOn($0.state) })
  }
}
