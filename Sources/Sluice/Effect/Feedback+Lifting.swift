extension Feedback {
  /// Returns the feedback for a state that contains this one's; its runs see only that part.
  public func lift<Whole: Sendable>(
    state keyPath: any KeyPath<Whole, State> & Sendable
  ) -> Feedback<Whole, Environment> {
    Feedback<Whole, Environment>(
      site: site,
      name: name,
      requests: requests.lifted(keyPath),
      ending: ending,
      settings: settings,
      access: access.lifted(keyPath),
      work: work
    )
  }

  /// Returns the feedback for actions that wrap its own, such as the cases of an enum.
  ///
  /// - Parameters:
  ///   - extract: Returns the wrapped action; `nil` if it is not this feedback's. Must be pure: it
  ///     is called for the actions that a run waits for, with ``RunContext/next(_:timeout:)``,
  ///     several times for each.
  ///   - embed: Wraps what the feedback dispatches; actions of other types stay unchanged.
  public func lift<Global: Action, Input: Action, Output: Action>(
    action extract: @escaping @Sendable (Global) -> Input?,
    embed: @escaping @Sendable (Output) -> Global
  ) -> Feedback {
    lifted(by: ActionLift(extract, embed))
  }

  /// Returns the feedback for actions that wrap its own.
  func lifted(by lift: ActionLift) -> Feedback {
    Feedback(
      site: site,
      name: name,
      requests: requests,
      ending: ending,
      settings: settings.lifted(by: lift),
      access: access.lifted(by: lift),
      work: { [work] key, environment, context in
        try await work(key, environment, context.lifted(by: lift))
      }
    )
  }

  /// Returns the feedback for each of several parts of a larger state, and for actions that wrap its
  /// own.
  @usableFromInline
  func lifted<Whole, ID>(
    _ place: PartPlace<Whole, ID, State>,
    by lift: ActionLift
  ) -> Feedback<Whole, Environment> {
    let lifted = lifted(by: lift)
    return Feedback<Whole, Environment>(
      site: site,
      name: name,
      requests: requests.lifted(place),
      ending: ending,
      settings: lifted.settings,
      access: lifted.access.lifted(place),
      work: lifted.work
    )
  }

  /// Returns the feedback for a larger state, and for actions that wrap its own.
  /// - Parameters:
  ///   - keyPath: The key path to the feedback's state.
  ///   - extract: Returns the wrapped action; `nil` if it is not this feedback's. Must be pure.
  ///   - embed: Wraps what the feedback dispatches; actions of other types stay unchanged.
  public func lift<Whole: Sendable, Global: Action, Input: Action, Output: Action>(
    state keyPath: any KeyPath<Whole, State> & Sendable,
    action extract: @escaping @Sendable (Global) -> Input?,
    embed: @escaping @Sendable (Output) -> Global
  ) -> Feedback<Whole, Environment> {
    lift(action: extract, embed: embed).lift(state: keyPath)
  }

  /// Returns the feedback for an environment from which this one's is made, at each run.
  public func lift<Whole: Sendable>(
    environment part: @escaping @Sendable (Whole) -> Environment
  ) -> Feedback<State, Whole> {
    Feedback<State, Whole>(
      site: site,
      name: name,
      requests: requests,
      ending: ending,
      settings: settings,
      access: access,
      work: { [work] key, environment, context in
        try await work(key, part(environment), context)
      }
    )
  }
}
