public import SluiceLocks

extension Core {
  /// What a dispatch must do besides reducing.
  @usableFromInline
  @frozen
  package struct Demands: OptionSet, Sendable {
    @usableFromInline package let rawValue: UInt16

    @inlinable
    package init(rawValue: UInt16) { self.rawValue = rawValue }

    /// An interceptor is notified of commits.
    static var interceptors: Demands { Demands(rawValue: 1) }
    /// A selection is notified of values.
    static var selections: Demands { Demands(rawValue: 2) }
    /// An effect is notified of commits.
    static var effects: Demands { Demands(rawValue: 4) }
    static var oldState: Demands { Demands(rawValue: 8) }
    static var instant: Demands { Demands(rawValue: 16) }
    static var timing: Demands { Demands(rawValue: 32) }
    package static var effectEvents: Demands { Demands(rawValue: 64) }
    @usableFromInline static var middleware: Demands { Demands(rawValue: 128) }
    @usableFromInline static var closed: Demands { Demands(rawValue: 256) }
    /// A reducer may ask for follow-ups.
    static var followUps: Demands { Demands(rawValue: 512) }
    /// The store is being closed: the program's actions are refused.
    static var closing: Demands { Demands(rawValue: 1_024) }
    /// The runs of selectors and observers are measured.
    static var reads: Demands { Demands(rawValue: 2_048) }

    var refuseActions: Bool { !isDisjoint(with: [.closed, .closing]) }
  }

  /// What a dispatch must do besides reducing.
  ///
  /// Certain with the lock held.
  @inlinable
  package final var demands: Demands {
    get { Demands(rawValue: demandBits.load(ordering: .relaxed)) }
    set {
      assert(isLocked)
      demandBits.store(newValue.rawValue, ordering: .relaxed)
    }
  }

  /// Finds out again what is demanded, after a change of what is registered; takes constant time.
  package final func refreshDemands(_ held: borrowing Held) {
    assert(lock.isHeld(by: held.thread))
    var new: Demands = isClosed ? .closed : closing == nil ? [] : .closing
    if observers.hasSelections { new.insert(.selections) }
    if let runs, runs.hasEffects { new.insert(.effects) }
    if routes.registry.asksForFollowUps { new.insert(.followUps) }
    if !middleware.isEmpty { new.insert(.middleware) }
    new.formUnion(observers.interceptorDemands)
    let hadReads = demands.contains(.reads)
    demands = new
    if new.contains(.reads) != hadReads { measureReads(!hadReads) }
  }
}

/// Counts the interceptors that demand each thing.
struct DemandCounts {
  private var counts = [Int](repeating: 0, count: Core.Demands.RawValue.bitWidth)
  /// What at least one of them demands.
  private(set) var demands: Core.Demands = []

  mutating func add(_ added: Core.Demands) { change(added, by: 1) }

  mutating func remove(_ removed: Core.Demands) { change(removed, by: -1) }

  private mutating func change(_ changed: Core.Demands, by difference: Int) {
    for bit in counts.indices {
      let one = Core.Demands(rawValue: 1 << bit)
      guard changed.contains(one) else { continue }
      counts[bit] += difference
      assert(counts[bit] >= 0)
      if counts[bit] == 0 { demands.remove(one) } else { demands.insert(one) }
    }
  }
}

extension InterceptorEntry {
  /// What a dispatch must do for the interceptor.
  var demands: Core.Demands {
    if abilities.isDormant { return [] }
    var demands: Core.Demands = .interceptors
    let interests = interests
    if interests.contains(.oldState) { demands.insert(.oldState) }
    if interests.contains(.instant) { demands.insert(.instant) }
    if interests.contains(.timing) { demands.insert(.timing) }
    if interests.contains(.effects) { demands.insert(.effectEvents) }
    if interests.contains(.reads) { demands.insert(.reads) }
    return demands
  }
}
