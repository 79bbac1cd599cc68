extension Effect {
  /// Answers each action of a type with one action, asynchronously.
  public static func on<A: Action, B: Action>(
    _ type: A.Type,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    _ run: @escaping @Sendable (A, Environment) async throws -> B
  ) -> ActionEffect<Environment, A> {
    ActionEffect(site: .effect(fileID, line)) { action, environment, context in
      context.send(try await run(action, environment))
    }
  }

  /// Answers each action of a type with one action or none, asynchronously.
  @_disfavoredOverload
  public static func on<A: Action>(
    _ type: A.Type,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    _ run: @escaping @Sendable (A, Environment) async throws -> (any Action)?,
    _: Void = ()
  ) -> ActionEffect<Environment, A> {
    ActionEffect(site: .effect(fileID, line)) { action, environment, context in
      if let answer = try await run(action, environment) { context.send(answer) }
    }
  }

  /// Answers each action of a type with any number of actions, asynchronously; they are
  /// dispatched in order when the work is done.
  @_disfavoredOverload
  public static func on<A: Action>(
    _ type: A.Type,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    _ run: @escaping @Sendable (A, Environment) async throws -> [any Action],
    _: Void = ()
  ) -> ActionEffect<Environment, A> {
    ActionEffect(site: .effect(fileID, line)) { action, environment, context in
      for answer in try await run(action, environment) { context.send(answer) }
    }
  }

  /// Does something asynchronous at each action of a type, and dispatches nothing.
  @_disfavoredOverload
  public static func on<A: Action>(
    _ type: A.Type,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    _ run: @escaping @Sendable (A, Environment) async throws -> Void
  ) -> ActionEffect<Environment, A> {
    ActionEffect(site: .effect(fileID, line)) { action, environment, _ in
      try await run(action, environment)
    }
  }

  /// Answers each action of a type with actions sent over time, and may read the state and wait for
  /// later actions meanwhile: see ``RunContext``.
  ///
  /// ```swift
  /// let export = Effect<AppEnvironment>.on(ExportTapped.self) { action, environment, send in
  ///   send(ExportAsked(size: try await environment.files.size(of: action.file)))
  ///   let answer = try await send.next(ExportAnswered.self)
  ///   if answer.isYes { send(Exported(url: try await environment.files.export(action.file))) }
  /// }
  /// ```
  public static func on<A: Action>(
    _ type: A.Type,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    _ run: @escaping @Sendable (A, Environment, RunContext) async throws -> Void
  ) -> ActionEffect<Environment, A> {
    ActionEffect(site: .effect(fileID, line), usesContext: true, run: run)
  }
}

extension Effect {
  /// Answers each action of a type with one action or none, in the delivery itself: synchronous, in
  /// order, without a task.
  ///
  /// When `dispatch` of the first action returns, the state includes the answer, unless another
  /// thread delivers.
  public static func map<A: Action>(
    _ type: A.Type,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    _ transform: @escaping @Sendable (A) -> (any Action)?
  ) -> Effect {
    map(type, fileID: fileID, line: line) { action, _ in transform(action).map { [$0] } ?? [] }
  }

  /// Answers each action of a type with any number of actions, in the delivery itself.
  public static func map<A: Action>(
    _ type: A.Type,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    _ transform: @escaping @Sendable (A, Environment) -> [any Action]
  ) -> Effect {
    Effect(
      site: .effect(fileID, line),
      work: .synchronous(accepts: { $0 is A.Type }) { action, environment in
        guard let action = action as? A else { return [] }
        return transform(action, environment)
      }
    )
  }
}

extension ActionOrigin.Site {
  /// Where an effect is written: the place its actions are said to come from.
  static func effect(_ fileID: StaticString, _ line: UInt) -> Self {
    Self(fileID: fileID, line: line, function: "effect")
  }
}
