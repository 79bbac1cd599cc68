public import SluiceCore

// The three shapes of Fluxor, over an asynchronous sequence of all actions.

extension Effect {
  /// Dispatches the actions of a sequence made from the sequence of all actions.
  ///
  /// ```swift
  /// let greet = Effect<Void>.dispatchingOne { actions, _ in
  ///   actions.ofType(LoggedIn.self).map { Greet(name: $0.name) }
  /// }
  /// ```
  public static func dispatchingOne<S: AsyncSequence & Sendable>(
    fileID: StaticString = #fileID,
    line: UInt = #line,
    _ sequence: @escaping @Sendable (ActionStream, Environment) -> S
  ) -> Effect where S.Element: Action, S.Failure == Never {
    Effect(site: .effect(fileID, line), sequence) { action, context in context.answer(action) }
  }

  // Disfavored: a closure of several statements could make either sequence.

  /// Dispatches the actions, of any types, of a sequence made from that of all actions.
  @_disfavoredOverload
  public static func dispatchingOne<S: AsyncSequence & Sendable>(
    fileID: StaticString = #fileID,
    line: UInt = #line,
    _ sequence: @escaping @Sendable (ActionStream, Environment) -> S
  ) -> Effect where S.Element == any Action, S.Failure == Never {
    Effect(site: .effect(fileID, line), sequence) { action, context in context.answer(action) }
  }

  /// Dispatches the actions of each array, in order.
  public static func dispatchingMultiple<S: AsyncSequence & Sendable>(
    fileID: StaticString = #fileID,
    line: UInt = #line,
    _ sequence: @escaping @Sendable (ActionStream, Environment) -> S
  ) -> Effect where S.Element == [any Action], S.Failure == Never {
    Effect(site: .effect(fileID, line), sequence) { actions, context in
      context.answer(actions)
    }
  }

  /// Performs work with the sequence of all actions, and dispatches nothing.
  public static func nonDispatching(
    fileID: StaticString = #fileID,
    line: UInt = #line,
    _ body: @escaping @Sendable (ActionStream, Environment) async -> Void
  ) -> Effect {
    Effect(
      site: .effect(fileID, line),
      work: .stream { actions, environment, _ in await body(actions, environment) }
    )
  }

  private convenience init<S: AsyncSequence & Sendable>(
    site: ActionOrigin.Site,
    _ sequence: @escaping @Sendable (ActionStream, Environment) -> S,
    dispatch: @escaping @Sendable (S.Element, RunContext<Void>) -> Void
  ) where S.Failure == Never {
    self.init(
      site: site,
      work: .stream { actions, environment, context in
        var iterator = sequence(actions, environment).makeAsyncIterator()
        while let element = await iterator.next(isolation: #isolation) {
          dispatch(element, context)
        }
      }
    )
  }
}
