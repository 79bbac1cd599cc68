// Inlined, so that an effect's closure is called with the types it is written for; otherwise each
// layer of closures around it costs an asynchronous frame.
//
// For a closure of several statements that returns nothing, the overloads with a note match worse
// than the one without, which is the right one. That for one action is no special case of that for
// one or none: it is what a closure of one expression prefers to discarding the action, and what such
// a closure of several statements can't be.

extension Effect {
  /// Answers each action of a type with one action, asynchronously.
  ///
  /// - Parameters:
  ///   - type: The type of the actions; includes subclasses.
  ///   - note: The note in the origin of the answers.
  ///   - fileID: The caller's file.
  ///   - line: The caller's line.
  ///   - run: Returns the answer.
  @inlinable
  public static func on<A: Action, B: Action>(
    _ type: A.Type,
    note: String? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    _ run: @escaping @Sendable (A, Environment) async throws -> B
  ) -> ActionEffect<Environment, A> {
    ActionEffect(.init(type), fileID, line) { environment in
      { action, context in
        context.answer(try await run(A.unchecked(action), environment), note: note)
      }
    }
  }

  /// Answers each action of a type with one action or none, asynchronously.
  ///
  /// - Parameters:
  ///   - type: The type of the actions; includes subclasses.
  ///   - note: The note in the origin of the answers.
  ///   - fileID: The caller's file.
  ///   - line: The caller's line.
  ///   - run: Returns the answer; `nil` for none.
  @inlinable
  @_disfavoredOverload
  public static func on<A: Action>(
    _ type: A.Type,
    note: String? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    _ run: @escaping @Sendable (A, Environment) async throws -> (any Action)?
  ) -> ActionEffect<Environment, A> {
    ActionEffect(.init(type), fileID, line) { environment in
      { action, context in
        if let answer = try await run(A.unchecked(action), environment) {
          context.answer(answer, note: note)
        }
      }
    }
  }

  /// Answers each action of a type with any number of actions, asynchronously.
  ///
  /// - Parameters:
  ///   - type: The type of the actions; includes subclasses.
  ///   - note: The note in the origin of the answers.
  ///   - fileID: The caller's file.
  ///   - line: The caller's line.
  ///   - run: Returns the answers, which are dispatched in order when it returns.
  @inlinable
  @_disfavoredOverload
  public static func on<A: Action>(
    _ type: A.Type,
    note: String? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    _ run: @escaping @Sendable (A, Environment) async throws -> [any Action]
  ) -> ActionEffect<Environment, A> {
    ActionEffect(.init(type), fileID, line) { environment in
      { action, context in
        for answer in try await run(A.unchecked(action), environment) {
          context.answer(answer, note: note)
        }
      }
    }
  }

  /// Performs asynchronous work for each action of a type, and dispatches nothing.
  ///
  /// - Parameters:
  ///   - type: The type of the actions; includes subclasses.
  ///   - fileID: The caller's file.
  ///   - line: The caller's line.
  ///   - run: Performs the work.
  @inlinable
  @_disfavoredOverload
  public static func on<A: Action>(
    _ type: A.Type,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    _ run: @escaping @Sendable (A, Environment) async throws -> Void
  ) -> ActionEffect<Environment, A> {
    ActionEffect(.init(type), fileID, line) { environment in
      { action, _ in try await run(A.unchecked(action), environment) }
    }
  }

  /// Answers each action of a type with actions sent over time.
  ///
  /// Meanwhile the closure can wait for later actions and sleep: see ``RunContext``.
  ///
  /// ```swift
  /// let export = Effect<AppEnvironment>.on(ExportTapped.self) { action, environment, context in
  ///   context.send(ExportAsked(size: try await environment.files.size(of: action.file)))
  ///   let answer = try await context.next(ExportAnswered.self)
  ///   if answer.isYes {
  ///     context.send(Exported(url: try await environment.files.export(action.file)))
  ///   }
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - type: The type of the actions; includes subclasses.
  ///   - fileID: The caller's file.
  ///   - line: The caller's line.
  ///   - run: Performs the work and sends the answers.
  @inlinable
  public static func on<A: Action>(
    _ type: A.Type,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    _ run: @escaping @Sendable (A, Environment, RunContext<Void>) async throws -> Void
  ) -> ActionEffect<Environment, A> {
    ActionEffect(.init(type), fileID, line, reading: Void.self) { environment in
      { action, context in try await run(A.unchecked(action), environment, context) }
    }
  }

  /// Answers each action of a type with actions sent over time, and reads the state.
  ///
  /// ```swift
  /// let save = Effect<Files>.on(SaveTapped.self, state: AppState.self) { _, files, context in
  ///   try await files.write(context.state.draft)
  ///   context.send(Saved())
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - type: The type of the actions; includes subclasses.
  ///   - state: The type of the state that `context.state` returns: the store's, or that of the
  ///     part that the effect's ``Feature`` or lift is for. An effect of another state is not
  ///     registered, and is reported as a ``StateTypeMismatch`` to ``Store/onEffectFailure``.
  ///   - fileID: The caller's file.
  ///   - line: The caller's line.
  ///   - run: Performs the work and sends the answers.
  @inlinable
  public static func on<A: Action, State: Sendable>(
    _ type: A.Type,
    state: State.Type,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    _ run: @escaping @Sendable (A, Environment, RunContext<State>) async throws -> Void
  ) -> ActionEffect<Environment, A> {
    ActionEffect(.init(type), fileID, line, reading: state) { environment in
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
    _ match: ActionMatch,
    _ fileID: StaticString,
    _ line: UInt,
    run: @escaping @Sendable (Environment) -> RunWork
  ) {
    self.init(site: .effect(fileID, line), match: match, usesContext: false, run: run)
  }

  /// Creates an effect whose closure has a context, and reads a state if it isn't `Void`.
  @usableFromInline
  convenience init<State: Sendable>(
    _ match: ActionMatch,
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
