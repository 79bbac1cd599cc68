/// Work that a reducer requests in addition to changing the state.
///
/// A handler that returns follow-ups stays pure: the store executes them after the commit has been
/// delivered, without a lock, and dispatches the resulting actions.
///
/// ```swift
/// ReduceOn(SaveTapped.self) { state, _ in
///   let primes = state.primes
///   return [.action { Saved(error: try? await file.write(primes)) }]
/// }
/// ```
///
/// Follow-ups have no environment; for work that needs one, or cancellation, use an ``Effect``.
public struct FollowUp: Sendable {
  package enum Work: Sendable {
    case synchronous(@Sendable () -> [any Action])
    case asynchronous(@Sendable () async throws -> [any Action])
  }

  package let site: ActionOrigin.Site
  package let work: Work
  /// Returns what performs follow-ups in a core.
  let owner: @Sendable (Core) -> any RunOwner

  package init(
    site: ActionOrigin.Site,
    work: Work,
    owner: @escaping @Sendable (Core) -> any RunOwner
  ) {
    self.site = site
    self.work = work
    self.owner = owner
  }

  /// Returns the same work with each of its actions transformed, as a lift to larger actions does.
  public func map(
    _ transform: @escaping @Sendable (any Action) -> any Action
  ) -> FollowUp {
    switch work {
    case .synchronous(let make):
      FollowUp(site: site, work: .synchronous { make().map(transform) }, owner: owner)
    case .asynchronous(let make):
      FollowUp(
        site: site,
        work: .asynchronous { try await make().map(transform) },
        owner: owner
      )
    }
  }

  /// Executes the work and returns its actions, for tests of a reducer in isolation.
  ///
  /// - Returns: The actions that a store would dispatch.
  /// - Throws: Any error the work throws.
  public func callAsFunction() async throws -> [any Action] {
    switch work {
    case .synchronous(let make): make()
    case .asynchronous(let make): try await make()
    }
  }
}
