public import SluiceCore
import SluiceLocks

extension Store {
  /// Selects the runs of an effect that are alive, by the property that has it.
  ///
  /// ```swift
  /// let isLoading = store.runs(of: \BooksEffects.load).map { !$0.isEmpty }
  /// let isSaving = store.runs(of: \DraftEffects.save).map { $0.contains(key: draft.id) }
  /// ```
  ///
  /// A run counts from the delivery of the commit that starts it, before that `dispatch` returns, to its
  /// end; one that answers once, by ``Trigger/answer(note:_:)``, to the commit of its answer: nobody
  /// sees it beside a state in which the answer is there. What a commit cancels doesn't count from that
  /// commit on. Waits for a debounce, or for a place among ``Overlap/serial`` runs, don't count.
  ///
  /// Observed as any selection; for SwiftUI, ``Selection/observed()``. Costs nothing where nobody asks,
  /// otherwise each change takes time proportional to the runs that are alive.
  ///
  /// - Parameter effect: The key path of a stored property, in the type that is registered, also within a
  ///   ``Feature``. Effects that are registered later count as well.
  public final func runs<E: Effects, Input>(
    of effect: KeyPath<E, ActionEffect<E.Environment, Input>>
  ) -> Selection<LivingRuns> {
    guard let name = E.effectName(of: effect) else {
      preconditionFailure(
        "Sluice: \(effect) is not a stored property, so its name is unknown. Use store.runs(startedBy:)."
      )
    }
    return core.livingRuns(RunFilter(effect: name))
  }

  /// Selects the runs that are alive and were started by actions of a type, also those for an element.
  ///
  /// Otherwise as ``runs(of:)``.
  public final func runs<A: Action>(startedBy type: A.Type) -> Selection<LivingRuns> {
    core.livingRuns(RunFilter(startedBy: type))
  }
}

extension Effects {
  /// Returns an effect's name in messages; `nil` if the key path doesn't lead to a stored property.
  static func effectName<Value>(of keyPath: KeyPath<Self, Value>) -> String? {
    // As `\Type.property`; what has no name is in angle brackets.
    let text = keyPath.debugDescription
    guard let dot = text.lastIndex(of: "."), !text.contains("<computed"), !text.contains("<offset")
    else { return nil }
    return "\(name).\(text[text.index(after: dot)...])"
  }
}

extension StateCore {
  fileprivate func livingRuns(_ filter: RunFilter) -> Selection<LivingRuns> {
    let scheduler = scheduler
    return Selection(
      .equality,
      core: self,
      read: { _, _ in scheduler.livingRuns(filter) },
      observe: { self.observe(filter, scheduler, $0) }
    )
  }

  private func observe(
    _ filter: RunFilter,
    _ scheduler: RunScheduler,
    _ receiver: SelectionReceiver<LivingRuns>
  ) -> SelectionToken {
    let repeats = RepeatFilter(receiver)
    let observer = RunObserver(filter, scheduler) { repeats.receive($0) }
    // With each commit: an answer that is in the state ends its run's count.
    let commits = observe(
      Selector<State, Void>.commits,
      SelectionReceiver(
        subscriber: receiver.subscriber,
        comparison: .always,
        includesUnhandled: receiver.includesUnhandled,
        receive: {
          if receiver.comparison.isAlways { observer.note() }
          observer.tell()
        },
        finish: receiver.finish
      )
    )
    // Only now, when the first value has been received: from here on, the thread that delivers calls.
    locked("runs") { _ in scheduler.runObservers.append(observer) }
    observer.note()
    deliver { _ in observer.tell() }
    return SelectionToken {
      commits.cancel()
      self.locked("runs") { _ in scheduler.runObservers.removeAll { $0 === observer } }
    }
  }
}

extension Selector where Value == Void {
  /// A selector that changes with each commit.
  fileprivate static var commits: Selector {
    Selector(.feedback, .always) { home, _ in SelectorCell(home, .always) { _, _ in } }
  }
}
