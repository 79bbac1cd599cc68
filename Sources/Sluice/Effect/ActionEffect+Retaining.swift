extension ActionEffect {
  /// Retains the state as it was at the commit of the action that starts a run, for
  /// `context.stateAtCommit`.
  ///
  /// ```swift
  /// let save = Effect<Files>.on(SaveTapped.self, state: AppState.self) { _, files, context in
  ///   let draft = try context.stateAtCommit.draft
  ///   try await files.write(draft)
  ///   context.send(Saved(isCurrent: context.state.draft == draft))
  /// }
  /// .retainingState()
  /// ```
  ///
  /// The state, or the part that the effect sees, is retained from the commit to the end of the run,
  /// also while the action waits for its turn: the next change of the state copies what it changes,
  /// once. Without this modifier nothing is retained and nothing is copied. An effect that doesn't name
  /// its state with `state:` retains none.
  public func retainingState() -> ActionEffect {
    retaining(.stateAtCommit) { $0.after($1) }
  }

  /// Retains the state as it was before the commit of the action that starts a run, for
  /// `context.stateBefore`.
  ///
  /// ```swift
  /// let send = Effect<API>.on(SendTapped.self, state: ChatState.self) { _, api, context in
  ///   // The reducer has emptied the text field.
  ///   try await api.send(context.stateBefore.text)
  /// }
  /// .retainingStateBefore()
  /// ```
  ///
  /// The action itself copies what it changes, as with ``when(state:_:)``. The state, or the part that
  /// the effect sees, is retained to the end of the run. That of a part that the commit itself made is
  /// the state after. An effect that doesn't name its state with `state:` retains none.
  public func retainingStateBefore() -> ActionEffect {
    retaining(.stateBefore) { $0.before($1) }
  }

  private func retaining(
    _ subject: StateReading.Subject,
    _ read: @escaping @Sendable (SeenStates, any Sendable.Type) -> AnyStateBox?
  ) -> ActionEffect {
    guard let state = access.stateType else { return self }
    return with { $0.readings[subject] = StateReading(state: state) { read($0, state) } }
  }
}
