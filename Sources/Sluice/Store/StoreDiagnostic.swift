/// A problem in the use of a store, reported once.
public enum StoreDiagnostic: Sendable, CustomStringConvertible {
  /// A chain of causes is 10,000 actions long: action → effect, subscriber or interceptor → action
  /// and so on. Carries the types of one round.
  case actionLoop([any Action.Type])
  /// `count` commits await delivery: a subscriber, an interceptor or a synchronous effect is slower
  /// than the dispatchers.
  case longQueue(count: Int)
  /// Dispatchers wait for their turn for the maximum time, then enqueue their commits, and the named
  /// observer is slow: since the first such wait, three of its calls in a row took longer than a
  /// millisecond each, or one call a second. Carries the time of the last one; a call that hasn't
  /// returned has taken at least that long. Reported on the thread that delivers, or that waited.
  case longWait(for: String, took: Duration)
  /// `count` actions were dropped before `run` requested the next one: it was late, and only the
  /// newest 1,000 are kept. Reported once for each run.
  case lostActions(run: EffectRunID, count: Int)
  /// An action was sent with the context of `run` after that run had ended: it was dropped. Reported
  /// once for each effect, with the source position of the call.
  case lateSend(run: EffectRunID, position: String)
  /// Lazy effects that were not read before their ``Effects`` were registered, by property name:
  /// they are not registered.
  case unreadEffects([String], of: String)
  /// Effects among the stored properties of an ``Effects`` type, by property name, have another
  /// environment than the type: they are not registered.
  case foreignEffects([String], of: String)
  /// No effect was found in an ``Effects`` type: nothing is registered.
  case noEffects(of: String)
  /// The effects of an ``Effects`` type were registered while others were under the same id: they
  /// replaced those.
  case replacedEffects(of: String)
  /// A reducer, an effect or an object that is an interceptor is registered a second time: it acts
  /// twice.
  case registeredTwice(String)
  /// A reducer that requests follow-ups was lifted to actions of a type that wrap its own, and nothing
  /// wraps the actions of its follow-ups: they are dispatched as they are. Reported when the reducer
  /// is registered.
  case unwrappedFollowUps(of: String, in: any Action.Type)
  /// Something that is for a whole was lifted to parts that come and go, such as elements, and can't
  /// be registered for each of them.
  case notLiftable(String)
  /// A ``StateHistory`` was to be registered, and belongs to a store already.
  case registeredElsewhere(String)
  /// A method of an interceptor is never called, because the interceptor's interests leave out what
  /// the method needs.
  case uncalledMethod(String, of: String, interest: String)
  /// An interceptor read ``Commit/oldState``, which is `nil` because no interceptor requests it.
  /// Reported in debug builds, once for each store.
  case missedOldState(in: String)
  /// A selector's projector dispatched an action. Reported in debug builds, once for each store, if
  /// the commit is observed.
  case dispatchInProjector(name: String, position: String, action: any Action.Type)
  /// An action was dispatched that no reducer, effect or interceptor of the store takes; with the id
  /// of its ``ActionTemplate``, if it is made from one. Reported in debug builds, once for each type
  /// or template, if the store has a reducer. An `ExplorerInterceptor` and its like, which only watch,
  /// don't count.
  case unhandledAction(any Action.Type, template: String?, hasEffects: Bool)
  /// An action was dispatched at a source position, and by an effect if that is known, after
  /// ``Store/close(within:)`` was called: it was dropped. Reported once for each type.
  case closed(any Action.Type, position: String, effect: String?)
  /// Effects had not ended when the limit of ``Store/close(within:)`` had passed: their runs were
  /// cancelled.
  case unfinishedEffects([String], after: Duration)
  /// Comparing two values of a selection took longer than a millisecond, on the thread that delivers.
  /// Reported in debug builds, once for each store.
  case slowComparison(subscriber: String, took: Duration)
  /// An action was for an element missing from its collection.
  case missingElement(id: String, of: String, action: String)
  /// An action was for an index outside its collection of `count` elements.
  case missingIndex(String, count: Int, of: String, action: String)
  /// A projector returned unequal results for equal inputs; see ``Store/checksProjectors``.
  case unstableProjector(name: String, position: String, difference: String)
  /// A recording that an `ExplorerInterceptor` writes to a file lost something, or can't do what it
  /// is for. Reported on the interceptor's thread, and ``RecordingTrouble/slow`` on the one that
  /// dispatches.
  case recording(file: String, RecordingTrouble)

