// Inlined, so that an effect's closure is called with the types it is written for; otherwise each
// layer of closures around it costs an asynchronous frame.
//
// What a closure returns: an action, an action or none, actions, or nothing. For one of several
// statements that returns nothing, the overloads with a note match worse than the one without, which is
// the right one. That for one action is no special case of that for one or none: it is what a closure of
// one expression prefers to discarding the action, and what such a closure of several statements can't
// be.

extension Effect {
  /// Answers each action of a type with one action, asynchronously.
  ///
  /// - Parameters:
  ///   - type: The type of the actions; includes subclasses.
  ///   - note: The note in the origin of what the closure returns.
  ///   - fileID: The caller's file.
  ///   - line: The caller's line.
  ///   - run: Returns the answer, which is dispatched when it returns.
  @inlinable
  public static func on<A: Action, B: Action>(
    _ type: A.Type,
    note: String? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    _ run: @escaping @Sendable (A, Environment) async throws -> B
  ) -> ActionEffect<Environment, A> {
    ActionEffect(_PatternMatch(type), fileID, line) { environment in
      { action, context in
        context.answer(try await run(A.unchecked(action), environment), note: note)
      }
    }
  }

  /// Answers each action of a type with one action or none, asynchronously.
  @inlinable
  @_disfavoredOverload
  public static func on<A: Action>(
    _ type: A.Type,
    note: String? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    _ run: @escaping @Sendable (A, Environment) async throws -> (any Action)?
  ) -> ActionEffect<Environment, A> {
    ActionEffect(_PatternMatch(type), fileID, line) { environment in
      { action, context in
        context.answer(try await run(A.unchecked(action), environment), note: note)
      }
    }
  }

  /// Answers each action of a type with any number of actions, asynchronously.
  @inlinable
  @_disfavoredOverload
  public static func on<A: Action>(
    _ type: A.Type,
    note: String? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    _ run: @escaping @Sendable (A, Environment) async throws -> [any Action]
  ) -> ActionEffect<Environment, A> {
    ActionEffect(_PatternMatch(type), fileID, line) { environment in
      { action, context in
        context.answer(try await run(A.unchecked(action), environment), note: note)
      }
    }
  }

  /// Performs asynchronous work for each action of a type, and dispatches nothing.
  @inlinable
  @_disfavoredOverload
  public static func on<A: Action>(
    _ type: A.Type,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    _ run: @escaping @Sendable (A, Environment) async throws -> Void
  ) -> ActionEffect<Environment, A> {
    ActionEffect(_PatternMatch(type), fileID, line) { environment in
      { action, _ in try await run(A.unchecked(action), environment) }
    }
  }

  /// Answers each action of a type with actions sent over time, at last with one action.
  ///
  /// Meanwhile the closure can wait for later actions and sleep: see ``RunContext``.
  ///
  /// ```swift
  /// let export = Effect<AppEnvironment>.on(ExportTapped.self) { action, environment, context in
  ///   context.send(ExportAsked(size: try await environment.files.size(of: action.file)))
  ///   guard try await context.next(ExportAnswered.self).isYes else { return nil }
  ///   return Exported(url: try await environment.files.export(action.file))
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - type: The type of the actions; includes subclasses.
  ///   - note: The note in the origin of what the closure returns.
  ///   - fileID: The caller's file.
  ///   - line: The caller's line.
  ///   - run: Returns the answer, which is dispatched when it returns.
  @inlinable
  public static func on<A: Action, B: Action>(
    _ type: A.Type,
    note: String? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    _ run: @escaping @Sendable (A, Environment, RunContext<Void>) async throws -> B
  ) -> ActionEffect<Environment, A> {
    ActionEffect(_PatternMatch(type), fileID, line, reading: Void.self) { environment in
      { action, context in
        context.answer(try await run(A.unchecked(action), environment, context), note: note)
      }
    }
  }

  /// Answers each action of a type with actions sent over time, at last with one action or none.
  @inlinable
  @_disfavoredOverload
  public static func on<A: Action>(
    _ type: A.Type,
    note: String? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    _ run: @escaping @Sendable (A, Environment, RunContext<Void>) async throws -> (any Action)?
  ) -> ActionEffect<Environment, A> {
    ActionEffect(_PatternMatch(type), fileID, line, reading: Void.self) { environment in
      { action, context in
        context.answer(try await run(A.unchecked(action), environment, context), note: note)
      }
    }
  }

  /// Answers each action of a type with actions sent over time, at last with any number of actions.
  @inlinable
  @_disfavoredOverload
  public static func on<A: Action>(
    _ type: A.Type,
    note: String? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    _ run: @escaping @Sendable (A, Environment, RunContext<Void>) async throws -> [any Action]
  ) -> ActionEffect<Environment, A> {
    ActionEffect(_PatternMatch(type), fileID, line, reading: Void.self) { environment in
      { action, context in
        context.answer(try await run(A.unchecked(action), environment, context), note: note)
      }
    }
  }

