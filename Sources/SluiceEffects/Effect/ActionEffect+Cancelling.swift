public import SluiceCore

extension ActionEffect {
  /// Cancels the runs that satisfy a predicate when an action of a type is delivered.
  ///
  /// ```swift
  /// .cancelled(by: CancelUpload.self) { cancel, upload in cancel.fileID == upload.fileID }
  /// ```
  ///
  /// Evaluated at the delivery, as keys are: until then a run may still dispatch.
  ///
  /// - Parameters:
  ///   - type: The type of the actions that cancel.
  ///   - matches: A predicate of the action that cancels and what started the run.
  public func cancelled<C: Action>(
    by type: C.Type,
    where matches: @escaping @Sendable (C, Input) -> Bool
  ) -> ActionEffect {
    cancelled(by: _PatternMatch(type), where: matches)
  }

  /// Cancels the runs that satisfy a predicate when an action of a pattern is delivered.
  ///
  /// - Parameters:
  ///   - pattern: The actions that cancel.
  ///   - matches: A predicate of what the pattern receives of the action, and of what started the run.
  public func cancelled<P: ActionPattern & CustomStringConvertible>(
    matching pattern: P,
    where matches: @escaping @Sendable (P.Input, Input) -> Bool
  ) -> ActionEffect {
    cancelled(by: pattern._match, where: matches)
  }

  private func cancelled<C>(
    by canceller: _PatternMatch<C>,
    where matches: @escaping @Sendable (C, Input) -> Bool
  ) -> ActionEffect {
    with {
      $0.conditionalCancellers.append(
        RunSettings.ConditionalCanceller(accepts: canceller.actions.accepts) {
          [input = match.input] action, trigger in
          guard let canceller = canceller.input(action), let trigger = input(trigger) else {
            return false
          }
          return matches(canceller, trigger)
        }
      )
    }
  }

  /// Cancels runs and pending actions when an action of a type is delivered that changed something.
  ///
  /// ```swift
  /// .cancelled(by: SettingsChanged.self, changing: AppState.self) { _, before, after in
  ///   before?.account != after.account
  /// }
  /// ```
  ///
  /// Evaluated at the delivery, as keys are: until then a run may still dispatch. The states are
  /// those that ``when(changing:_:)`` has; those of an effect with runs for several parts, of each part.
  /// Actions of this type cost what they cost there.
  ///
  /// - Parameters:
  ///   - type: The type of the actions that cancel.
  ///   - state: The type of the states.
  ///   - condition: A predicate of the action that cancels and the states before and after its commit.
  public func cancelled<C: Action, State: Sendable>(
    by type: C.Type,
    changing state: State.Type,
    _ condition:
      @escaping @Sendable (_ canceller: C, _ before: State?, _ after: State) -> Bool
  ) -> ActionEffect {
    cancelled(by: _PatternMatch(type), state, when: condition)
  }

  /// Cancels runs and pending actions when an action of a pattern is delivered that changed something.
  ///
  /// - Parameters:
  ///   - pattern: The actions that cancel.
  ///   - state: The type of the states.
  ///   - condition: A predicate of what the pattern receives of the action, and of the states before and
  ///     after its commit.
  public func cancelled<P: ActionPattern & CustomStringConvertible, State: Sendable>(
    matching pattern: P,
    changing state: State.Type,
    _ condition:
      @escaping @Sendable (_ canceller: P.Input, _ before: State?, _ after: State) -> Bool
  ) -> ActionEffect {
    cancelled(by: pattern._match, state, when: condition)
  }

  private func cancelled<C, State: Sendable>(
    by canceller: _PatternMatch<C>,
    _ state: State.Type,
    when condition: @escaping @Sendable (C, State?, State) -> Bool
  ) -> ActionEffect {
    with {
      $0.conditionalCancellers.append(
        RunSettings.ConditionalCanceller(
          accepts: canceller.actions.accepts,
          condition: RunCondition(canceller, state, condition),
          matches: { _, _ in true }
        )
      )
    }
  }

  /// Sets an id by which other effects of the same ``Effects`` instance can cancel the runs.
  ///
  /// Several effects may share an id.
  public func cancellable(id: any Hashable & Sendable) -> ActionEffect {
    with { $0.id = id }
  }

  /// Cancels the runs with an id when one of this effect's actions is committed.
  ///
  /// Applies to the effects registered together with this one, as those of one ``Effects`` instance
  /// are.
  public func cancels(id: any Hashable & Sendable) -> ActionEffect {
    with { $0.cancelledIDs.append(id) }
  }
}

extension Effect {
  /// Only cancels, at the commit of each action of a type, the runs with an id set by
  /// ``ActionEffect/cancellable(id:)``.
  public static func cancel<A: Action>(
    id: any Hashable & Sendable,
    on type: A.Type,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> Effect {
    Effect(site: .effect(fileID, line), work: .cancel(ActionMatch(type), id: id))
  }

  /// Only cancels, at the commit of each action of a pattern, the runs with an id set by
  /// ``ActionEffect/cancellable(id:)``.
  public static func cancel(
    id: any Hashable & Sendable,
    matching pattern: some ActionPattern,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> Effect {
    Effect(site: .effect(fileID, line), work: .cancel(pattern._match.actions, id: id))
  }
}
