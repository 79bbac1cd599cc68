// The functions of `Effect+On` and `Effect+OnPattern`, for closures that receive a value of the state.
//
// None is disfavored: a closure of several statements that returns nothing would then be taken for one
// that forgets its answer, because its value's type is known only from the key path.

extension Effect {
  /// Answers each action of a type with one action or none, given a value of the state at its commit.
  ///
  /// The reducer has run, and the state may change again before the work does: the value is read as it
  /// was at the commit, and is all that is retained.
  ///
  /// ```swift
  /// let load = Effect<API>.on(LoadMore.self, reading: \Feed.items.count) { _, count, api in
  ///   Loaded(items: try await api.items(after: count))
  /// }
  /// ```
  ///
  /// The key path is read at the delivery, on the delivering thread. That of a lifted effect is one of
  /// its part; if the part wasn't there at the commit, nothing starts. To read the whole state, write
  /// `\Feed.self`.
  ///
  /// - Parameters:
  ///   - type: The type of the actions; includes subclasses.
  ///   - keyPath: What the closure receives of the state, which is the store's, or the part that the
  ///     effect's ``Feature`` or lift is for. An effect of another state is not registered, and is
  ///     reported as a ``StateTypeMismatch`` to ``Store/onEffectFailure``.
  ///   - note: The note in the origin of the answers that are returned.
  ///   - fileID: The caller's file.
  ///   - line: The caller's line.
  ///   - run: Returns the answer; `nil` for none.
  public static func on<A: Action, State: Sendable, Value: Sendable>(
    _ type: A.Type,
    reading keyPath: any KeyPath<State, Value> & Sendable,
    note: String? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    _ run:
      @escaping @Sendable (A, Value, Environment) async throws -> (any Action)?
  ) -> ActionEffect<Environment, A> {
    ActionEffect(_PatternMatch(type), fileID, line, reading: keyPath, usesContext: false) {
      action,
      value,
      environment,
      context in
      context.answer(try await run(action, value, environment), note: note)
    }
  }

  /// Answers each action of a type with any number of actions, given a value of the state at its commit.
  public static func on<A: Action, State: Sendable, Value: Sendable>(
    _ type: A.Type,
    reading keyPath: any KeyPath<State, Value> & Sendable,
    note: String? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    _ run:
      @escaping @Sendable (A, Value, Environment) async throws -> [any Action]
  ) -> ActionEffect<Environment, A> {
    ActionEffect(_PatternMatch(type), fileID, line, reading: keyPath, usesContext: false) {
      action,
      value,
      environment,
      context in
      context.answer(try await run(action, value, environment), note: note)
    }
  }

  /// Performs asynchronous work for each action of a type, given a value of the state at its commit.
  public static func on<A: Action, State: Sendable, Value: Sendable>(
    _ type: A.Type,
    reading keyPath: any KeyPath<State, Value> & Sendable,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    _ run:
      @escaping @Sendable (A, Value, Environment) async throws -> Void
  ) -> ActionEffect<Environment, A> {
    ActionEffect(_PatternMatch(type), fileID, line, reading: keyPath, usesContext: false) {
      action,
      value,
      environment,
      _ in
      try await run(action, value, environment)
    }
  }

  /// Answers each action of a type with actions sent over time, and at the end with one or none, given a value of
  /// the state at its commit.
  public static func on<A: Action, State: Sendable, Value: Sendable>(
    _ type: A.Type,
    reading keyPath: any KeyPath<State, Value> & Sendable,
    note: String? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    _ run:
      @escaping @Sendable (A, Value, Environment, RunContext<State>) async throws -> (any Action)?
  ) -> ActionEffect<Environment, A> {
    ActionEffect(_PatternMatch(type), fileID, line, reading: keyPath, usesContext: true) {
      action,
      value,
      environment,
      context in
      context.answer(try await run(action, value, environment, context), note: note)
    }
  }

  /// Answers each action of a type with actions sent over time, and at the end with any number, given a value of
  /// the state at its commit.
  public static func on<A: Action, State: Sendable, Value: Sendable>(
    _ type: A.Type,
    reading keyPath: any KeyPath<State, Value> & Sendable,
    note: String? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    _ run:
      @escaping @Sendable (A, Value, Environment, RunContext<State>) async throws -> [any Action]
  ) -> ActionEffect<Environment, A> {
    ActionEffect(_PatternMatch(type), fileID, line, reading: keyPath, usesContext: true) {
      action,
      value,
      environment,
      context in
      context.answer(try await run(action, value, environment, context), note: note)
    }
  }

  /// Answers each action of a type with actions sent over time, given a value of the state at its commit.
  public static func on<A: Action, State: Sendable, Value: Sendable>(
    _ type: A.Type,
    reading keyPath: any KeyPath<State, Value> & Sendable,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    _ run:
      @escaping @Sendable (A, Value, Environment, RunContext<State>) async throws -> Void
  ) -> ActionEffect<Environment, A> {
    ActionEffect(_PatternMatch(type), fileID, line, reading: keyPath, usesContext: true) {
      action,
      value,
      environment,
      context in
      try await run(action, value, environment, context)
    }
  }
}

