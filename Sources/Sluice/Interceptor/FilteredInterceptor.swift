/// An interceptor that receives only some commits; created with `filtered` or `gated`.
struct FilteredInterceptor<Base: Interceptor>: WrappingInterceptor {
  let base: Base
  let isIncluded: @Sendable (Commit<Base.State>) -> Bool
  /// Returns whether it is notified of effects' runs.
  let seesRuns: @Sendable () -> Bool

  var interests: InterceptorInterests { base.interests }

  func committed(_ commit: Commit<Base.State>) {
    if isIncluded(commit) { base.committed(commit) }
  }

  func effectChanged(_ event: EffectEvent) {
    if seesRuns() { (base as? any EffectInterceptor)?.effectChanged(event) }
  }
}

extension FilteredInterceptor: AttachedInterceptor {
  func willAttach() {
    (base as? any AttachedInterceptor)?.willAttach()
  }

  func attached(to source: StateSource, after number: Int, state: HeldState) {
    (base as? any AttachedInterceptor)?.attached(to: source, after: number, state: state)
  }

  var isDormant: Bool { (base as? any AttachedInterceptor)?.isDormant ?? false }

  func detached() {
    (base as? any AttachedInterceptor)?.detached()
  }
}

extension Interceptor {
  /// Returns this interceptor, notified only of commits that satisfy a predicate.
  ///
  /// It is notified of all runs of effects if its interests include them. The commit passed to
  /// `isIncluded` has what this interceptor requests in its ``interests``.
  public func filtered(
    _ isIncluded: @escaping @Sendable (Commit<State>) -> Bool
  ) -> some Interceptor<State> {
    FilteredInterceptor(base: self, isIncluded: isIncluded, seesRuns: { true })
  }

  /// Returns this interceptor, notified only of actions of the given types or, for classes, of
  /// their subclasses.
  public func filtered(to types: any Action.Type...) -> some Interceptor<State> {
    filtered { commit in
      let type = type(of: commit.action)
      return types.contains { isSameOrInherits(type, from: $0) }
    }
  }

  /// Returns this interceptor, notified of nothing while a switch is off.
  public func gated(by power: GateSwitch) -> some Interceptor<State> {
    FilteredInterceptor(
      base: self,
      isIncluded: { _ in power.isOn },
      seesRuns: { power.isOn }
    )
  }

  /// Returns this interceptor, notified only of commits whose new state satisfies a predicate.
  public func gated(
    while isOn: @escaping @Sendable (State) -> Bool
  ) -> some Interceptor<State> {
    filtered { isOn($0.newState) }
  }
}
