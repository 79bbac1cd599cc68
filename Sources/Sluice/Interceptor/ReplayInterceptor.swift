/// An interceptor for which the store records actions, so that they can be reduced again.
package protocol ReplayInterceptor<State>: Interceptor {
  /// The number of last actions to be recorded at least; 0 for none at present.
  ///
  /// See ``StateSource/refreshInterests()``.
  var recordedActions: Int { get }
}

extension LiftedInterceptor: ReplayInterceptor {
  var recordedActions: Int { (base as? any ReplayInterceptor)?.recordedActions ?? 0 }
}

extension FilteredInterceptor: ReplayInterceptor {
  var recordedActions: Int { (base as? any ReplayInterceptor)?.recordedActions ?? 0 }
}
