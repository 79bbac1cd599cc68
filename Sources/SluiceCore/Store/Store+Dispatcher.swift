extension Store {
  /// Returns a function that dispatches on the store as if from one call site.
  ///
  /// It doesn't retain the store; actions dispatched after the store is freed are dropped.
  package final func dispatcher(
    fileID: StaticString,
    line: UInt,
    function: StaticString
  ) -> @Sendable (any Action) -> Void {
    let site = ActionOrigin.Site(fileID: fileID, line: line, function: function)
    return { [core] in core.dispatch(DispatchedAction($0, DispatchContext(site: site, note: nil))) }
  }
}
