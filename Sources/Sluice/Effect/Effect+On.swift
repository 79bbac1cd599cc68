// Inlined, so that an effect's closure is called with the types that it is written for: without, each
// layer of closures around it costs an asynchronous frame.
//
// Where a closure of several statements returns nothing, the overloads with a note are worse matches
// than the one without, and that is the one that is meant.

extension Effect {
  /// Answers each action of a type with one action, asynchronously.
  ///
  /// - Parameters:
  ///   - type: The type of the actions; a class takes its subclasses, too.
  ///   - note: The note of the answers' origin.
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
        context.send(try await run(A.unchecked(action), environment), note: note)
      }
    }
  }

  /// Answers each action of a type with one action or none, asynchronously.
  ///
  /// - Parameters:
  ///   - type: The type of the actions; a class takes its subclasses, too.
  ///   - note: The note of the answers' origin.
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
          context.send(answer, note: note)
        }
      }
    }
  }

  /// Answers each action of a type with any number of actions, asynchronously.
  ///
  /// - Parameters:
  ///   - type: The type of the actions; a class takes its subclasses, too.
  ///   - note: The note of the answers' origin.
  ///   - fileID: The caller's file.
  ///   - line: The caller's line.
  ///   - run: Returns the answers, which are dispatched in order when it is done.
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
          context.send(answer, note: note)
        }
      }
    }
  }

  /// Does something asynchronous at each action of a type, and dispatches nothing.
  ///
  /// - Parameters:
  ///   - type: The type of the actions; a class takes its subclasses, too.
  ///   - fileID: The caller's file.
  ///   - line: The caller's line.
  ///   - run: Does the work.
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
  /// The closure may read the state and wait for later actions meanwhile: see ``RunContext``.
  ///
  /// ```swift
  /// let export = Effect<AppEnvironment>.on(ExportTapped.self) { action, environment, send in
  ///   send(ExportAsked(size: try await environment.files.size(of: action.file)))
  ///   let answer = try await send.next(ExportAnswered.self)
  ///   if answer.isYes { send(Exported(url: try await environment.files.export(action.file))) }
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - type: The type of the actions; a class takes its subclasses, too.
  ///   - fileID: The caller's file.
  ///   - line: The caller's line.
  ///   - run: Does the work, and sends the answers.
  @inlinable
  public static func on<A: Action>(
    _ type: A.Type,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    _ run: @escaping @Sendable (A, Environment, RunContext) async throws -> Void
  ) -> ActionEffect<Environment, A> {
    ActionEffect(.init(type), fileID, line, usesContext: true) { environment in
      { action, context in try await run(A.unchecked(action), environment, context) }
    }
  }
}

extension ActionEffect {
  @usableFromInline
  convenience init(
    _ match: ActionMatch,
    _ fileID: StaticString,
    _ line: UInt,
    usesContext: Bool = false,
    run: @escaping @Sendable (Environment) -> RunWork
  ) {
    self.init(
      site: .effect(fileID, line),
      match: match,
      usesContext: usesContext,
      run: run
    )
  }
}

extension ActionOrigin.Site {
  /// Where an effect is written: the place its actions are said to come from.
  static func effect(_ fileID: StaticString, _ line: UInt) -> Self {
    Self(fileID: fileID, line: line, function: "effect")
  }
}

extension Action {
  /// An action that is known to be of this type, or of a subclass: effects get no others.
  ///
  /// A cast would look at the type again, which takes longer than the rest of a synchronous effect.
  @inlinable
  static func unchecked(_ action: any Action) -> Self {
    unsafe withAddress(of: action) { unsafe $0.assumingMemoryBound(to: Self.self).pointee }
  }
}
