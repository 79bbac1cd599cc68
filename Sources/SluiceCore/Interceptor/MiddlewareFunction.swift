/// A middleware written as a closure.
///
/// ```swift
/// store.register(middleware: MiddlewareFunction<AppState> { action, context, next in
///   if context.state.isSignedIn || action is SignIn { next(action) }
/// })
/// ```
public struct MiddlewareFunction<State: Sendable>: Middleware {
  /// Receives an action and the store, and passes actions on.
  public typealias Process =
    @Sendable (
      _ action: any Action,
      _ context: MiddlewareContext<State>,
      _ next: @escaping @Sendable (any Action) -> Void
    ) -> Void

  private let body: Process

  /// Creates a middleware from a closure.
  public init(_ process: @escaping Process) {
    body = process
  }

  /// Calls the closure.
  public func process(
    _ action: any Action,
    context: MiddlewareContext<State>,
    next: @escaping @Sendable (any Action) -> Void
  ) {
    body(action, context, next)
  }
}
