/// A middleware that is left out while it is off; made with ``Middleware/gated(by:)`` or
/// ``Middleware/gated(while:)``.
public struct GatedMiddleware<Base: Middleware>: Middleware {
  let base: Base
  let isOn: @Sendable (MiddlewareContext<Base.State>) -> Bool

  /// Hands the action to the middleware while that is on, else passes it on.
  public func process(
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
  /// The same middleware, which is left out while a switch is off.
  public func gated(by power: GateSwitch) -> GatedMiddleware<Self> {
    GatedMiddleware(base: self, isOn: { _ in power.isOn })
  }

  /// The same middleware, which is left out unless the state, as it is before the action, says
  /// that it is on.
  public func gated(while isOn: @escaping @Sendable (State) -> Bool) -> GatedMiddleware<Self> {
    GatedMiddleware(base: self, isOn: { isOn($0.state) })
  }
}
