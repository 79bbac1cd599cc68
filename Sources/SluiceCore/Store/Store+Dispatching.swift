extension Store {
  /// Dispatches an action; when this returns, ``state`` includes it.
  ///
  /// Middleware and reducers run on this thread. Observers are notified on this thread too, unless
  /// another thread is delivering, which then delivers this commit as well, in order.
  /// Callable from any thread, from subscribers, effects and interceptors, but not from a reducer.
  ///
  /// With one handler and no observers, a dispatch costs less than locking and unlocking a mutex
  /// around a closure, and allocates nothing.
  ///
  /// The commit's ``ActionOrigin`` names the caller's file, line and function, and carries `note`:
  /// whatever you want to add in your own words.
  @inlinable
  public final func dispatch<A: Action>(
    action: A,
    note: String? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    function: StaticString = #function
  ) {
    core.dispatch(
      action,
      note: note,
      site: ActionOrigin.Site(fileID: fileID, line: line, function: function)
    )
    // Inlined, this must not outlive the store, which closes the core when it is freed.
    withExtendedLifetime(self) {}
  }

  /// Dispatches an action whose type is known only at run time.
  @inlinable
  @_disfavoredOverload
  public final func dispatch(
    action: any Action,
    note: String? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    function: StaticString = #function
  ) {
    core.dispatchOpened(
      action,
      note: note,
      site: ActionOrigin.Site(fileID: fileID, line: line, function: function)
    )
    withExtendedLifetime(self) {}
  }

  /// Dispatches actions together; when this returns, ``state`` includes all of them.
  ///
  /// All pass through the middleware first, one after another; what middleware itself dispatches is
  /// committed at once, before them. Then all are reduced without another thread's action in
  /// between, so that no reader ever sees the state after some of them, and their commits have
  /// numbers in a row. Interceptors, subscribers and effects receive each commit, in order; what
  /// they dispatch comes after the last one. From within a delivery, all are enqueued.
  ///
  /// More than 1,000 actions are dispatched in shares of 1,000, so that no other thread is held up:
  /// what is said above holds for each share. Between two shares readers see the state after the
  /// first, and other threads' actions may be committed, as those may that observers dispatch; if the
  /// store is closed there, the others are refused, and reported as any action of a closed store is.
  /// From within a delivery all shares are enqueued one after another.
  ///
  /// Costs one lock and one turn for each share. A subscriber that slows down a single dispatch slows
  /// down each of these, so to change one thing, send one action that says so.
  ///
  /// - Parameters:
  ///   - actions: The actions, in order. An empty array does nothing.
  ///   - note: The note in the origin of each.
  ///   - fileID: The caller's file.
  ///   - line: The caller's line.
  ///   - function: The caller's function.
  public final func dispatch(
    actions: [any Action],
    note: String? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    function: StaticString = #function
  ) {
    let site = ActionOrigin.Site(fileID: fileID, line: line, function: function)
    core.dispatch(inShares: actions, DispatchContext(site: site, note: note))
  }

  /// Unavailable: several actions are an array.
  @available(
    *,
    unavailable,
    message: "Several actions are an array: store.dispatch(actions: [A(), B()])."
  )
  @_disfavoredOverload
  public final func dispatch(
    actions first: any Action,
    _ second: any Action,
    _ more: any Action...
  ) {
    fatalError("Nothing is dispatched.")
  }
}
