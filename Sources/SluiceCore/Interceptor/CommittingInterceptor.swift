/// An interceptor that also has each commit as it is made, before anybody can read its state.
///
/// Notified of commits in their order, like others; what it has then may be of later ones, too.
package protocol CommittingInterceptor: Interceptor {
  /// Called for each commit after the registration, in the locked section that makes it.
  ///
  /// Calls no user code, and releases nothing: that waits for ``Interceptor/committed(_:)``. Who retains
  /// the state has the next dispatch copy it.
  func committing(_ commit: CommitRecord, _ state: AnyStateBox)
}