extension Effect {
  /// Answers each action of a pattern with one action or none, given a value of the state at its commit.
  ///
  /// - Parameters:
  ///   - pattern: Which actions; see ``ActionPattern``.
  ///   - keyPath: What the closure receives of the state, which is the store's, or the part that the
  ///     effect's ``Feature`` or lift is for. An effect of another state is not registered, and is
  ///     reported as a ``StateTypeMismatch`` to ``Store/onEffectFailure``.
  ///   - note: The note in the origin of the answers that are returned.
  ///   - fileID: The caller's file.
  ///   - line: The caller's line.
  ///   - run: Returns the answer; `nil` for none.
  public static func on<
    P: ActionPattern & CustomStringConvertible,
    State: Sendable,
    Value: Sendable
  >(
    matching pattern: P,
    reading keyPath: any KeyPath<State, Value> & Sendable,
    note: String? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    _ run:
      @escaping @Sendable (P.Input, Value, Environment) async throws -> (any Action)?
  ) -> ActionEffect<Environment, P.Input> {
    ActionEffect(pattern._match, fileID, line, reading: keyPath, usesContext: false) {
      action,
      value,
      environment,
      context in
      context.answer(try await run(action, value, environment), note: note)
    }
  }

  /// Answers each action of a pattern with any number of actions, given a value of the state at its commit.
  public static func on<
    P: ActionPattern & CustomStringConvertible,
    State: Sendable,
    Value: Sendable
  >(
    matching pattern: P,
    reading keyPath: any KeyPath<State, Value> & Sendable,
    note: String? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    _ run:
      @escaping @Sendable (P.Input, Value, Environment) async throws -> [any Action]
  ) -> ActionEffect<Environment, P.Input> {
    ActionEffect(pattern._match, fileID, line, reading: keyPath, usesContext: false) {
      action,
      value,
      environment,
      context in
      context.answer(try await run(action, value, environment), note: note)
    }
  }

  /// Performs asynchronous work for each action of a pattern, given a value of the state at its commit.
  public static func on<
    P: ActionPattern & CustomStringConvertible,
    State: Sendable,
    Value: Sendable
  >(
    matching pattern: P,
    reading keyPath: any KeyPath<State, Value> & Sendable,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    _ run:
      @escaping @Sendable (P.Input, Value, Environment) async throws -> Void
  ) -> ActionEffect<Environment, P.Input> {
    ActionEffect(pattern._match, fileID, line, reading: keyPath, usesContext: false) {
      action,
      value,
      environment,
      _ in
      try await run(action, value, environment)
    }
  }

  /// Answers each action of a pattern with actions sent over time, and at the end with one or none, given a value of
  /// the state at its commit.
  public static func on<
    P: ActionPattern & CustomStringConvertible,
    State: Sendable,
    Value: Sendable
  >(
    matching pattern: P,
    reading keyPath: any KeyPath<State, Value> & Sendable,
    note: String? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    _ run:
      @escaping @Sendable (P.Input, Value, Environment, RunContext<State>) async throws -> (
        any Action
      )?
  ) -> ActionEffect<Environment, P.Input> {
    ActionEffect(pattern._match, fileID, line, reading: keyPath, usesContext: true) {
      action,
      value,
      environment,
      context in
      context.answer(try await run(action, value, environment, context), note: note)
    }
  }

  /// Answers each action of a pattern with actions sent over time, and at the end with any number, given a value of
  /// the state at its commit.
  public static func on<
    P: ActionPattern & CustomStringConvertible,
    State: Sendable,
    Value: Sendable
  >(
    matching pattern: P,
    reading keyPath: any KeyPath<State, Value> & Sendable,
    note: String? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    _ run:
      @escaping @Sendable (P.Input, Value, Environment, RunContext<State>) async throws ->
      [any Action]
  ) -> ActionEffect<Environment, P.Input> {
    ActionEffect(pattern._match, fileID, line, reading: keyPath, usesContext: true) {
      action,
      value,
      environment,
      context in
      context.answer(try await run(action, value, environment, context), note: note)
    }
  }

  /// Answers each action of a pattern with actions sent over time, given a value of the state at its commit.
  public static func on<
    P: ActionPattern & CustomStringConvertible,
    State: Sendable,
    Value: Sendable
  >(
    matching pattern: P,
    reading keyPath: any KeyPath<State, Value> & Sendable,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    _ run:
      @escaping @Sendable (P.Input, Value, Environment, RunContext<State>) async throws -> Void
  ) -> ActionEffect<Environment, P.Input> {
    ActionEffect(pattern._match, fileID, line, reading: keyPath, usesContext: true) {
      action,
      value,
      environment,
      context in
      try await run(action, value, environment, context)
    }
  }
}

extension ActionEffect {
  /// Creates an effect whose closure receives a value of the state at the commit.
  fileprivate convenience init<State: Sendable, Value: Sendable>(
    _ match: _PatternMatch<Input>,
    _ fileID: StaticString,
    _ line: UInt,
    reading keyPath: any KeyPath<State, Value> & Sendable,
    usesContext: Bool,
    run: @escaping @Sendable (Input, Value, Environment, RunContext<State>) async throws -> Void
  ) {
    var settings = RunSettings()
    settings.readings[.value] = StateReading(state: State.self) { states in
      states.after(State.self).map {
        StateBox(holding: StateBox<State>($0).value[keyPath: keyPath]).storage
      }
    }
    self.init(
      site: .effect(fileID, line),
      match: match,
      settings: settings,
      usesContext: usesContext,
      access: StateAccess(reading: State.self)
    ) { environment in
      { action, context in
        guard let input = match.input(action), let value: Value = context.retained(.value) else {
          return
        }
        try await run(input, value, environment, context.reading(State.self))
      }
    }
  }
}
