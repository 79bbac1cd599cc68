extension Engine {
  /// What a dispatch must do besides reducing.
  @usableFromInline
  @frozen
  struct Demands: OptionSet, Sendable {
    @usableFromInline let rawValue: UInt16

    @inlinable
    init(rawValue: UInt16) { self.rawValue = rawValue }

    /// An interceptor or an effect is notified of commits.
    static var commits: Demands { Demands(rawValue: 1) }
    /// A selection is notified of values.
    @inlinable static var selections: Demands { Demands(rawValue: 2) }
    @inlinable static var newState: Demands { Demands(rawValue: 4) }
    @inlinable static var oldState: Demands { Demands(rawValue: 8) }
    static var instant: Demands { Demands(rawValue: 16) }
    static var timing: Demands { Demands(rawValue: 32) }
    static var effectEvents: Demands { Demands(rawValue: 64) }
    @inlinable static var middleware: Demands { Demands(rawValue: 128) }
    @inlinable static var closed: Demands { Demands(rawValue: 256) }
    /// Some action cancels some effect.
    static var cancellations: Demands { Demands(rawValue: 512) }
    /// A reducer may ask for follow-ups.
    static var followUps: Demands { Demands(rawValue: 1024) }
    /// Some effect's runs retain the state at the commit.
    @inlinable static var runStates: Demands { Demands(rawValue: 2048) }
    /// The actions are recorded, so that they can be reduced again.
    static var actions: Demands { Demands(rawValue: 4096) }
  }

  /// Finds out again what is demanded, after a change of what is registered.
  final func refreshDemands(_ held: borrowing Held) {
    var new: Demands = isClosed ? .closed : []
    if observers.hasSelections { new.insert(.selections) }
    if let runs { new.formUnion(runs.demands(held)) }
    if reducers.asksForFollowUps { new.insert(.followUps) }
    if !middleware.isEmpty { new.insert(.middleware) }
    var recordedActions = 0
    observers.forEachInterceptor { interceptor in
      if interceptor.isDormant { return }
      new.formUnion([.commits, .newState])
      let interests = interceptor.interests
      if interests.contains(.oldState) { new.insert(.oldState) }
      if interests.contains(.instant) { new.insert(.instant) }
      if interests.contains(.timing) { new.insert(.timing) }
      if interests.contains(.effects) { new.insert(.effectEvents) }
      recordedActions = max(recordedActions, interceptor.recordedActions)
    }
    if recordedActions > 0 {
      new.insert(.actions)
      recordActions(atLeast: recordedActions)
    }
    demands = new
  }
}
