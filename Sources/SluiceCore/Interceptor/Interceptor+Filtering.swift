extension Interceptor {
  /// Returns this interceptor, notified only of commits that satisfy a predicate.
  ///
  /// It is notified of all runs of effects if its interests include them. The commit passed to
  /// `isIncluded` has what this interceptor requests in its ``interests``.
  public func filtered(
    _ isIncluded: @escaping @Sendable (Commit<State>) -> Bool
  ) -> some Interceptor<State> {
    WrappedInterceptor(self) { commit in
      if isIncluded(commit) { committed(commit) }
    }
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
    WrappedInterceptor(
      self,
      isOn: { power.isOn },
      receive: { commit in if power.isOn { committed(commit) } }
    )
  }

  /// Returns this interceptor, notified only of commits whose new state satisfies a predicate.
  public func gated(
    while isOn: @escaping @Sendable (State) -> Bool
  ) -> some Interceptor<State> {
    filtered { isOn($0.newState) }
  }
}
