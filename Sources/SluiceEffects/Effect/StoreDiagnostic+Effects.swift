public import SluiceCore

// What a store reports of effects and their runs.

extension StoreDiagnostic.ID {
  /// A run requested the next action after more than 1,000: older ones were dropped.
  ///
  /// Reported once for each run.
  public static let lostActions = Self(rawValue: "lost-actions")
  /// An action was sent with the context of a run after that run had ended: it was dropped.
  ///
  /// Reported once for each effect, with the source position of the call.
  public static let lateSend = Self(rawValue: "late-send")
  /// A run called ``Store/idle()``, ``Store/close(within:)`` or ``DispatchedWork/finish()``, which would have waited for
  /// that run: the call did nothing and returned, and the run went on.
  ///
  /// Reported once for each effect and call, with the effect's source position.
  public static let waitsForItself = Self(rawValue: "waits-for-itself")
  /// A run dispatched an action that its effect is for, and with ``Overlap/latest`` the run was ended by that.
  ///
  /// Reported once for each effect, with the name of the action and the effect's source position.
  public static let startedByOwnAction = Self(rawValue: "started-by-own-action")
  /// Lazy effects were not read before their ``Effects`` were registered: they are not registered.
  public static let unreadEffects = Self(rawValue: "unread-effects")
  /// Effects among the stored properties of an ``Effects`` type have another environment than the type: they are not
  /// registered.
  public static let foreignEffects = Self(rawValue: "foreign-effects")
  /// Triggers among the stored properties of an ``Effects`` type have no verb: they are no effects, and start nothing.
  public static let triggersWithoutVerb = Self(rawValue: "triggers-without-verb")
  /// No effect was found in an ``Effects`` type: nothing is registered.
  public static let noEffects = Self(rawValue: "no-effects")
  /// The effects of an ``Effects`` type were registered while others were under the same id: they replaced those.
  public static let replacedEffects = Self(rawValue: "replaced-effects")
  // The end of the name isn't that of the type: what is unknown is an id of the program's.
  // swift-format-ignore: DontRepeatTypeInStaticProperties
  /// An effect cancels runs by an id that no effect registered together with it has.
  public static let unknownCancelID = Self(rawValue: "unknown-cancel-id")
  /// Something that is for a whole was lifted to parts that come and go, such as elements, and can't be registered for
  /// each of them.
  public static let notLiftable = Self(rawValue: "not-liftable")
}

extension StoreDiagnostic {
  static func lostActions(run: EffectRunID, count: Int) -> Self {
    Self(
      .lostActions,
      """
      Run \(run.number) of \(run.effect) called `next` too late: \(count) actions since its \
      start were dropped, because only the newest \(ActionLog.limit) are kept.
      """,
      cure: """
        To fix, call `next` earlier, or use a stream of actions (`Effect.nonDispatching`), \
        which keeps all of them.
        """,
      run: run
    )
  }

  /// - Parameter position: Where the action was sent.
  static func lateSend(run: EffectRunID, position: String) -> Self {
    Self(
      .lateSend,
      """
      Run \(run.number) of \(run.effect) had ended when \(position) sent an action: it was \
      dropped.
      """,
      cure: """
        To fix, let the effect's closure wait for what it starts (with `await`, or in a task \
        group), or dispatch on the store.
        """,
      run: run,
      position: position
    )
  }

  static func waitsForItself(run: EffectRunID, call: String, position: String) -> Self {
    Self(
      .waitsForItself,
      """
      Run \(run.number) of \(run.effect) (\(position)) called `\(call)`, which would have waited for \
      this run: it did nothing, and the run continues.
      """,
      cure: """
        To fix, call it from outside of effects, or in a task that the run doesn't wait for.
        """,
      run: run,
      position: position
    )
  }

