import SluiceLocks

/// Actions that middleware has passed on, to be committed together.
final class ActionBatch: Sendable {
  /// The most actions that are committed in one locked section.
  static let limit = 1_000

  typealias PassedOn = (action: any Action, pass: MiddlewarePass)

  /// `nil` once they are committed.
  private let passedOn = Locked<[PassedOn]?>([])

  /// Adds an action that middleware passed on.
  ///
  /// - Returns: `false` if middleware passed it on later, when the others were committed already.
  func add(_ action: any Action, _ pass: MiddlewarePass) -> Bool {
    passedOn.withLock { $0?.append((action, pass)) } != nil
  }

  func takeAll() -> [PassedOn] { passedOn.withLock { $0.take() } ?? [] }
}

extension Core {
  /// Dispatches actions in shares of those that may be committed together: other threads wait for
  /// each share.
  final func dispatch(inShares actions: [any Action], _ context: borrowing DispatchContext) {
    var rest = actions[...]
    while !rest.isEmpty {
      dispatch(together: Array(rest.prefix(ActionBatch.limit)), context)
      rest = rest.dropFirst(ActionBatch.limit)
    }
  }

  /// Sends actions through the middleware, if there is any, then commits them together.
  private final func dispatch(together actions: [any Action], _ context: borrowing DispatchContext)
  {
    assert(actions.count <= ActionBatch.limit)
    if demands.contains(.middleware), !actions.isEmpty {
      passThroughMiddleware(actions, context)
    } else {
      let (site, note) = (context.site, context.note)
      commit(actions) { DispatchedAction($0, DispatchContext(site: site, note: note)) }
    }
  }

  /// Makes one commit for each item, in one locked section.
  final func commit<Item>(
    _ items: [Item],
    _ dispatched: @escaping (Item) -> DispatchedAction
  ) {
    guard let first = items.first else { return }
    commit(
      dispatched(first),
      followedBy: { held in
        for item in items.dropFirst() {
          let next = dispatched(item)
          // One of them may have cancelled the run that dispatches all.
          if next.context.source?.isCancelled(held) == true { continue }
          self.enqueue(.commit(self.makeCommit(next, restoring: nil, held)), held)
        }
      }
    )
  }
}
