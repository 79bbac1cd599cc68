/// An interceptor that is told of some commits only; made with `filtered` or `gated`.
public struct FilteredInterceptor<Base: Interceptor>: Interceptor {
  let base: Base
  let isIncluded: @Sendable (Commit<Base.State>) -> Bool
  /// Whether it is told of effects' runs.
  let isToldOfRuns: @Sendable () -> Bool

  /// What the interceptor itself needs.
  public var interests: InterceptorInterests { base.interests }

  /// Tells the interceptor of the commit, if it is one for it.
  public func committed(_ commit: Commit<Base.State>) {
    if isIncluded(commit) { base.committed(commit) }
  }

  /// Tells the interceptor.
  public func effectChanged(_ event: EffectEvent) {
    if isToldOfRuns() { base.effectChanged(event) }
  }
}

extension FilteredInterceptor: AttachedInterceptor {
  package func attached(to source: StateSource, after number: Int) {
    (base as? any AttachedInterceptor)?.attached(to: source, after: number)
  }

  package func detached() {
    (base as? any AttachedInterceptor)?.detached()
  }
}

extension Interceptor {
  /// The same interceptor, told only of commits that pass a test.
  ///
  /// It is told of all runs of effects, if it wants to be.
  public func filtered(
    _ isIncluded: @escaping @Sendable (Commit<State>) -> Bool
  ) -> FilteredInterceptor<Self> {
    FilteredInterceptor(base: self, isIncluded: isIncluded, isToldOfRuns: { true })
  }

  /// The same interceptor, told only of actions of some types (or of their subclasses, where they
  /// are classes).
  public func filtered(to types: any Action.Type...) -> FilteredInterceptor<Self> {
    filtered { commit in
      let type = type(of: commit.action)
      return types.contains { isSameOrInherits(type, from: $0) }
    }
  }

  /// The same interceptor, told of nothing while a switch is off.
  public func gated(by power: Switch) -> FilteredInterceptor<Self> {
    FilteredInterceptor(
      base: self,
      isIncluded: { _ in power.isOn },
      isToldOfRuns: { power.isOn }
    )
  }

  /// The same interceptor, told only of commits whose new state says that it is on.
  public func gated(
    while isOn: @escaping @Sendable (State) -> Bool
  ) -> FilteredInterceptor<Self> {
    filtered { isOn($0.newState) }
  }
}
