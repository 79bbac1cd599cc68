extension ActionEffect {
  /// Cancels the runs, and what waits to become one, when an action of one of these types is
  /// committed.
  ///
  /// Takes hold at the commit: nothing that an earlier action set off is reduced after it. Several
  /// of these modifiers add up. The action may be the effect's own: it cancels what is there, and
  /// starts anew.
  public func cancelled(
    by first: any Action.Type,
    _ more: any Action.Type...
  ) -> ActionEffect {
    with { settings in
      settings.cancellers += ([first] + more).map { ActionMatch(opening: $0) }
    }
  }

  /// Cancels the runs, and what waits to become one, when an action made from a template is
  /// committed.
  public func cancelled<Payload: Sendable>(
    by template: ActionTemplate<Payload>
  ) -> ActionEffect {
    with { $0.cancellers.append(ActionMatch(template)) }
  }

  /// Cancels the runs that a closure picks, when an action of a type was delivered.
  ///
  /// ```swift
  /// .cancelled(by: CancelUpload.self) { cancel, upload in cancel.fileID == upload.fileID }
  /// ```
  ///
  /// Judged at the delivery, as keys are: until then a run may still dispatch.
  ///
  /// - Parameters:
  ///   - type: The type of the actions that cancel.
  ///   - matches: Gets the action that cancels and the one that set the run off.
  public func cancelled<C: Action>(
    by type: C.Type,
    where matches: @escaping @Sendable (C, A) -> Bool
  ) -> ActionEffect {
    with {
      $0.conditionalCancellers.append(
        RunSettings.ConditionalCanceller(accepts: { $0 is C.Type }) { canceller, trigger in
          guard let canceller = canceller as? C, let trigger = trigger as? A else { return false }
          return matches(canceller, trigger)
        }
      )
    }
  }

  /// Names the runs, so that other effects of the same ``Effects`` instance can cancel them.
  ///
  /// Several effects may share an id.
  public func cancellable(id: any Hashable & Sendable) -> ActionEffect {
    with { $0.id = id }
  }

  /// Cancels the runs that are named by an id when one of this effect's actions is committed.
  ///
  /// Meant are the effects that were registered together with this one, as those of one
  /// ``Effects`` instance are.
  public func cancels(id: any Hashable & Sendable) -> ActionEffect {
    with { $0.cancelledIDs.append(id) }
  }
}

extension Effect {
  /// Does nothing but cancel, at the commit of each action of a type, the runs that are named by an
  /// id with ``ActionEffect/cancellable(id:)``.
  public static func cancel<A: Action>(
    id: any Hashable & Sendable,
    on type: A.Type,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> Effect {
    Effect(site: .effect(fileID, line), work: .cancel(ActionMatch(type), id: id))
  }

  /// Does nothing but cancel, at the commit of each action made from a template, the runs that are
  /// named by an id with ``ActionEffect/cancellable(id:)``.
  public static func cancel<Payload: Sendable>(
    id: any Hashable & Sendable,
    on template: ActionTemplate<Payload>,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> Effect {
    Effect(site: .effect(fileID, line), work: .cancel(ActionMatch(template), id: id))
  }
}
