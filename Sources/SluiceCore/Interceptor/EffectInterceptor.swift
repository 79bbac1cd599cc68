/// Receives every commit, and the runs of effects as they begin, try again and end.
///
/// ```swift
/// struct RunLogger: EffectInterceptor {
///   func committed(_ commit: Commit<AppState>) {}
///
///   func effectChanged(_ event: EffectEvent) { print("\(event.run): \(event.kind)") }
/// }
/// ```
public protocol EffectInterceptor<State>: Interceptor {
  /// Called when a run of an effect begins, tries again after an error or ends, in order with the commits, as long as the
  /// interests include ``InterceptorInterests/effects``.
  func effectChanged(_ event: EffectEvent)
}

extension EffectInterceptor {
  /// Requests the runs of effects.
  public var interests: InterceptorInterests { .effects }
}
