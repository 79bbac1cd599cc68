/// Several middleware as one; made with ``Middleware/combine(_:)-(Middleware...)``.
public struct CombinedMiddleware<State: Sendable>: Middleware {
  private let parts: ArraySlice<any Middleware<State>>

  /// Makes one middleware of several: each passes on to the next one, the last to what follows.
  ///
  /// Of none is made one that passes every action on.
  public init(_ parts: [any Middleware<State>]) {
    self.parts = parts[...]
  }

  private init(_ parts: ArraySlice<any Middleware<State>>) {
    self.parts = parts
  }

  /// Hands the action to the first part.
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
  /// One middleware made of several, in this order.
  public static func combine<Combined>(
    _ parts: any Middleware<Combined>...
  ) -> Self where Self == CombinedMiddleware<Combined> {
    CombinedMiddleware(parts)
  }

  /// One middleware made of an array of them, in this order.
  public static func combine<Combined>(
    _ parts: [any Middleware<Combined>]
  ) -> Self where Self == CombinedMiddleware<Combined> {
    CombinedMiddleware(parts)
  }
}
