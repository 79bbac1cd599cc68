extension StoreDiagnostic {
  /// A kind of diagnostic, by a name that doesn't change between versions.
  ///
  /// Its raw value stands in logs, on the wire and in recordings: `registered-twice`.
  public enum ID: String, CaseIterable, Sendable, CustomStringConvertible {
    /// Actions lead to one another without end.
    case actionLoop = "action-loop"
    /// Many commits await delivery.
    case longQueue = "long-queue"
    /// Dispatchers wait for a slow observer.
    case longWait = "long-wait"
    /// A run requested later actions too late.
    case lostActions = "lost-actions"
    /// An action was sent with the context of a run that had ended.
    case lateSend = "late-send"
    /// A run was to wait for itself.
    case waitsForItself = "waits-for-itself"
    /// A run dispatched an action that its effect is for, and ended by that.
    case startedByOwnAction = "started-by-own-action"
    /// A call waits long for work to end.
    case longWork = "long-work"
    /// Lazy effects were not read before they were registered.
    case unreadEffects = "unread-effects"
    /// Effects have another environment than their type.
    case foreignEffects = "foreign-effects"
    /// Triggers have no verb that makes effects of them.
    case triggersWithoutVerb = "triggers-without-verb"
    /// An ``Effects`` type has no effects.
    case noEffects = "no-effects"
    /// Effects were registered under an id that was taken.
    case replacedEffects = "replaced-effects"
    /// Something is registered a second time.
    case registeredTwice = "registered-twice"
    /// No effect has the id by which runs are cancelled.
    case unknownCancelID = "unknown-cancel-id"
    /// A feature's id is taken.
    case featureIDTaken = "feature-id-taken"
    /// Something can't be lifted to parts that come and go.
    case notLiftable = "not-liftable"
    /// A `StateHistory` belongs to a store already.
    case registeredElsewhere = "registered-elsewhere"
    /// A method of an interceptor is never called.
    case uncalledMethod = "uncalled-method"
    /// An interceptor read an old state that it had not requested.
    case missedOldState = "missed-old-state"
    /// A projector dispatched an action.
    case dispatchInProjector = "dispatch-in-projector"
    /// Nothing takes an action.
    case unhandledAction = "unhandled-action"
    /// An action was dispatched to a store without reducers.
    case noReducers = "no-reducers"
    /// Nothing within a lift takes an action.
    case unhandledInside = "unhandled-inside"
    /// An action was dispatched after the store was closed.
    case closed
    /// Effects had not ended when the store was closed.
    case unfinishedEffects = "unfinished-effects"
    /// A subscriber's token was released at once.
    case tokenDropped = "token-dropped"
    /// Comparing two values of a selection takes long.
    case slowComparison = "slow-comparison"
    /// An action was for an element that is missing.
    case missingElement = "missing-element"
    /// A reducer appended an element whose id is there.
    case elementPresent = "element-present"
    /// A stated invariant doesn't hold.
    case brokenInvariant = "broken-invariant"
    /// An action was for a part that is absent.
    case absentPart = "absent-part"
    /// A projector returned unequal results for equal inputs.
    case unstableProjector = "unstable-projector"
    /// A reducer came to different states from the same state and action.
    case unstableReducer = "unstable-reducer"
    /// An `ExplorerInterceptor` can't send.
    case explorerOff = "explorer-off"
    /// No program could start again from a recording's last state.
    case recordingNotRestorable = "recording-not-restorable"
    /// A dispatch waits for a recording.
    case recordingSlow = "recording-slow"
    /// A recording lacks actions.
    case recordingLost = "recording-lost"
    /// A recording can't be written.
    case recordingNotWritten = "recording-not-written"
    /// A recording lacks the last commits.
    case recordingUnwritten = "recording-unwritten"
    /// A recording becomes larger than its limit.
    case recordingLimitRaised = "recording-limit-raised"
    /// A recording begins anew.
    case recordingBegunAnew = "recording-begun-anew"
    /// A part of the state isn't saved to its file.
    case notSaved = "not-saved"

    /// The name, such as `registered-twice`.
    public var description: String { rawValue }
  }

  /// The kind.
  public var id: ID {
    switch self {
    case .actionLoop: .actionLoop
    case .longQueue: .longQueue
    case .longWait: .longWait
    case .lostActions: .lostActions
    case .lateSend: .lateSend
    case .waitsForItself: .waitsForItself
    case .startedByOwnAction: .startedByOwnAction
    case .longWork: .longWork
    case .unreadEffects: .unreadEffects
    case .foreignEffects: .foreignEffects
    case .triggersWithoutVerb: .triggersWithoutVerb
    case .noEffects: .noEffects
    case .replacedEffects: .replacedEffects
    case .registeredTwice, .registeredTwiceFromLine: .registeredTwice
    case .unknownCancelID: .unknownCancelID
    case .featureIDTaken: .featureIDTaken
    case .notLiftable: .notLiftable
    case .registeredElsewhere: .registeredElsewhere
    case .uncalledMethod: .uncalledMethod
    case .missedOldState: .missedOldState
    case .dispatchInProjector: .dispatchInProjector
    case .unhandledAction: .unhandledAction
    case .noReducers: .noReducers
    case .unhandledInside: .unhandledInside
    case .closed: .closed
    case .unfinishedEffects: .unfinishedEffects
    case .tokenDropped: .tokenDropped
    case .slowComparison: .slowComparison
    case .missingElement: .missingElement
    case .elementPresent: .elementPresent
    case .brokenInvariant: .brokenInvariant
    case .absentPart: .absentPart
    case .unstableProjector: .unstableProjector
    case .unstableReducer: .unstableReducer
    case .explorerOff: .explorerOff
    case .recording(_, let trouble): trouble.id
    case .notSaved: .notSaved
    }
  }

  /// The run of an effect that it is about, if it is about one.
  package var run: EffectRunID? {
    switch self {
    case .lostActions(let run, _), .lateSend(let run, _), .waitsForItself(let run, _, _),
      .startedByOwnAction(let run, _, _):
      run
    default: nil
    }
  }

  /// The source position that it is about, if one is known.
  package var position: String? {
    switch self {
    case .actionLoop(let steps, _): steps.first?.position
    case .lateSend(_, let position), .waitsForItself(_, _, let position),
      .startedByOwnAction(_, _, let position),
      .dispatchInProjector(_, let position, _), .closed(_, let position, _),
      .unstableProjector(_, let position, _), .registeredTwiceFromLine(let position),
      .unknownCancelID(_, let position):
      position
    default: nil
    }
  }

  /// The same without values of the state and of actions, for where those may have to be redacted.
  package var withoutValues: Self {
    switch self {
    case .missingElement(let id, let element, let action):
      .missingElement(id: id, of: element, action: Self.withoutPayload(action))
    case .absentPart(let part, let action):
      .absentPart(part, action: Self.withoutPayload(action))
    case .longWork(let call, let time, let work):
      .longWork(call: call, waited: time, for: work.map(\.withoutValues))
    case .unstableProjector(let name, let position, _):
      .unstableProjector(name: name, position: position, difference: "not shown here")
    case .unstableReducer(let name, let action, _):
      .unstableReducer(
        name: name,
        action: Self.withoutPayload(action),
        difference: "not shown here"
      )
    default: self
    }
  }

  private static func withoutPayload(_ action: String) -> String {
    String(action.prefix { $0 != "(" })
  }
}

extension RecordingTrouble {
  var id: StoreDiagnostic.ID {
    switch self {
    case .notRestorable: .recordingNotRestorable
    case .slow: .recordingSlow
    case .lost: .recordingLost
    case .notWritten: .recordingNotWritten
    case .unwritten: .recordingUnwritten
    case .limitRaised: .recordingLimitRaised
    case .begunAnew: .recordingBegunAnew
    }
  }
}
