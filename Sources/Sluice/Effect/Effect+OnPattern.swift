// The functions of `Effect+On`, for patterns of actions.
//
// Labelled, and with two requirements that a type doesn't satisfy: of the overloads that don't fit, the
// compiler reports the one with the least mistakes, and that should be the one for types where there is
// a mistake in its closure.

extension Effect {
  /// Answers each action of a pattern with one action, asynchronously.
  @inlinable
  public static func on<P: ActionPattern & CustomStringConvertible, B: Action>(
    matching pattern: P,
    note: String? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    _ run: @escaping @Sendable (P.Input, Environment) async throws -> B
  ) -> ActionEffect<Environment, P.Input> {
    let match = pattern._match
    return ActionEffect(match, fileID, line) { environment in
      { action, context in
        guard let input = match.input(action) else { return }
        context.answer(try await run(input, environment), note: note)
      }
    }
  }

  /// Answers each action of a pattern with one action or none, asynchronously.
  @inlinable
  @_disfavoredOverload
  public static func on<P: ActionPattern & CustomStringConvertible>(
    matching pattern: P,
    note: String? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    _ run: @escaping @Sendable (P.Input, Environment) async throws -> (any Action)?
  ) -> ActionEffect<Environment, P.Input> {
    let match = pattern._match
    return ActionEffect(match, fileID, line) { environment in
      { action, context in
        guard let input = match.input(action) else { return }
        context.answer(try await run(input, environment), note: note)
      }
    }
  }

  /// Answers each action of a pattern with any number of actions, asynchronously.
  @inlinable
  @_disfavoredOverload
  public static func on<P: ActionPattern & CustomStringConvertible>(
    matching pattern: P,
    note: String? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    _ run: @escaping @Sendable (P.Input, Environment) async throws -> [any Action]
  ) -> ActionEffect<Environment, P.Input> {
    let match = pattern._match
    return ActionEffect(match, fileID, line) { environment in
      { action, context in
        guard let input = match.input(action) else { return }
        context.answer(try await run(input, environment), note: note)
      }
    }
  }

  /// Performs asynchronous work for each action of a pattern, and dispatches nothing.
  @inlinable
  @_disfavoredOverload
  public static func on<P: ActionPattern & CustomStringConvertible>(
    matching pattern: P,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    _ run: @escaping @Sendable (P.Input, Environment) async throws -> Void
  ) -> ActionEffect<Environment, P.Input> {
    let match = pattern._match
    return ActionEffect(match, fileID, line) { environment in
      { action, _ in
        guard let input = match.input(action) else { return }
        try await run(input, environment)
      }
    }
  }

  /// Answers each action of a pattern with actions sent over time, at last with one action.
  @inlinable
  public static func on<P: ActionPattern & CustomStringConvertible, B: Action>(
    matching pattern: P,
    note: String? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    _ run: @escaping @Sendable (P.Input, Environment, RunContext<Void>) async throws -> B
  ) -> ActionEffect<Environment, P.Input> {
    let match = pattern._match
    return ActionEffect(match, fileID, line, reading: Void.self) { environment in
      { action, context in
        guard let input = match.input(action) else { return }
        context.answer(try await run(input, environment, context), note: note)
      }
    }
  }

  /// Answers each action of a pattern with actions sent over time, at last with one action or none.
  @inlinable
  @_disfavoredOverload
  public static func on<P: ActionPattern & CustomStringConvertible>(
    matching pattern: P,
    note: String? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    _ run:
      @escaping @Sendable (P.Input, Environment, RunContext<Void>) async throws -> (any Action)?
  ) -> ActionEffect<Environment, P.Input> {
    let match = pattern._match
    return ActionEffect(match, fileID, line, reading: Void.self) { environment in
      { action, context in
        guard let input = match.input(action) else { return }
        context.answer(try await run(input, environment, context), note: note)
      }
    }
  }