  /// Answers each action of a type with actions sent over time.
  @inlinable
  @_disfavoredOverload
  public static func on<A: Action>(
    _ type: A.Type,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    _ run: @escaping @Sendable (A, Environment, RunContext<Void>) async throws -> Void
  ) -> ActionEffect<Environment, A> {
    ActionEffect(_PatternMatch(type), fileID, line, reading: Void.self) { environment in
      { action, context in try await run(A.unchecked(action), environment, context) }
    }
  }

  /// Answers each action of a type with actions sent over time, at last with one action, and reads the
  /// state.
  ///
  /// ```swift
  /// let save = Effect<Files>.on(SaveTapped.self, state: AppState.self) { _, files, context in
  ///   try await files.write(context.state.draft)
  ///   return Saved()
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - type: The type of the actions; includes subclasses.
  ///   - state: The type of the state that `context.state` returns: the store's, or that of the
  ///     part that the effect's ``Feature`` or lift is for. An effect of another state is not
  ///     registered, and is reported as a ``StateTypeMismatch`` to ``Store/onEffectFailure``.
  ///   - note: The note in the origin of what the closure returns.
  ///   - fileID: The caller's file.
  ///   - line: The caller's line.
  ///   - run: Returns the answer, which is dispatched when it returns.
  @inlinable
  public static func on<A: Action, B: Action, State: Sendable>(
    _ type: A.Type,
    state: State.Type,
    note: String? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    _ run: @escaping @Sendable (A, Environment, RunContext<State>) async throws -> B
  ) -> ActionEffect<Environment, A> {
    ActionEffect(_PatternMatch(type), fileID, line, reading: state) { environment in
      { action, context in
        context.answer(
          try await run(A.unchecked(action), environment, context.reading(State.self)),
          note: note
        )
      }
    }
  }

  /// Answers each action of a type with actions sent over time, at last with one action or none, and reads the
  /// state.
  @inlinable
  @_disfavoredOverload
  public static func on<A: Action, State: Sendable>(
    _ type: A.Type,
    state: State.Type,
    note: String? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    _ run: @escaping @Sendable (A, Environment, RunContext<State>) async throws -> (any Action)?
  ) -> ActionEffect<Environment, A> {
    ActionEffect(_PatternMatch(type), fileID, line, reading: state) { environment in
      { action, context in
        context.answer(
          try await run(A.unchecked(action), environment, context.reading(State.self)),
          note: note
        )
      }
    }
  }

  /// Answers each action of a type with actions sent over time, at last with any number of actions, and reads the
  /// state.
  @inlinable
  @_disfavoredOverload
  public static func on<A: Action, State: Sendable>(
    _ type: A.Type,
    state: State.Type,
    note: String? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    _ run: @escaping @Sendable (A, Environment, RunContext<State>) async throws -> [any Action]
  ) -> ActionEffect<Environment, A> {
    ActionEffect(_PatternMatch(type), fileID, line, reading: state) { environment in
      { action, context in
        context.answer(
          try await run(A.unchecked(action), environment, context.reading(State.self)),
          note: note
        )
      }
    }
  }

  /// Answers each action of a type with actions sent over time, and reads the
  /// state.
  @inlinable
  @_disfavoredOverload
  public static func on<A: Action, State: Sendable>(
    _ type: A.Type,
    state: State.Type,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    _ run: @escaping @Sendable (A, Environment, RunContext<State>) async throws -> Void
  ) -> ActionEffect<Environment, A> {
    ActionEffect(_PatternMatch(type), fileID, line, reading: state) { environment in
      { action, context in
        try await run(A.unchecked(action), environment, context.reading(State.self))
      }
    }
  }
}

extension ActionEffect {
  /// Creates an effect whose closure has no context.
  @usableFromInline
  convenience init(
    _ match: _PatternMatch<Input>,
    _ fileID: StaticString,
    _ line: UInt,
    run: @escaping @Sendable (Environment) -> RunWork
  ) {
    self.init(site: .effect(fileID, line), match: match, usesContext: false, run: run)
  }

  /// Creates an effect whose closure has a context, and reads a state if it isn't `Void`.
  @usableFromInline
  convenience init<State: Sendable>(
    _ match: _PatternMatch<Input>,
    _ fileID: StaticString,
    _ line: UInt,
    reading state: State.Type,
    run: @escaping @Sendable (Environment) -> RunWork
  ) {
    self.init(
      site: .effect(fileID, line),
      match: match,
      usesContext: true,
      access: StateAccess(reading: state),
      run: run
    )
  }
}

extension ActionOrigin.Site {
  /// Returns the source position of an effect, which is the origin of its actions.
  static func effect(_ fileID: StaticString, _ line: UInt) -> Self {
    Self(fileID: fileID, line: line, function: "effect")
  }
}

extension Action {
  /// Returns an action as this type without a check: effects receive actions of their type only, or
  /// of a subclass.
  ///
  /// A cast would check the type again, which takes longer than the rest of a synchronous effect.
  @inlinable
  static func unchecked(_ action: any Action) -> Self {
    unsafe withAddress(of: action) { unsafe $0.assumingMemoryBound(to: Self.self).pointee }
  }
}
