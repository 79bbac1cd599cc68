public import SluiceCore

extension Effect {
  /// Answers each action of a type with one action or none, asynchronously; short for
  /// ``Trigger/answer(note:_:)``.
  ///
  /// - Parameters:
  ///   - type: The type of the actions; includes subclasses.
  ///   - note: The note in the origin of the answer.
  ///   - fileID: The caller's file.
  ///   - line: The caller's line.
  ///   - answer: Returns the answer, which is dispatched when it returns; `nil` for none.
  @inlinable
  public static func on<A: Action>(
    _ type: A.Type,
    note: String? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    _ answer: @escaping @Sendable (A, Environment) async throws -> (any Action)?
  ) -> ActionEffect<Environment, A> {
    on(type, fileID: fileID, line: line).answer(note: note, answer)
  }

  /// Returns the trigger of the actions of a type, of which a verb makes an effect.
  ///
  /// - Parameters:
  ///   - type: The type of the actions; includes subclasses.
  ///   - fileID: The caller's file.
  ///   - line: The caller's line.
  @inlinable
  public static func on<A: Action>(
    _ type: A.Type,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> Trigger<Environment, A, Void> {
    Trigger(_PatternMatch(type), fileID, line) { A.unchecked($0) }
  }

  // Labelled, and with a requirement that a type doesn't satisfy: of the overloads that don't fit, the
  // compiler reports the one with the least mistakes, and that should be the one for types where there
  // is a mistake in its closure.

  /// Answers each action of a pattern with one action or none, asynchronously; short for
  /// ``Trigger/answer(note:_:)``.
  @inlinable
  public static func on<P: ActionPattern & CustomStringConvertible>(
    matching pattern: P,
    note: String? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    _ answer: @escaping @Sendable (P.Input, Environment) async throws -> (any Action)?
  ) -> ActionEffect<Environment, P.Input> {
    on(matching: pattern, fileID: fileID, line: line).answer(note: note, answer)
  }

  /// Returns the trigger of the actions of a pattern, of which a verb makes an effect.
  @inlinable
  public static func on<P: ActionPattern & CustomStringConvertible>(
    matching pattern: P,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> Trigger<Environment, P.Input, Void> {
    let match = pattern._match
    return Trigger(match, fileID, line, input: match.input)
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
