/// What an interceptor can do beside receiving commits, wrapped or not.
///
/// Found once, at the registration: a wrapper need not pass anything on but commits.
struct InterceptorAbilities: Sendable {
  /// The type of the interceptor without its wrappers, for messages.
  let name: String
  /// The interceptor without its wrappers.
  private let base: any Interceptor
  /// The interceptor, if it is notified of effects' runs.
  private let effects: (any EffectInterceptor)?
  /// The interceptor, if it is notified of the runs of selectors and observers.
  private let reads: (any ReadInterceptor)?
  /// The interceptor, if it is notified of its registration; not if it sees another state than the
  /// store's, which it would be given.
  let attached: (any AttachedInterceptor)?
  /// The interceptor, if it has each commit as it is made.
  let committing: (any CommittingInterceptor)?
  /// Whether its interests change while it is registered.
  private let changesInterests: Bool
  /// Whether it only watches.
  let isWatching: Bool
  /// Whether it has a method that needs the old state.
  private let needsOldState: Bool
  /// The switches of the wrappers.
  private let switches: [@Sendable () -> Bool]

  init(_ interceptor: any Interceptor) {
    var inner = interceptor
    var isLifted = false
    var switches: [@Sendable () -> Bool] = []
    while let wrapper = inner as? any InterceptorWrapper {
      inner = wrapper.base
      isLifted = isLifted || wrapper.isLifted
      switches.append(wrapper.isOn)
    }
    name = "\(type(of: inner))"
    base = inner
    effects = inner as? any EffectInterceptor
    reads = inner as? any ReadInterceptor
    let attached = inner as? any AttachedInterceptor
    self.attached = isLifted ? nil : attached
    committing = interceptor as? any CommittingInterceptor
    changesInterests = attached != nil
    isWatching = inner is any WatchingInterceptor
    needsOldState = inner is any ActionInterceptor
    self.switches = switches
  }

  /// Whether the interceptor currently needs no commits.
  var isDormant: Bool { attached?.isDormant ?? false }

  /// Notifies the interceptor of the start or end of a run.
  func effectChanged(_ event: EffectEvent) {
    guard let effects, effects.interests.contains(.effects), switches.allSatisfy({ $0() }) else {
      return
    }
    effects.effectChanged(event)
  }

  /// Notifies the interceptor of the runs of selectors and observers.
  func read(_ read: CommitReads) {
    guard let reads, reads.interests.contains(.reads), switches.allSatisfy({ $0() }) else { return }
    reads.read(read)
  }

  /// Passes a diagnostic on to the interceptor.
  func diagnosed(_ diagnostic: StoreDiagnostic) {
    if switches.allSatisfy({ $0() }) { base.diagnosed(diagnostic) }
  }

  /// Returns the method that is never called because the interests leave out what it needs, if there
  /// is one.
  func uncalledMethod(_ interests: InterceptorInterests) -> (name: String, interest: String)? {
    if changesInterests { return nil }
    if effects != nil, !interests.contains(.effects) { return ("effectChanged(_:)", ".effects") }
    if reads != nil, !interests.contains(.reads) { return ("read(_:)", ".reads") }
    if needsOldState, !interests.contains(.oldState) {
      return ("actionDispatched(action:oldState:newState:)", ".oldState")
    }
    return nil
  }
}
