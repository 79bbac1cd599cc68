/// An interceptor that receives the commits of another state, or only some; created with `lift`,
/// `filtered` or `gated`.
///
/// What else it can do is what its base can: see ``InterceptorAbilities``.
package struct WrappedInterceptor<Base: Interceptor, State: Sendable>: InterceptorWrapper {
  let base: Base
  let isLifted: Bool
  let isOn: @Sendable () -> Bool
  let receive: @Sendable (Commit<State>) -> Void

  /// - Parameters:
  ///   - isLifted: Whether the base's state is another one.
  ///   - isOn: Returns whether the base is notified of effects' runs; by default, always.
  ///   - receive: Passes a commit on to the base, or doesn't.
  package init(
    _ base: Base,
    isLifted: Bool = false,
    isOn: @escaping @Sendable () -> Bool = { true },
    receive: @escaping @Sendable (Commit<State>) -> Void
  ) {
    self.base = base
    self.isLifted = isLifted
    self.isOn = isOn
    self.receive = receive
  }

  package var interests: InterceptorInterests { base.interests }

  package func committed(_ commit: Commit<State>) { receive(commit) }

  package func storeClosed() async { await base.storeClosed() }
}

/// A ``WrappedInterceptor`` of any types.
protocol InterceptorWrapper: Interceptor {
  associatedtype Base: Interceptor

  var base: Base { get }
  var isLifted: Bool { get }
  var isOn: @Sendable () -> Bool { get }
}
