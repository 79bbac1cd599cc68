// What a store reports of actions, and of what reducers do with them.

extension StoreDiagnostic.ID {
  /// Actions lead to one another without end.
  ///
  /// A chain of causes is 1,000 actions long: action → effect, subscriber or interceptor → action and so on, and its
  /// last hundred steps took less than a second of real time. The text has the steps of one round. Reported at
  /// 1,000, and again at each tenfold.
  public static let actionLoop = Self(rawValue: "action-loop")
  /// An action was dispatched that no reducer, effect or interceptor of the store takes.
  ///
  /// Reported in debug builds, once for each type, or for each ``ActionTemplate``. An `ExplorerInterceptor` and its
  /// like, which only watch, don't count.
  public static let unhandledAction = Self(rawValue: "unhandled-action")
  /// As ``unhandledAction``, in a store without any reducer.
  ///
  /// Reported in debug builds, once for each store.
  public static let noReducers = Self(rawValue: "no-reducers")
  /// An action was dispatched that lifted reducers alone receive, and none of them took it.
  ///
  /// No reducer, and no effect, handles the action within, or no lift is for the case. Reported in debug builds, once
  /// for each action within, or case.
  public static let unhandledInside = Self(rawValue: "unhandled-inside")
  /// An action was for a part of the state that is absent, and only a reducer that is lifted to the part handles it.
  ///
  /// Reported in debug builds, once for each lifted reducer.
  public static let absentPart = Self(rawValue: "absent-part")
  /// An action was for an element missing from its collection.
  ///
  /// Reported once for each lifted reducer.
  public static let missingElement = Self(rawValue: "missing-element")
  /// A reducer appended an element to ``Entities`` that have one with its id: it wasn't added.
  ///
  /// Reported in debug builds, once for each type of action.
  public static let elementPresent = Self(rawValue: "element-present")
  /// An invariant that ``Store/always(_:fileID:line:_:)`` states doesn't hold after a commit, or when it was stated.
  ///
  /// Reported once for each invariant.
  public static let brokenInvariant = Self(rawValue: "broken-invariant")
  /// An action was dispatched after ``Store/close(within:)`` was called: it was dropped.
  ///
  /// Reported once for each type.
  public static let closed = Self(rawValue: "closed")
  /// A reducer came to different states from the same state and action; see ``Store/checksReducers``.
  public static let unstableReducer = Self(rawValue: "unstable-reducer")
}

extension StoreDiagnostic {
  /// - Parameters:
  ///   - round: The steps of one round.
  ///   - length: The length of the chain so far.
  static func actionLoop(_ round: [LoopStep], length: Int) -> Self {
    let dispatcher = round.first.map { $0.dispatcher ?? "the code that dispatches \($0.action)" }
    return Self(
      .actionLoop,
      """
      Actions lead to one another without end: \(round.map { "\($0)" }.joined(separator: " → ")) → … \
      (\(length) steps so far, the last \(CauseChain.measured) in less than a second). The store continues.
      """,
      cure: "To fix, make \(dispatcher ?? "one of them") stop when nothing is left to do.",
      position: round.first?.position
    )
  }

  static func unhandledAction(_ type: any Action.Type, template: String?, hasEffects: Bool) -> Self
  {
    let lift =
      type is any ElementActionType.Type ? ", with `lift(.each(…))` for the collection" : ""
    // The cause that can't be found by looking at the effects.
    let property = """
       If an effect is to handle it, declare that as a stored property of its `Effects`, with `let`: \
      computed ones aren't found.
      """
    return Self(
      .unhandledAction,
      """
      \(template.map { ActionMatch.detail($0, type) } ?? "\(type)") was dispatched, but no \
      reducer, effect or interceptor of the store handles it: nothing happened.
      """,
      cure: """
        To fix, register what handles it before it is dispatched\(lift).\(hasEffects ? property : "")
        """
    )
  }

  static func noReducers(_ type: any Action.Type) -> Self {
    Self(
      .noReducers,
      """
      \(type) was dispatched to a store without reducers, and no effect or interceptor handles it: \
      nothing happened.
      """,
      cure: "To fix, register reducers before actions are dispatched."
    )
  }

  /// - Parameter action: The name of the action within, or of the case.
  static func unhandledInside(_ action: String, of type: any Action.Type) -> Self {
    Self(
      .unhandledInside,
      """
      \(type) was dispatched, but no reducer or effect within handles \(action): nothing happened.
      """,
      cure: """
        To fix, handle \(action) in a reducer or an effect that is lifted with `lift`, and register \
        the lift before it is dispatched.
        """
    )
  }

  static func absentPart(_ part: String, action: String) -> Self {
    func cause(_ action: String) -> String {
      "\(action) was dispatched for the \(part), which is absent: nothing changed."
    }
    return Self(
      .absentPart,
      cause(action),
      cure: """
        To fix, set the \(part) first, or dispatch only while it is there. If an answer may come \
        late, ignore this.
        """,
      withoutValues: cause(withoutPayload(action))
    )
  }

  static func missingElement(id: String, of element: String, action: String) -> Self {
    func cause(_ action: String) -> String {
      "No \(element) has the id \(id), for which \(action) was dispatched: nothing changed."
    }
    return Self(
      .missingElement,
      cause(action),
      cure: """
        To fix, cancel an element's effects when it is removed. If an answer may come late, \
        ignore this.
        """,
      withoutValues: cause(withoutPayload(action))
    )
  }

  static func elementPresent(id: String, of element: String, action: any Action.Type) -> Self {
    Self(
      .elementPresent,
      """
      A reducer appended the \(element) with the id \(id) for \(action), but there already is one: nothing was \
      added.
      """,
      cure: """
        To fix, give it another id, or replace the existing one with `upsert`. If one may \
        exist, ask `contains(id:)` first.
        """
    )
  }

  /// - Parameters:
  ///   - action: The commit's action; `nil` if it didn't hold when it was stated.
  ///   - commit: The number of the commit.
  static func brokenInvariant(
    _ invariant: String,
    action: String?,
    commit: Int,
    position: String
  ) -> Self {
    let moment =
      action.map { "after commit \(commit), \($0)" } ?? "in the state in which it was stated"
    return Self(
      .brokenInvariant,
      "The invariant “\(invariant)” (\(position)) doesn't hold \(moment).",
      cure: "To fix, correct the reducer that changed the state, or state another invariant."
    )
  }

  /// - Parameter effect: The effect that dispatched it, if one did.
  package static func closed(_ type: any Action.Type, position: String, effect: String?) -> Self {
    Self(
      .closed,
      """
      \(type) was dispatched at \(position)\(effect.map { " by \($0)" } ?? "") after the \
      store was closed: it was dropped.
      """,
      cure: """
        To fix, stop dispatching before you close the store. An effect for which the store is to \
        wait sends with its context.
        """,
      position: position
    )
  }

  static func unstableReducer(name: String, action: String, difference: String) -> Self {
    func cause(_ action: String, _ difference: String) -> String {
      """
      The reducer \(name) made different states of the same state and \(action) \
      (\(difference)), so that no replay or test can rely on it.
      """
    }
    return Self(
      .unstableReducer,
      cause(action, difference),
      cure: """
        To fix, take dates, random numbers and new ids from the action, which gets them where \
        it is dispatched, or from a `Preparation`.
        """,
      withoutValues: cause(withoutPayload(action), "not shown here")
    )
  }

  private static func withoutPayload(_ action: String) -> String {
    String(action.prefix { $0 != "(" })
  }
}
