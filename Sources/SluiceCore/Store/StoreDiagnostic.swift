/// A problem in the use of a store, reported once.
///
/// Its ``id`` says which kind it is, its ``cause`` what happened, and its ``cure`` what to do.
public enum StoreDiagnostic: Sendable, CustomStringConvertible {
  /// A chain of causes is `length` actions long: action → effect, subscriber or interceptor → action
  /// and so on, and its last hundred steps took less than a second of real time. Carries the steps of
  /// one round. Reported at 1,000, and again at each tenfold.
  case actionLoop([LoopStep], length: Int)
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
  /// A run called ``Store/idle()``, ``Store/close(within:)`` or ``DispatchedWork/finish()``, which would
  /// have waited for that run: the call did nothing and returned, and the run went on. Reported once for
  /// each effect and call, with the effect's source position.
  case waitsForItself(run: EffectRunID, call: String, position: String)
  /// A run dispatched an action that its effect is for, and with ``Overlap/latest`` the run was ended by
  /// that. Reported once for each effect, with the name of the action and the effect's source position.
  case startedByOwnAction(run: EffectRunID, action: String, position: String)
  /// ``Store/idle()``, ``Store/close(within:)`` or ``DispatchedWork/finish()`` has waited for two real
  /// seconds if the store's clock is a test's, otherwise for thirty, and goes on waiting for work.
  /// Reported once for each call.
  case longWork(call: String, waited: Duration, for: [PendingWork])
  /// Lazy effects that were not read before their ``Effects`` were registered, by property name:
  /// they are not registered.
  case unreadEffects([String], of: String)
  /// Effects among the stored properties of an ``Effects`` type, by property name, have another
  /// environment than the type: they are not registered.
  case foreignEffects([String], of: String)
  /// Triggers among the stored properties of an ``Effects`` type, each by property name and source
  /// position, have no verb: they are no effects, and start nothing.
  case triggersWithoutVerb([String], of: String)
  /// No effect was found in an ``Effects`` type: nothing is registered.
  case noEffects(of: String)
  /// The effects of an ``Effects`` type were registered while others were under the same id: they
  /// replaced those.
  case replacedEffects(of: String)
  /// A reducer, an effect or an object that is an interceptor is registered a second time: it acts
  /// twice.
  case registeredTwice(String)
  /// A reducer without an id is registered a second time from one line, made anew: it acts twice. Carries
  /// the source position. Reported once for each line.
  case registeredTwiceFromLine(String)
  /// An effect, by its source position, cancels runs by an id that no effect registered together with it
  /// has.
  case unknownCancelID(String, position: String)
  /// A feature was to be registered under an id that another one has, registered at the first position.
  case featureIDTaken(String, by: String, at: String)
  /// Something that is for a whole was lifted to parts that come and go, such as elements, and can't
  /// be registered for each of them.
  case notLiftable(String)
  /// A `StateHistory` was to be registered, and belongs to a store already.
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
  /// or template. An `ExplorerInterceptor` and its like, which only watch, don't count.
  case unhandledAction(any Action.Type, template: String?, hasEffects: Bool)
  /// As ``unhandledAction(_:template:hasEffects:)``, in a store without any reducer. Reported in debug
  /// builds, once for each store.
  case noReducers(any Action.Type)
  /// An action was dispatched that lifted reducers alone receive, and none of them took it: no reducer,
  /// and no effect, handles the action within, or no lift is for the case. Carries the name of the
  /// action within, or of the case. Reported in debug builds, once for each of them.
  case unhandledInside(String, of: any Action.Type)
  /// An action was dispatched at a source position, and by an effect if that is known, after
  /// ``Store/close(within:)`` was called: it was dropped. Reported once for each type.
  case closed(any Action.Type, position: String, effect: String?)
  /// Effects had not ended when the limit of ``Store/close(within:)`` had passed: their runs were
  /// cancelled.
  case unfinishedEffects([String], after: Duration)
  /// The token of a subscriber was released at once: the subscriber was called with the first value at
  /// most. Reported in debug builds, once for each store.
  case tokenDropped(subscriber: String)
  /// Comparing two values of a selection took longer than a millisecond, on the thread that delivers.
  /// Reported in debug builds, once for each store.
  case slowComparison(subscriber: String, took: Duration)
  /// An action was for an element missing from its collection.
  case missingElement(id: String, of: String, action: String)
  /// A reducer appended an element to ``Entities`` that have one with its id: it wasn't added. Reported in
  /// debug builds, once for each type of action.
  case elementPresent(id: String, of: String, action: any Action.Type)
  /// An action was for a part of the state that is absent, and only a reducer that is lifted to the part
  /// handles it. Reported in debug builds, once for each lifted reducer.
  case absentPart(String, action: String)
  /// A projector returned unequal results for equal inputs; see ``Store/checksProjectors``.
  case unstableProjector(name: String, position: String, difference: String)
  /// An invariant that ``Store/always(_:fileID:line:_:)`` states at a position doesn't hold after a commit, whose
  /// action is given; `nil` and 0 if it didn't hold when it was stated. Reported once for each invariant.
  case brokenInvariant(String, action: String?, commit: Int, position: String)
  /// A reducer came to different states from the same state and action; see ``Store/checksReducers``.
  case unstableReducer(name: String, action: String, difference: String)
  /// An `ExplorerInterceptor` was registered that can't send, such as one whose endpoint is misspelled: it
  /// sends and records nothing.
  case explorerOff(reason: String)
  /// A recording that an `ExplorerInterceptor` writes to a file lost something, or can't do what it
  /// is for. Reported on the interceptor's thread, and ``RecordingTrouble/slow`` on the one that
  /// dispatches.
  case recording(file: String, RecordingTrouble)
  /// A part of the state isn't saved to its file, for a reason and with what to do; see `SavedState` of
  /// SluiceStorage. Reported once until the part is saved.
  case notSaved(part: String, reason: String, cure: String)
}