  static func startedByOwnAction(run: EffectRunID, action: String, position: String) -> Self {
    Self(
      .startedByOwnAction,
      """
      Run \(run.number) of \(run.effect) (\(position)) dispatched \(action), which starts that effect \
      again: with `.overlap(.latest)`, this ended the run.
      """,
      cure: """
        To fix, start the effect only by the actions that ask for its work, with a type of their own, \
        `on(matching:)` of a case, or `.where { … }`.
        """,
      run: run,
      position: position
    )
  }

  /// - Parameter work: What a call waits for; not empty.
  static func longWork(call: String, waited time: Duration, for work: [PendingWork]) -> Self {
    let sleep =
      work.contains { $0.stage == .running }
      ? "sleep with `context.sleep`, and not with `Task.sleep`, which doesn't follow the store's clock, "
      : ""
    return longWork(
      call: call,
      waited: time,
      for: list(work),
      withoutValues: list(work.map(\.withoutValues)),
      cure:
        "To fix, \(PendingWork.advice(for: work))\(sleep)let the runs end, or cancel them with an action."
    )
  }

  private static func list(_ work: [PendingWork]) -> String {
    let more = work.count - 8
    return work.prefix(8).map(\.description).joined(separator: "; ")
      + (more > 0 ? "; and \(more) more" : "")
  }

  /// - Parameter names: The names of the properties.
  static func unreadEffects(_ names: [String], of effects: String) -> Self {
    Self(
      .unreadEffects,
      """
      \(effects) has lazy effects that were never read: \(names.joined(separator: ", ")). \
      They were not registered, because a lazy property has no value before it is read.
      """,
      cure: """
        To fix, declare them with `let`, read them before registering, or list them in \
        `enabledEffects`.
        """
    )
  }

  /// - Parameter names: The names of the properties.
  static func foreignEffects(_ names: [String], of effects: String) -> Self {
    Self(
      .foreignEffects,
      """
      \(effects) has effects with another environment than its own: \
      \(names.joined(separator: ", ")). They were not registered.
      """,
      cure: "To fix, declare them with the environment of the type, or lift them to it."
    )
  }

  /// - Parameter names: The names of the properties, each with a source position.
  static func triggersWithoutVerb(_ names: [String], of effects: String) -> Self {
    Self(
      .triggersWithoutVerb,
      """
      \(effects) has triggers without a verb: \(names.joined(separator: ", ")). They are not \
      effects: their actions start nothing.
      """,
      cure: """
        To fix, say what their actions lead to: `.answer { … }`, `.answers { … }`, `.run { … }`, \
        `.map { … }` or `.flatMap { … }`.
        """
    )
  }

  static func noEffects(of effects: String) -> Self {
    Self(
      .noEffects,
      "\(effects) has no effects: nothing was registered.",
      cure: """
        To fix, declare its effects as stored properties, with `let`: computed ones aren't \
        found. Or list them in `enabledEffects`.
        """
    )
  }

  static func replacedEffects(of effects: String) -> Self {
    Self(
      .replacedEffects,
      """
      \(effects) replaced effects with the same id, which were registered: their runs were \
      cancelled.
      """,
      cure: """
        To fix, register it once, or unregister it before. If another type has this `id`, \
        change it in one of them.
        """
    )
  }

  static func unknownCancelID(_ id: String, position: String) -> Self {
    Self(
      .unknownCancelID,
      """
      The effect at \(position) cancels runs with the id \(id), but no effect that is registered \
      together with it has that id: it cancels nothing.
      """,
      cure: """
        To fix, add `.cancellable(id:)` to the effect whose runs are to be cancelled, and make both \
        properties of one `Effects` type.
        """,
      position: position
    )
  }

  package static func notLiftable(_ name: String) -> Self {
    Self(
      .notLiftable,
      """
      \(name) was not registered: it is one for all, and can't be lifted to elements or to a \
      part that may be absent, each of which has its own.
      """,
      cure: """
        To fix, write an effect with `Effect.on`; register streams of actions, \
        sources, interceptors and histories for the state that contains the parts.
        """
    )
  }
}
