// The functions of `Effect+On` and `Effect+Mapping`, for actions made from a template.

extension Effect {
  /// Answers each action made from a template with one action, asynchronously.
  ///
  /// - Parameters:
  ///   - template: The template of the actions.
  ///   - note: The note in the origin of the answers.
  ///   - fileID: The caller's file.
  ///   - line: The caller's line.
  ///   - run: Returns the answer.
  @inlinable
  public static func on<Payload: Sendable, B: Action>(
    _ template: ActionTemplate<Payload>,
    note: String? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    _ run: @escaping @Sendable (AnonymousAction<Payload>, Environment) async throws -> B
  ) -> ActionEffect<Environment, AnonymousAction<Payload>> {
    ActionEffect(.init(template), fileID, line) { environment in
      { action, context in
        context.answer(try await run(.unchecked(action), environment), note: note)
      }
    }
  }

  /// Answers each action made from a template with one action or none, asynchronously.
  ///
  /// - Parameters:
  ///   - template: The template of the actions.
  ///   - note: The note in the origin of the answers.
  ///   - fileID: The caller's file.
  ///   - line: The caller's line.
  ///   - run: Returns the answer; `nil` for none.
  @inlinable
  @_disfavoredOverload
  public static func on<Payload: Sendable>(
    _ template: ActionTemplate<Payload>,
    note: String? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    _ run: @escaping @Sendable (AnonymousAction<Payload>, Environment) async throws -> (any Action)?
  ) -> ActionEffect<Environment, AnonymousAction<Payload>> {
    ActionEffect(.init(template), fileID, line) { environment in
      { action, context in
        if let answer = try await run(.unchecked(action), environment) {
          context.answer(answer, note: note)
        }
      }
    }
  }

  /// Answers each action made from a template with any number of actions, asynchronously.
  ///
  /// - Parameters:
  ///   - template: The template of the actions.
  ///   - note: The note in the origin of the answers.
  ///   - fileID: The caller's file.
  ///   - line: The caller's line.
  ///   - run: Returns the answers, which are dispatched in order when it returns.
  @inlinable
  @_disfavoredOverload
  public static func on<Payload: Sendable>(
    _ template: ActionTemplate<Payload>,
    note: String? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    _ run: @escaping @Sendable (AnonymousAction<Payload>, Environment) async throws -> [any Action]
  ) -> ActionEffect<Environment, AnonymousAction<Payload>> {
    ActionEffect(.init(template), fileID, line) { environment in
      { action, context in
        for answer in try await run(.unchecked(action), environment) {
          context.answer(answer, note: note)
        }
      }
    }
  }

  /// Performs asynchronous work for each action made from a template, and dispatches nothing.
  ///
  /// - Parameters:
  ///   - template: The template of the actions.
  ///   - fileID: The caller's file.
  ///   - line: The caller's line.
  ///   - run: Performs the work.
  @inlinable
  @_disfavoredOverload
  public static func on<Payload: Sendable>(
    _ template: ActionTemplate<Payload>,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    _ run: @escaping @Sendable (AnonymousAction<Payload>, Environment) async throws -> Void
  ) -> ActionEffect<Environment, AnonymousAction<Payload>> {
    ActionEffect(.init(template), fileID, line) { environment in
      { action, _ in try await run(.unchecked(action), environment) }
    }
  }

  /// Answers each action made from a template with actions sent over time: see ``RunContext``.
  ///
  /// - Parameters:
  ///   - template: The template of the actions.
  ///   - fileID: The caller's file.
  ///   - line: The caller's line.
  ///   - run: Performs the work and sends the answers.
  @inlinable
  public static func on<Payload: Sendable>(
    _ template: ActionTemplate<Payload>,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    _ run:
      @escaping @Sendable (AnonymousAction<Payload>, Environment, RunContext<Void>) async throws ->
      Void
  ) -> ActionEffect<Environment, AnonymousAction<Payload>> {
    ActionEffect(.init(template), fileID, line, reading: Void.self) { environment in
      { action, context in try await run(.unchecked(action), environment, context) }
    }
  }

  /// Answers each action made from a template with actions sent over time, and reads the state.
  ///
  /// - Parameters:
  ///   - template: The template of the actions.
  ///   - state: The type of the state that `context.state` returns.
  ///   - fileID: The caller's file.
  ///   - line: The caller's line.
  ///   - run: Performs the work and sends the answers.
  @inlinable
  public static func on<Payload: Sendable, State: Sendable>(
    _ template: ActionTemplate<Payload>,
    state: State.Type,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    _ run:
      @escaping @Sendable (AnonymousAction<Payload>, Environment, RunContext<State>) async throws ->
      Void
  ) -> ActionEffect<Environment, AnonymousAction<Payload>> {
    ActionEffect(.init(template), fileID, line, reading: state) { environment in
      { action, context in
        try await run(.unchecked(action), environment, context.reading(State.self))
      }
    }
  }

  /// Answers each action made from a template with one action or none, during the delivery.
  @inlinable
  public static func map<Payload: Sendable>(
    _ template: ActionTemplate<Payload>,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    _ transform: @escaping @Sendable (AnonymousAction<Payload>) -> (any Action)?
  ) -> Effect {
    mapping(.init(template), fileID, line) { _ in
      { action, answer in
        if let new = transform(.unchecked(action)) { answer(new) }
      }
    }
  }

  /// Answers each action made from a template with one action or none, which the environment helps
  /// to make, during the delivery.
  @inlinable
  public static func map<Payload: Sendable>(
    _ template: ActionTemplate<Payload>,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    _ transform: @escaping @Sendable (AnonymousAction<Payload>, Environment) -> (any Action)?
  ) -> Effect {
    mapping(.init(template), fileID, line) { environment in
      { action, answer in
        if let new = transform(.unchecked(action), environment) { answer(new) }
      }
    }
  }

  /// Answers each action made from a template with any number of actions, during the delivery.
  @inlinable
  @_disfavoredOverload
  public static func map<Payload: Sendable>(
    _ template: ActionTemplate<Payload>,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    _ transform: @escaping @Sendable (AnonymousAction<Payload>) -> [any Action]
  ) -> Effect {
    mapping(.init(template), fileID, line) { _ in
      { action, answer in
        for new in transform(.unchecked(action)) { answer(new) }
      }
    }
  }

  /// Answers each action made from a template with any number of actions, which the environment helps
  /// to make, during the delivery.
  @inlinable
  @_disfavoredOverload
  public static func map<Payload: Sendable>(
    _ template: ActionTemplate<Payload>,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    _ transform: @escaping @Sendable (AnonymousAction<Payload>, Environment) -> [any Action]
  ) -> Effect {
    mapping(.init(template), fileID, line) { environment in
      { action, answer in
        for new in transform(.unchecked(action), environment) { answer(new) }
      }
    }
  }
}
