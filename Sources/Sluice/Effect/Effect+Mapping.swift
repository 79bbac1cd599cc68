// Inlined, as `Effect.on` is.

extension Effect {
  /// Answers each action of a type with one action or none, synchronously during the delivery.
  ///
  /// Answers are dispatched in order, without a task. When `dispatch` of the first action returns,
  /// the state includes the answer, unless another thread delivers.
  @inlinable
  public static func map<A: Action>(
    _ type: A.Type,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    _ transform: @escaping @Sendable (A) -> (any Action)?
  ) -> Effect {
    mapping(_PatternMatch(type), fileID, line) { _ in
      { action, answer in
        if let new = transform(A.unchecked(action)) { answer(new) }
      }
    }
  }

  /// Answers each action of a type with one action or none, which the environment helps to make,
  /// synchronously during the delivery.
  @inlinable
  public static func map<A: Action>(
    _ type: A.Type,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    _ transform: @escaping @Sendable (A, Environment) -> (any Action)?
  ) -> Effect {
    mapping(_PatternMatch(type), fileID, line) { environment in
      { action, answer in
        if let new = transform(A.unchecked(action), environment) { answer(new) }
      }
    }
  }

  // Disfavored: a closure of several statements could return either.

  /// Answers each action of a type with any number of actions, synchronously during the delivery.
  @inlinable
  @_disfavoredOverload
  public static func map<A: Action>(
    _ type: A.Type,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    _ transform: @escaping @Sendable (A) -> [any Action]
  ) -> Effect {
    mapping(_PatternMatch(type), fileID, line) { _ in
      { action, answer in
        for new in transform(A.unchecked(action)) { answer(new) }
      }
    }
  }

  /// Answers each action of a type with any number of actions, which the environment helps to make,
  /// synchronously during the delivery.
  @inlinable
  @_disfavoredOverload
  public static func map<A: Action>(
    _ type: A.Type,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    _ transform: @escaping @Sendable (A, Environment) -> [any Action]
  ) -> Effect {
    mapping(_PatternMatch(type), fileID, line) { environment in
      { action, answer in
        for new in transform(A.unchecked(action), environment) { answer(new) }
      }
    }
  }

  // MARK: - Patterns

  /// Answers each action of a pattern with one action or none, synchronously during the delivery.
  @inlinable
  public static func map<P: ActionPattern & CustomStringConvertible>(
    matching pattern: P,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    _ transform: @escaping @Sendable (P.Input) -> (any Action)?
  ) -> Effect {
    let match = pattern._match
    return mapping(match, fileID, line) { _ in
      { action, answer in
        guard let input = match.input(action) else { return }
        if let new = transform(input) { answer(new) }
      }
    }
  }

  /// Answers each action of a pattern with one action or none, which the environment helps to make,
  /// synchronously during the delivery.
  @inlinable
  public static func map<P: ActionPattern & CustomStringConvertible>(
    matching pattern: P,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    _ transform: @escaping @Sendable (P.Input, Environment) -> (any Action)?
  ) -> Effect {
    let match = pattern._match
    return mapping(match, fileID, line) { environment in
      { action, answer in
        guard let input = match.input(action) else { return }
        if let new = transform(input, environment) { answer(new) }
      }
    }
  }

  /// Answers each action of a pattern with any number of actions, synchronously during the delivery.
  @inlinable
  @_disfavoredOverload
  public static func map<P: ActionPattern & CustomStringConvertible>(
    matching pattern: P,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    _ transform: @escaping @Sendable (P.Input) -> [any Action]
  ) -> Effect {
    let match = pattern._match
    return mapping(match, fileID, line) { _ in
      { action, answer in
        guard let input = match.input(action) else { return }
        for new in transform(input) { answer(new) }
      }
    }
  }

  /// Answers each action of a pattern with any number of actions, which the environment helps to make,
  /// synchronously during the delivery.
  @inlinable
  @_disfavoredOverload
  public static func map<P: ActionPattern & CustomStringConvertible>(
    matching pattern: P,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    _ transform: @escaping @Sendable (P.Input, Environment) -> [any Action]
  ) -> Effect {
    let match = pattern._match
    return mapping(match, fileID, line) { environment in
      { action, answer in
        guard let input = match.input(action) else { return }
        for new in transform(input, environment) { answer(new) }
      }
    }
  }

  @usableFromInline
  static func mapping(
    _ match: _PatternMatch<some Sendable>,
    _ fileID: StaticString,
    _ line: UInt,
    _ work: @escaping @Sendable (Environment) -> SynchronousWork
  ) -> Effect {
    Effect(site: .effect(fileID, line), work: .synchronous(match.actions, work))
  }
}
