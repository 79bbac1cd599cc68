public import SluiceCore

// Inlined, so that a verb's closure is called with the types it is written for; otherwise each layer of
// closures around it costs an asynchronous frame.

extension Trigger where State == Void {
  /// Answers each action with one action or none, asynchronously.
  ///
  /// - Parameters:
  ///   - note: The note in the origin of the answer.
  ///   - answer: Returns the answer, which is dispatched when it returns; `nil` for none.
  @inlinable
  public func answer(
    note: String? = nil,
    _ answer: @escaping @Sendable (Input, Environment) async throws -> (any Action)?
  ) -> ActionEffect<Environment, Input> {
    effect(answersOnce: true) { [input] environment in
      { action, context in
        guard let input = input(action) else { return }
        context.answer(try await answer(input, environment), note: note)
      }
    }
  }

  /// Answers each action with any number of actions, asynchronously.
  ///
  /// - Parameters:
  ///   - note: The note in the origin of the answers.
  ///   - answers: Returns the answers, which are dispatched in order when it returns.
  @inlinable
  public func answers(
    note: String? = nil,
    _ answers: @escaping @Sendable (Input, Environment) async throws -> [any Action]
  ) -> ActionEffect<Environment, Input> {
    effect { [input] environment in
      { action, context in
        guard let input = input(action) else { return }
        context.answer(try await answers(input, environment), note: note)
      }
    }
  }

  /// Performs asynchronous work for each action, and answers nothing.
  @inlinable
  public func run(
    _ work: @escaping @Sendable (Input, Environment) async throws -> Void
  ) -> ActionEffect<Environment, Input> {
    effect { [input] environment in
      { action, _ in
        guard let input = input(action) else { return }
        try await work(input, environment)
      }
    }
  }

  /// Answers each action with one action or none, synchronously during the delivery.
  ///
  /// The answer is dispatched without a task. When `dispatch` of the first action returns, the state
  /// includes the answer, unless another thread delivers.
  ///
  /// ```swift
  /// let welcome = Effect<API>.on(LoggedIn.self).map { action, _ in FetchTodos(user: action.user) }
  /// ```
  @inlinable
  public func map(
    _ transform: @escaping @Sendable (Input, Environment) -> (any Action)?
  ) -> Effect<Environment> {
    mapping { [input] environment in
      { action, answer in
        guard let input = input(action) else { return }
        if let new = transform(input, environment) { answer(new) }
      }
    }
  }

  /// Answers each action with any number of actions, in order, synchronously during the delivery.
  @inlinable
  public func flatMap(
    _ transform: @escaping @Sendable (Input, Environment) -> [any Action]
  ) -> Effect<Environment> {
    mapping { [input] environment in
      { action, answer in
        guard let input = input(action) else { return }
        for new in transform(input, environment) { answer(new) }
      }
    }
  }
}

extension Trigger {
  /// Performs asynchronous work for each action, which answers by `context.send`: any number of actions,
  /// over time.
  ///
  /// Meanwhile the closure can wait for later actions, sleep, and read the state: see ``RunContext``.
  ///
  /// ```swift
  /// let export = Effect<AppEnvironment>.on(ExportTapped.self).run { action, environment, context in
  ///   context.send(ExportAsked(size: try await environment.files.size(of: action.file)))
  ///   guard try await context.next(ExportAnswered.self).isYes else { return }
  ///   context.send(Exported(url: try await environment.files.export(action.file)))
  /// }
  /// ```
  @inlinable
  public func run(
    _ work: @escaping @Sendable (Input, Environment, RunContext<State>) async throws -> Void
  ) -> ActionEffect<Environment, Input> {
    effect(usesContext: true) { [input] environment in
      { action, context in
        guard let input = input(action) else { return }
        try await work(input, environment, context.reading(State.self))
      }
    }
  }
}
