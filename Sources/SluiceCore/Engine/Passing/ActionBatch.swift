import SluiceLocks

/// Actions that pass through the middleware one after another, and are then committed together.
final class ActionBatch: PassingThrough, Sendable {
  /// The most actions that are committed in one locked section.
  static let limit = 1_000

  private struct Content {
    var passes: [MiddlewarePass] = []
    var passedOn: [(action: any Action, pass: MiddlewarePass)] = []
    var isOpen = true
  }

  private let core: Core
  private let content = Locked(Content())

  init(in core: Core) { self.core = core }

  /// The actions on their way, in order; set once, before they are processed.
  var passes: [MiddlewarePass] {
    get { content.withLock { $0.passes } }
    set {
      content.withLock { content in
        assert(content.passes.isEmpty && content.isOpen)
        content.passes = newValue
      }
    }
  }

  /// Adds an action that middleware passed on.
  ///
  /// - Returns: `false` if middleware passed it on later, when the others were committed already.
  func add(_ action: any Action, _ pass: MiddlewarePass) -> Bool {
    content.withLock { content in
      if content.isOpen { content.passedOn.append((action, pass)) }
      return content.isOpen
    }
  }

  func process(through entries: ContiguousArray<MiddlewareEntry>) {
    for pass in passes { pass.process(through: entries) }
    // The passes, which middleware may keep, no longer need what they retain.
    let passedOn = content.withLock { content in
      assert(content.isOpen)
      let passedOn = content.passedOn
      content = Content(isOpen: false)
      return passedOn
    }
    core.commit(passedOn) { $0.pass.dispatched($0.action) }
  }
}

extension Core {
  /// Dispatches actions in shares of those that may be committed together: other threads wait for
  /// each share.
  final func dispatch(inShares actions: [any Action], _ context: borrowing DispatchContext) {
    if actions.count <= ActionBatch.limit { return dispatch(together: actions, context) }
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
  fileprivate final func commit<Item>(
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