  /// Answers each action of a pattern with actions sent over time, at last with any number of actions.
  @inlinable
  @_disfavoredOverload
  public static func on<P: ActionPattern & CustomStringConvertible>(
    matching pattern: P,
    note: String? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    _ run: @escaping @Sendable (P.Input, Environment, RunContext<Void>) async throws -> [any Action]
  ) -> ActionEffect<Environment, P.Input> {
    let match = pattern._match
    return ActionEffect(match, fileID, line, reading: Void.self) { environment in
      { action, context in
        guard let input = match.input(action) else { return }
        context.answer(try await run(input, environment, context), note: note)
      }
    }
  }

  /// Answers each action of a pattern with actions sent over time.
  @inlinable
  @_disfavoredOverload
  public static func on<P: ActionPattern & CustomStringConvertible>(
    matching pattern: P,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    _ run: @escaping @Sendable (P.Input, Environment, RunContext<Void>) async throws -> Void
  ) -> ActionEffect<Environment, P.Input> {
    let match = pattern._match
    return ActionEffect(match, fileID, line, reading: Void.self) { environment in
      { action, context in
        guard let input = match.input(action) else { return }
        try await run(input, environment, context)
      }
    }
  }

  /// Answers each action of a pattern with actions sent over time, at last with one action, and reads the
  /// state.
  @inlinable
  public static func on<P: ActionPattern & CustomStringConvertible, B: Action, State: Sendable>(
    matching pattern: P,
    state: State.Type,
    note: String? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    _ run: @escaping @Sendable (P.Input, Environment, RunContext<State>) async throws -> B
  ) -> ActionEffect<Environment, P.Input> {
    let match = pattern._match
    return ActionEffect(match, fileID, line, reading: state) { environment in
      { action, context in
        guard let input = match.input(action) else { return }
        context.answer(try await run(input, environment, context.reading(State.self)), note: note)
      }
    }
  }

  /// Answers each action of a pattern with actions sent over time, at last with one action or none, and reads the
  /// state.
  @inlinable
  @_disfavoredOverload
  public static func on<P: ActionPattern & CustomStringConvertible, State: Sendable>(
    matching pattern: P,
    state: State.Type,
    note: String? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    _ run:
      @escaping @Sendable (P.Input, Environment, RunContext<State>) async throws -> (any Action)?
  ) -> ActionEffect<Environment, P.Input> {
    let match = pattern._match
    return ActionEffect(match, fileID, line, reading: state) { environment in
      { action, context in
        guard let input = match.input(action) else { return }
        context.answer(try await run(input, environment, context.reading(State.self)), note: note)
      }
    }
  }

  /// Answers each action of a pattern with actions sent over time, at last with any number of actions, and reads the
  /// state.
  @inlinable
  @_disfavoredOverload
  public static func on<P: ActionPattern & CustomStringConvertible, State: Sendable>(
    matching pattern: P,
    state: State.Type,
    note: String? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    _ run:
      @escaping @Sendable (P.Input, Environment, RunContext<State>) async throws -> [any Action]
  ) -> ActionEffect<Environment, P.Input> {
    let match = pattern._match
    return ActionEffect(match, fileID, line, reading: state) { environment in
      { action, context in
        guard let input = match.input(action) else { return }
        context.answer(try await run(input, environment, context.reading(State.self)), note: note)
      }
    }
  }

  /// Answers each action of a pattern with actions sent over time, and reads the
  /// state.
  @inlinable
  @_disfavoredOverload
  public static func on<P: ActionPattern & CustomStringConvertible, State: Sendable>(
    matching pattern: P,
    state: State.Type,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    _ run: @escaping @Sendable (P.Input, Environment, RunContext<State>) async throws -> Void
  ) -> ActionEffect<Environment, P.Input> {
    let match = pattern._match
    return ActionEffect(match, fileID, line, reading: state) { environment in
      { action, context in
        guard let input = match.input(action) else { return }
        try await run(input, environment, context.reading(State.self))
      }
    }
  }
}
