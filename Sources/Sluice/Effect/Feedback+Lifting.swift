extension Feedback {
  /// Returns the feedback for a state that contains this one's; its runs see only that part.
  public func lift<Whole: Sendable>(
    state keyPath: any KeyPath<Whole, State> & Sendable
  ) -> Feedback<Whole, Environment> {
    Feedback<Whole, Environment>(
      site: site,
      name: name,
      wanted: wanted.lifted(keyPath),
      ending: ending,
      settings: settings,
      view: { [view] whole in
        let part = ProjectedView(Selector(keyPath: keyPath), of: whole)
        return view?(part) ?? part
      },
      work: work
    )
  }

  /// Returns the feedback for actions that wrap its own, such as the cases of an enum.
  ///
  /// - Parameters:
  ///   - extract: Returns the wrapped action; `nil` if it is not this feedback's. Must be pure: it
  ///     is called for the actions that a run waits for, with ``RunContext/next(_:timeout:)-(A.Type,_)``,
  ///     several times for each.
  ///   - embed: Wraps what the feedback dispatches; actions of other types stay unchanged.
  public func lift<Global: Action, Input: Action, Output: Action>(
    action extract: @escaping @Sendable (Global) -> Input?,
    embed: @escaping @Sendable (Output) -> Global
  ) -> Feedback {
    let lift = ActionLift(extract, embed)
    return Feedback(
      site: site,
      name: name,
      wanted: wanted,
      ending: ending,
      settings: settings.lifted(by: lift),
      view: view,
      work: { [work] key, environment, context in
        try await work(key, environment, context.lifted(by: lift))
      }
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
      wanted: wanted,
      ending: ending,
      settings: settings,
      view: view,
      work: { [work] key, environment, context in
        try await work(key, part(environment), context)
      }
    )
  }
}

extension Selector {
  /// Returns the selector for a state that contains this one's.
  fileprivate func lifted<Whole: Sendable>(
    _ keyPath: any KeyPath<Whole, State> & Sendable
  ) -> Selector<Whole, Value> {
    let elements = elements.map { key in
      key.seen(through: keyPath as any AnyObject & Sendable) { box, version in
        (StateBox(holding: StateBox<Whole>(box).value[keyPath: keyPath]).storage, version)
      }
    }
    return Selector<Whole, Value>(
      .feedback,
      areEqual: areEqual,
      elements: ContiguousArray(elements)
    ) { [areEqual] home, _ in
      let cell = self.cell(in: home)
      return SelectorCell(home, areEqual) { box, version in
        cell.value(StateBox(holding: box.value[keyPath: keyPath]), version)
      }
    }
  }
}
