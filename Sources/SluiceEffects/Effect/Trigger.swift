public import SluiceCore

/// What starts an effect, actions of a type or of a pattern, before a verb says what they lead to.
///
/// ```swift
/// Effect<API>.on(Search.self).answer { action, api in
///   Found(titles: try await api.search(action.query))
/// }
/// ```
///
/// | verb | the closure | its answers |
/// |---|---|---|
/// | ``answer(note:_:)`` | asynchronous | one action or none; `Effect.on(Search.self) { … }` is short for it |
/// | ``answers(note:_:)`` | asynchronous | any number, in order, when it returns |
/// | `run` | asynchronous, with a ``RunContext`` | what it sends meanwhile |
/// | `run` | asynchronous | none |
/// | ``map(_:)`` | synchronous | one action or none |
/// | ``flatMap(_:)`` | synchronous | any number, in order |
///
/// A trigger is no effect: without a verb it is not registered, and is reported as a
/// ``StoreDiagnostic/ID/triggersWithoutVerb`` if it is a stored property of an ``Effects`` type.
public struct Trigger<Environment: Sendable, Input: Sendable, State: Sendable>: Sendable {
  let site: ActionOrigin.Site
  let match: _PatternMatch<Input>
  /// Returns what closures receive of an action; `nil` if it doesn't match.
  @usableFromInline let input: @Sendable (any Action) -> Input?
  private let retained: RetainedStates

  private init(
    _ site: ActionOrigin.Site,
    _ match: _PatternMatch<Input>,
    _ input: @escaping @Sendable (any Action) -> Input?,
    retaining states: RetainedStates
  ) {
    self.site = site
    self.match = match
    self.input = input
    retained = states
  }

  /// Creates a trigger of the actions that match.
  ///
  /// - Parameter input: Called only with actions that match.
  @usableFromInline
  init(
    _ match: _PatternMatch<Input>,
    _ fileID: StaticString,
    _ line: UInt,
    input: @escaping @Sendable (any Action) -> Input?
  ) where State == Void {
    self.init(.effect(fileID, line), match, input, retaining: [])
  }

  /// Returns the effect of a verb.
  ///
  /// - Parameters:
  ///   - usesContext: Whether the work may ask for later actions.
  ///   - answersOnce: Whether a run answers with one action or none, and is done.
  ///   - run: Called only with actions that match.
  @usableFromInline
  func effect(
    usesContext: Bool = false,
    answersOnce: Bool = false,
    run: @escaping @Sendable (Environment) -> RunWork
  ) -> ActionEffect<Environment, Input> {
    var settings = RunSettings()
    settings.usesContext = usesContext
    settings.answersOnce = answersOnce
    if !retained.isEmpty {
      settings.retention = StateRetention(state: State.self, states: retained)
    }
    return ActionEffect(
      site: site,
      match: match,
      settings: settings,
      access: StateAccess(reading: State.self),
      run: run
    )
  }

  /// Returns the effect of a synchronous verb.
  ///
  /// - Parameter work: Called only with actions that match.
  @usableFromInline
  func mapping(
    _ work: @escaping @Sendable (Environment) -> SynchronousWork
  ) -> Effect<Environment> {
    Effect(site: site, work: .synchronous(match.actions, work))
  }
}

extension Trigger where State == Void {
  /// Names the state that `run` sees: that now, as `context.state`, and those of the
  /// action's commit that its runs retain.
  ///
  /// ```swift
  /// let save = Effect<Files>.on(SaveTapped.self).seeing(AppState.self, retaining: .atCommit).run {
  ///   _, files, context in
  ///   let draft = try context.stateAtCommit.draft
  ///   try await files.write(draft)
  ///   context.send(Saved(isCurrent: context.state.draft == draft))
  /// }
  /// ```
  ///
  /// An effect runs after the reducer, and later actions may change the state before its work reads it.
  /// What is retained is as it was, from the commit to the end of the run, also while the action waits
  /// for its turn: the next change of the state copies what it changes, once. With
  /// ``RetainedStates/before``, the action itself copies what it changes, as with
  /// ``ActionEffect/when(changing:_:)``. By default nothing is retained and nothing is copied.
  ///
  /// - Parameters:
  ///   - state: The type of the state: the store's, or that of the part that the effect's ``Feature`` or
  ///     lift is for. An effect of another state is not registered, and is reported as a
  ///     ``StateTypeMismatch`` to ``Store/onEffectFailure``.
  ///   - states: What runs retain, for `context.stateBefore` and `context.stateAtCommit`. If the part
  ///     wasn't there at the commit, nothing starts.
  public func seeing<Seen: Sendable>(
    _ state: Seen.Type,
    retaining states: RetainedStates = []
  ) -> Trigger<Environment, Input, Seen> {
    Trigger<Environment, Input, Seen>(site, match, input, retaining: states)
  }
}

/// The states of an action's commit that the runs it starts retain.
public struct RetainedStates: OptionSet, Sendable {
  /// The bits.
  public let rawValue: UInt8

  /// The state before the action was reduced, for `context.stateBefore`.
  public static let before = RetainedStates(rawValue: 1)
  /// The state when the action had been reduced, for `context.stateAtCommit`.
  public static let atCommit = RetainedStates(rawValue: 2)

  /// Creates a set from its bits.
  public init(rawValue: UInt8) { self.rawValue = rawValue }
}

extension ActionOrigin.Site {
  /// Returns the source position of an effect, which is the origin of its actions.
  static func effect(_ fileID: StaticString, _ line: UInt) -> Self {
    Self(fileID: fileID, line: line, function: "effect")
  }
}
