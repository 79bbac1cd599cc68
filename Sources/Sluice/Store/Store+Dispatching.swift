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
}
