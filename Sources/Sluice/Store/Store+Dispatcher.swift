extension Store {
  /// Dispatches like the store, as if by one caller, without keeping it alive: what is dispatched once
  /// it is freed is dropped.
  package final func dispatcher(
    fileID: StaticString,
    line: UInt,
    function: StaticString
  ) -> @Sendable (any Action) -> Void {
    let site = ActionOrigin.Site(fileID: fileID, line: line, function: function)
    return { [engine] in engine.dispatch($0, DispatchContext(site: site, note: nil)) }
  }
}
