/// Several middleware as one; created with ``Middleware/combine(_:)-(Middleware...)``.
public struct CombinedMiddleware<State: Sendable>: Middleware {
  private let parts: ArraySlice<any Middleware<State>>

  /// Creates one middleware from several: each passes actions to the next, the last to the rest.
  ///
  /// An empty array creates a middleware that passes every action on.
  package init(_ parts: [any Middleware<State>]) {
    self.parts = parts[...]
  }

  private init(_ parts: ArraySlice<any Middleware<State>>) {
    self.parts = parts
  }

  /// Calls the first part with the action.
  public func process(
    _ action: any Action,
    context: MiddlewareContext<State>,
    next: @escaping @Sendable (any Action) -> Void
  ) {
    guard let first = parts.first else { return next(action) }
    let rest = CombinedMiddleware(parts.dropFirst())
    first.process(action, context: context) { rest.process($0, context: context, next: next) }
  }
}

extension Middleware {
  /// Returns one middleware that combines several, in this order.
  public static func combine<Combined>(
    _ parts: any Middleware<Combined>...
  ) -> Self where Self == CombinedMiddleware<Combined> {
    CombinedMiddleware(parts)
  }

  /// Returns one middleware that combines an array of them, in this order.
  public static func combine<Combined>(
    _ parts: [any Middleware<Combined>]
  ) -> Self where Self == CombinedMiddleware<Combined> {
    CombinedMiddleware(parts)
  }
}