  /// The problem and how to fix it.
  public var description: String {
    switch self {
    case .actionLoop(let types):
      let round = types.map { "\($0)" }.joined(separator: " → ")
      return """
        Actions lead to one another without end: \(round) → … (\(CauseChain.limit) steps so far). \
        The store continues. To fix, make whatever dispatches \
        \(types.first.map { "\($0)" } ?? "the action") (an effect, a subscriber or a middleware) stop \
        when nothing is left to do.
        """
    case .longQueue(let count):
      return """
        \(count) commits await delivery, and each uses memory. To fix, make the slowest subscriber, \
        interceptor or synchronous effect faster, or move its work to a task.
        """
    case .longWait(let observer, let time):
      return """
        Dispatches wait the maximum time for their turn, and are delivered later: notifying \
        \(observer) took at least \(time). To fix, make \(observer) faster, or move its work to a task.
        """
    case .lostActions(let run, let count):
      return """
        Run \(run.number) of \(run.effect) called `next` too late: \(count) actions since its start \
        were dropped, because only the newest \(ActionLog.limit) are kept. To fix, call `next` \
        earlier, or use a stream of actions (`Effect.nonDispatching`), which keeps all of them.
        """
    case .lateSend(let run, let position):
      return """
        Run \(run.number) of \(run.effect) had ended when \(position) sent an action: it was dropped. To \
        fix, let the effect's closure wait for what it starts (with `await`, or in a task group), or \
        dispatch on the store.
        """
    case .unreadEffects(let names, let effects):
      return """
        \(effects) has lazy effects that were never read: \(names.joined(separator: ", ")). They were \
        not registered, because a lazy property has no value before it is read. To fix, declare them \
        with `let`, read them before registering, or list them in `enabledEffects`.
        """
    case .foreignEffects(let names, let effects):
      return """
        \(effects) has effects with another environment than its own: \
        \(names.joined(separator: ", ")). They were not registered. To fix, declare them with the \
        environment of the type, or lift them to it.
        """
    case .noEffects(let effects):
      return """
        \(effects) has no effects: nothing was registered. To fix, declare its effects as stored \
        properties, with `let`: computed ones aren't found. Or list them in `enabledEffects`.
        """
    case .replacedEffects(let effects):
      return """
        \(effects) was registered while effects with the same id were: these were unregistered, and \
        their runs cancelled. To fix, register it once, or unregister it before. If another type has \
        this `id`, change it in one of them.
        """
    case .registeredTwice(let name):
      return """
        \(name) is registered twice, and acts twice. To fix, register it once, or unregister it \
        before.
        """
    case .unwrappedFollowUps(let reducer, let whole):
      return """
        The reducer \(reducer) was lifted to \(whole), and the actions of its follow-ups are \
        dispatched without being wrapped, so that the lifted reducer doesn't handle them. To fix, give \
        the lift `embed:`, which wraps them. If they are not to be wrapped, say so with \
        `mapFollowUps { $0 }` before the lift.
        """
    case .notLiftable(let name):
      return """
        \(name) was not registered: it is one for all, and can't be lifted to elements or to a part \
        that may be absent, each of which has its own. To fix, write an effect with `Effect.on` or \
        `Effect.map`; register streams of actions, sources, interceptors and histories for the state \
        that contains the parts.
        """
    case .registeredElsewhere(let name):
      return """
        \(name) is registered already, and stays there. To fix, register it once, or unregister it \
        before.
        """
    case .uncalledMethod(let method, let interceptor, let interest):
      return """
        \(interceptor) implements \(method), which is never called, because its interests don't \
        include \(interest). To fix, add \(interest) to `interests`, or leave `interests` to its \
        default.
        """
    case .missedOldState(let interceptor):
      return """
        \(interceptor) read `oldState`, which is nil, because its interests don't include .oldState. To \
        fix, add .oldState to `interests`, or conform to ActionInterceptor, whose \
        actionDispatched(action:oldState:newState:) is given both states.
        """
    case .dispatchInProjector(let name, let position, let action):
      return """
        The projector of \(name) at \(position) dispatched \(action). A projector runs whenever \
        somebody reads or observes the value, and only computes it. To fix, dispatch from a \
        subscriber, an effect or a feedback.
        """
    case .unhandledAction(let type, let template, let hasEffects):
      return """
        \(template.map { ActionMatch.detail($0, type) } ?? "\(type)") was dispatched, and no reducer, effect or interceptor of the store takes it: nothing \
        happened. To fix, register what handles it before it is dispatched\(Self.hint(for: type)).\
        \(hasEffects ? Self.effectsHint : "")
        """
    case .closed(let type, let position, let effect):
      return """
        \(type) was dispatched at \(position)\(effect.map { " by \($0)" } ?? "") after the store was \
        closed: it was dropped. To fix, end what dispatches before you close the store. An effect that \
        the store is to wait for sends with its context.
        """
    case .unfinishedEffects(let names, let limit):
      return """
        \(names.joined(separator: ", ")) had not ended \(limit) after the store was to be closed: \
        the runs were cancelled. To fix, let them end earlier, or give `close(within:)` more time. A \
        run that itself waits for `close(within:)` can't end before.
        """
    case .slowComparison(let subscriber, let time):
      return """
        \(subscriber) compares values that take \(time) to compare, after each change. To fix, select \
        a smaller part of the state, or use `skippingRepeats(by:)` with a part that tells values apart.
        """
    case .missingElement(let id, let element, let action):
      return """
        No \(element) has the id \(id), for which \(action) was dispatched: nothing changed. To fix, \
        cancel an element's effects when it is removed. If an answer may come late, ignore this.
        """
    case .missingIndex(let index, let count, let element, let action):
      let there = count == 0 ? "is none" : count == 1 ? "is 1" : "are \(count)"
      return """
        No \(element) has the index \(index), because there \(there), and \(action) was for it: nothing \
        was changed. To fix, cancel what is under way for an element when it is removed, or name \
        elements by their ids, which stay theirs.
        """
    case .unstableProjector(let name, let position, let difference):
      return """
        The projector of \(name) at \(position) gave unequal results for equal inputs \
        (\(difference)), so that its subscribers are notified of changes that didn't happen. To fix, \
        compute the value from the inputs only. Put dates, random numbers and new objects into the \
        state, with an action.
        """
    case .recording(let file, let trouble):
      return trouble.sentence(about: file)
    }
  }

  /// The cause that can't be found by looking at the effects.
  private static var effectsHint: String {
    """
     If an effect is to take it, declare that as a stored property of its `Effects`, with `let`: \
    computed ones aren't found.
    """
  }

  private static func hint(for type: any Action.Type) -> String {
    type is any ElementActionType.Type
      ? ", with `lift(elements:)` for the collection" : ""
  }
}
