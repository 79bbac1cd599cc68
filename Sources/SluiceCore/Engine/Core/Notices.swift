import SluiceLocks

/// The closures that a program sets to be notified of problems, and the problems reported so far.
package struct Notices {
  package var onEffectFailure: (@Sendable (EffectFailure) -> Void)?
  var onDiagnostic: (@Sendable (StoreDiagnostic) -> Void)?
  /// The kinds that are not reported.
  var silenced: Set<StoreDiagnostic.ID> = []
  /// What was found under the lock and is to be reported after unlocking.
  var pending: [PendingDiagnostic] = []
  /// What was reported and is reported once: the id of a diagnostic, or what it is and an effect's name.
  package var reportedOnce: Set<String> = []
  /// The length of the longest chain that was reported as a loop.
  var longestLoop = 0

  /// Returns whether no diagnostic of a kind was reported that is reported once.
  mutating func isFirst(_ id: StoreDiagnostic.ID) -> Bool {
    reportedOnce.insert(id.rawValue).inserted
  }
}

extension Core {
  /// Reports a diagnostic, unless its kind is silenced: to the program, then to the interceptors; the
  /// caller doesn't hold the lock.
  package final func report(_ diagnostic: StoreDiagnostic) {
    let id = diagnostic.id
    var interceptors: [InterceptorEntry] = []
    let (isSilenced, handler) = locked("onDiagnostic") { _ in
      let isSilenced = notices.silenced.contains(id)
      if !isSilenced { observers.forEachInterceptor { interceptors.append($0) } }
      return (isSilenced, notices.onDiagnostic)
    }
    if isSilenced { return }
    if let handler {
      handler(diagnostic)
    } else {
      Platform.warn("Sluice: \(diagnostic)")
    }
    for interceptor in interceptors { interceptor.abilities.diagnosed(diagnostic) }
  }

  /// Reports a diagnostic if it is the first of its kind, and the store isn't closed.
  package final func report(once diagnostic: StoreDiagnostic) {
    let id = diagnostic.id
    if locked("onDiagnostic", { _ in !isClosed && notices.isFirst(id) }) { report(diagnostic) }
  }

  /// Finds out and reports diagnostics; the caller doesn't hold the lock.
  final func report(all pending: [PendingDiagnostic]) {
    for find in pending { if let diagnostic = find() { report(diagnostic) } }
  }

  /// Sets one of the closures; releases the old one after unlocking.
  final func setHandler<Handler>(
    _ keyPath: WritableKeyPath<Notices, Handler>,
    _ handler: Handler
  ) {
    let old: Handler? = locked("register") { _ in
      if isClosed { return nil }
      let old = notices[keyPath: keyPath]
      notices[keyPath: keyPath] = handler
      return old
    }
    withExtendedLifetime(old) {}
  }
}
