extension Store {
  /// Closes the store: takes no more actions, lets effects end, delivers everything, and releases
  /// what is registered.
  ///
  /// For the end of a program or a test, where freeing the store would end its effects in the middle
  /// of what they do:
  ///
  /// ```swift
  /// await store.close(within: .seconds(10))
  /// ```
  ///
  /// From the call on, the store drops what the program dispatches, and reports it to
  /// ``onDiagnostic``. The same holds for restored states, sequences of actions, undos and commands of
  /// an Explorer. What effects send with their context is still reduced, and what middleware
  /// dispatches in answer, so that a run can say what became of its work.
  ///
  /// When the store is ``idle()``, or the limit has passed, the remaining runs are cancelled, and
  /// those that the limit ended are reported to ``onDiagnostic``. Runs of feedbacks never keep a store
  /// from being idle. A cancelled run isn't waited for. Then the store delivers what is committed,
  /// though a sink on an actor may receive it later, ends the selections, and asks each interceptor to
  /// write what it has yet to write (``Interceptor/storeClosed()``).
  ///
  /// Afterwards ``state`` and selectors still have the final values, and nothing can be registered.
  ///
  /// Callable from any thread and task, also while another call waits: all return at the same end.
  /// Cancelling the calling task changes nothing. A run that calls this, unless with a limit of zero,
  /// would wait for itself: that is reported, the call returns and the store stays open. A task that the
  /// run doesn't wait for may call it; ``Interceptor/storeClosed()`` must not. What it waits for is
  /// reported as by ``idle()``.
  ///
  /// - Parameter limit: How long effects may take to end, on the store's clock. If it is zero, they
  ///   are cancelled at once.
  public final func close(within limit: Duration = .seconds(5)) async {
    await core.close(within: limit)
  }
}
