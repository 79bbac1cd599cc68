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
    observers.forEachInterceptor { new.formUnion(demand(of: $0)) }
    demands = new
  }

  /// Returns what a dispatch must do for an interceptor, and records actions from now on if it asks for
  /// that.
  final func demand(of interceptor: InterceptorEntry) -> Demands {
    let demands = interceptor.demands
    if demands.contains(.actions) { recordActions(atLeast: interceptor.recordedActions) }
    return demands
  }
}

extension InterceptorEntry {
  /// What a dispatch must do for the interceptor.
  var demands: Engine.Demands {
    if isDormant { return [] }
    var demands: Engine.Demands = [.commits, .newState]
    let interests = interests
    if interests.contains(.oldState) { demands.insert(.oldState) }
    if interests.contains(.instant) { demands.insert(.instant) }
    if interests.contains(.timing) { demands.insert(.timing) }
    if interests.contains(.effects) { demands.insert(.effectEvents) }
    if recordedActions > 0 { demands.insert(.actions) }
    return demands
  }
}
