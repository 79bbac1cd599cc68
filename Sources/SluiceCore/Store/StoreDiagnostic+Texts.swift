extension StoreDiagnostic {
  /// The number of actions that are kept for runs which may still ask for them.
  package static let keptActions = 1_000

  /// What happened, and what to do about it.
  struct Texts {
    let cause: String
    let cure: String

    init(_ cause: String, cure: String = "") {
      (self.cause, self.cure) = (cause, cure)
    }
  }

  /// What happened, in a sentence or two.
  public var cause: String { texts.cause }

  /// What to do about it, in a sentence that mostly begins with “To fix”; empty if the program can do
  /// nothing.
  public var cure: String { texts.cure }

  /// The cause, then the cure.
  public var description: String {
    let texts = texts
    return texts.cure.isEmpty ? texts.cause : "\(texts.cause) \(texts.cure)"
  }

  private var texts: Texts {
    switch self {
    case .actionLoop(let steps, let length):
      let round = steps.map { "\($0)" }.joined(separator: " → ")
      let dispatcher = steps.first.map { $0.dispatcher ?? "the code that dispatches \($0.action)" }
      return Texts(
        """
        Actions lead to one another without end: \(round) → … (\(length) steps so far, the last \
        \(CauseChain.measured) in less than a second). The store continues.
        """,
        cure: "To fix, make \(dispatcher ?? "one of them") stop when nothing is left to do."
      )
    case .longQueue(let count):
      return Texts(
        "\(count) commits await delivery, and each uses memory.",
        cure: """
          To fix, make the slowest subscriber, interceptor or synchronous effect faster, or move \
          its work to a task.
          """
      )
    case .longWait(let observer, let time):
      return Texts(
        """
        Dispatches wait the maximum time for their turn, and are delivered later: notifying \
        \(observer) took at least \(time).
        """,
        cure: "To fix, make \(observer) faster, or move its work to a task."
      )
    case .lostActions(let run, let count):
      return Texts(
        """
        Run \(run.number) of \(run.effect) called `next` too late: \(count) actions since its \
        start were dropped, because only the newest \(Self.keptActions) are kept.
        """,
        cure: """
          To fix, call `next` earlier, or use a stream of actions (`Effect.nonDispatching`), \
          which keeps all of them.
          """
      )
    case .lateSend(let run, let position):
      return Texts(
        """
        Run \(run.number) of \(run.effect) had ended when \(position) sent an action: it was \
        dropped.
        """,
        cure: """
          To fix, let the effect's closure wait for what it starts (with `await`, or in a task \
          group), or dispatch on the store.
          """
      )
    case .waitsForItself(let run, let call, let position):
      return Texts(
        """
        Run \(run.number) of \(run.effect) (\(position)) called `\(call)`, which would have waited for \
        this run: it did nothing, and the run continues.
        """,
        cure: """
          To fix, call it from outside of effects, or in a task that the run doesn't wait for.
          """
      )
    case .startedByOwnAction(let run, let action, let position):
      return Texts(
        """
        Run \(run.number) of \(run.effect) (\(position)) dispatched \(action), which starts that effect \
        again: with `.overlap(.latest)`, this ended the run.
        """,
        cure: """
          To fix, start the effect only by the actions that ask for its work, with a type of their own, \
          `on(matching:)` of a case, or `.where { … }`.
          """
      )
    case .longWork(let call, let time, let work):
      return Texts(
        "`\(call)` has waited \(time), and still waits for \(Self.list(work)).",
        cure: Self.cure(of: work)
      )
    case .unreadEffects(let names, let effects):
      return Texts(
        """
        \(effects) has lazy effects that were never read: \(names.joined(separator: ", ")). \
        They were not registered, because a lazy property has no value before it is read.
        """,
        cure: """
          To fix, declare them with `let`, read them before registering, or list them in \
          `enabledEffects`.
          """
      )
    case .foreignEffects(let names, let effects):
      return Texts(
        """
        \(effects) has effects with another environment than its own: \
        \(names.joined(separator: ", ")). They were not registered.
        """,
        cure: "To fix, declare them with the environment of the type, or lift them to it."
      )
    case .triggersWithoutVerb(let names, let effects):
      return Texts(
        """
        \(effects) has triggers without a verb: \(names.joined(separator: ", ")). They are not \
        effects: their actions start nothing.
        """,
        cure: """
          To fix, say what their actions lead to: `.answer { … }`, `.answers { … }`, `.run { … }`, \
          `.map { … }` or `.flatMap { … }`.
          """
      )
    case .noEffects(let effects):
      return Texts(
        "\(effects) has no effects: nothing was registered.",
        cure: """
          To fix, declare its effects as stored properties, with `let`: computed ones aren't \
          found. Or list them in `enabledEffects`.
          """
      )
    case .replacedEffects(let effects):
      return Texts(
        """
        \(effects) replaced effects with the same id, which were registered: their runs were \
        cancelled.
        """,
        cure: """
          To fix, register it once, or unregister it before. If another type has this `id`, \
          change it in one of them.
          """
      )
    case .registeredTwice(let name):
      return Texts(
        "\(name) is registered twice, and acts twice.",
        cure: "To fix, register it once, or unregister it before."
      )
    case .registeredTwiceFromLine(let position):
      return Texts(
        "The reducer at \(position), which has no id, is registered twice, and acts twice.",
        cure: """
          To fix, register it once, or unregister it before. If one line makes several, give each \
          an `id`.
          """
      )
    case .unknownCancelID(let id, let position):
      return Texts(
        """
        The effect at \(position) cancels runs with the id \(id), but no effect that is registered \
        together with it has that id: it cancels nothing.
        """,
        cure: """
          To fix, add `.cancellable(id:)` to the effect whose runs are to be cancelled, and make both \
          properties of one `Effects` type.
          """
      )
    case .featureIDTaken(let id, let first, let second):
      return Texts(
        "The feature \(id) was not registered (\(second)): another one with this id is already registered (\(first)).",
        cure: "To fix, give one of them another id, or unregister the first before."
      )
    case .notLiftable(let name):
      return Texts(
        """
        \(name) was not registered: it is one for all, and can't be lifted to elements or to a \
        part that may be absent, each of which has its own.
        """,
        cure: """
          To fix, write an effect with `Effect.on`; register streams of actions, \
          sources, interceptors and histories for the state that contains the parts.
          """
      )
    case .registeredElsewhere(let name):
      return Texts(
        "\(name) is already registered elsewhere, and stays there.",
        cure: "To fix, register it once, or unregister it before."
      )
    case .uncalledMethod(let method, let interceptor, let interest):
      return Texts(
        """
        \(interceptor) implements \(method), which is never called, because its interests \
        don't include \(interest).
        """,
        cure: "To fix, add \(interest) to `interests`, or leave `interests` to its default."
      )
    case .missedOldState(let interceptor):
      return Texts(
        """
        \(interceptor) read `oldState`, which is nil, because its interests don't include \
        .oldState.
        """,
        cure: """
          To fix, add .oldState to `interests`, or conform to ActionInterceptor, whose \
          actionDispatched(action:oldState:newState:) is given both states.
          """
      )
    case .dispatchInProjector(let name, let position, let action):
      return Texts(
        """
        The projector of \(name) at \(position) dispatched \(action). A projector runs \
        whenever somebody reads or observes the value, and only computes it.
        """,
        cure: "To fix, dispatch from a subscriber, an effect or a feedback."
      )
    case .unhandledAction(let type, let template, let hasEffects):
      return Texts(
        """
        \(template.map { ActionMatch.detail($0, type) } ?? "\(type)") was dispatched, but no \
        reducer, effect or interceptor of the store handles it: nothing happened.
        """,
        cure: """
          To fix, register what handles it before it is \
          dispatched\(Self.hint(for: type)).\(hasEffects ? Self.effectsHint : "")
          """
      )
    case .noReducers(let type):
      return Texts(
        """
        \(type) was dispatched to a store without reducers, and no effect or interceptor handles it: \
        nothing happened.
        """,
        cure: "To fix, register reducers before actions are dispatched."
      )
    case .unhandledInside(let action, let type):
      return Texts(
        """
        \(type) was dispatched, but no reducer or effect within handles \(action): nothing happened.
        """,
        cure: """
          To fix, handle \(action) in a reducer or an effect that is lifted with `lift`, and register \
          the lift before it is dispatched.
          """
      )
    case .closed(let type, let position, let effect):
      return Texts(
        """
        \(type) was dispatched at \(position)\(effect.map { " by \($0)" } ?? "") after the \
        store was closed: it was dropped.
        """,
        cure: """
          To fix, stop dispatching before you close the store. An effect for which the store is to \
          wait sends with its context.
          """
      )
    case .unfinishedEffects(let names, let limit):
      return Texts(
        """
        \(names.joined(separator: ", ")) had not ended within \(limit) when the store was \
        closed: the runs were cancelled.
        """,
        cure: """
          To fix, let them end earlier, or give `close(within:)` more time. A run that itself \
          waits for `close(within:)` can't end before.
          """
      )
    case .tokenDropped(let subscriber):
      return Texts(
        "The token of \(subscriber) was released at once, which ended the subscription.",
        cure: """
          To fix, keep the token as long as the subscriber is to be called: in a property, or with \
          `store(in:)`. For the current value alone, read it from the store.
          """
      )
    case .slowComparison(let subscriber, let time):
      return Texts(
        "\(subscriber) compares values that take \(time) to compare, after each change.",
        cure: """
          To fix, select a smaller part of the state, or use `skippingRepeats(by:)` with a part \
          that tells values apart.
          """
      )
    case .missingElement(let id, let element, let action):
      return Texts(
        "No \(element) has the id \(id), for which \(action) was dispatched: nothing changed.",
        cure: """
          To fix, cancel an element's effects when it is removed. If an answer may come late, \
          ignore this.
          """
      )
    case .elementPresent(let id, let element, let action):
      return Texts(
        """
        A reducer appended the \(element) with the id \(id) for \(action), but there already is one: nothing was \
        added.
        """,
        cure: """
          To fix, give it another id, or replace the existing one with `upsert`. If one may \
          exist, ask `contains(id:)` first.
          """
      )
    case .brokenInvariant(let invariant, let action, let commit, let position):
      let moment =
        action.map { "after commit \(commit), \($0)" } ?? "in the state in which it was stated"
      return Texts(
        "The invariant “\(invariant)” (\(position)) doesn't hold \(moment).",
        cure: "To fix, correct the reducer that changed the state, or state another invariant."
      )
    case .absentPart(let part, let action):
      return Texts(
        "\(action) was dispatched for the \(part), which is absent: nothing changed.",
        cure: """
          To fix, set the \(part) first, or dispatch only while it is there. If an answer may come \
          late, ignore this.
          """
      )
    case .unstableProjector(let name, let position, let difference):
      return Texts(
        """
        The projector of \(name) at \(position) gave unequal results for equal inputs \
        (\(difference)), so that its subscribers are notified of changes that didn't happen.
        """,
        cure: """
          To fix, compute the value from the inputs only. Put dates, random numbers and new \
          objects into the state, with an action.
          """
      )
    case .unstableReducer(let name, let action, let difference):
      return Texts(
        """
        The reducer \(name) made different states of the same state and \(action) \
        (\(difference)), so that no replay or test can rely on it.
        """,
        cure: """
          To fix, take dates, random numbers and new ids from the action, which gets them where \
          it is dispatched, or from a `Preparation`.
          """
      )
    case .explorerOff(let reason):
      return Texts("An ExplorerInterceptor is off, and records nothing. \(reason)")
    case .recording(let file, let trouble):
      return trouble.texts(about: file)
    case .notSaved(let part, let reason, let cure):
      return Texts("“\(part)” isn't saved. \(reason)", cure: cure)
    }
  }

  private static func list(_ work: [PendingWork]) -> String {
    if work.isEmpty { return "the delivery in progress" }
    let more = work.count - 8
    return work.prefix(8).map(\.description).joined(separator: "; ")
      + (more > 0 ? "; and \(more) more" : "")
  }

  private static func cure(of work: [PendingWork]) -> String {
    if work.isEmpty { return "To fix, let observers and `storeClosed()` return." }
    let advice = PendingWork.advice(for: work)
    let sleep =
      work.contains { $0.stage == .running }
      ? "sleep with `context.sleep`, and not with `Task.sleep`, which doesn't follow the store's clock, "
      : ""
    return "To fix, \(advice)\(sleep)let the runs end, or cancel them with an action."
  }

  /// The cause that can't be found by looking at the effects.
  private static var effectsHint: String {
    """
     If an effect is to handle it, declare that as a stored property of its `Effects`, with `let`: \
    computed ones aren't found.
    """
  }

  private static func hint(for type: any Action.Type) -> String {
    type is any ElementActionType.Type
      ? ", with `lift(.each(…))` for the collection" : ""
  }
}
