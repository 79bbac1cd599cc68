/// Actions that pass through the middleware one after another, and are then committed together.
final class ActionBatch: PassingThrough, Sendable {
  /// The most actions that are committed in one locked section.
  static let limit = 1_000

  private struct Content {
    var passes: [MiddlewarePass] = []
    var passedOn: [ActionInContext] = []
    var isOpen = true
  }

  private let core: Core
  private let content = Locked(Content())

  init(in core: Core) { self.core = core }

  /// The actions on their way, in order; set once, before they are processed.
  var passes: [MiddlewarePass] {
    get { content.withLock { $0.passes } }
    set { content.withLock { $0.passes = newValue } }
  }

  /// Adds an action that middleware passed on.
  ///
  /// - Returns: `false` if middleware passed it on later, when the others were committed already.
  func add(_ action: any Action, _ context: DispatchContext) -> Bool {
    content.withLock { content in
      if content.isOpen { content.passedOn.append((action, context)) }
      return content.isOpen
    }
  }

  func process(through entries: ContiguousArray<MiddlewareEntry>) {
    for pass in passes { pass.process(through: entries) }
    // The passes, which middleware may keep, no longer need what they retain.
    let passedOn = content.withLock { content in
      let passedOn = content.passedOn
      content = Content(isOpen: false)
      return passedOn
    }
    core.commit(together: passedOn)
  }
}

extension Core {
  /// Sends actions through the middleware, if there is any, then commits them together.
  final func dispatch(together actions: [any Action], _ context: DispatchContext) {
    precondition(
      actions.count <= ActionBatch.limit,
      """
      Sluice: dispatch(actions:) was called with \(actions.count) actions; at most \
      \(ActionBatch.limit) are reduced at once, because other threads wait meanwhile. To fix, \
      dispatch them in parts, or make them one action that carries what they do.
      """
    )
    if demands.contains(.middleware), !actions.isEmpty {
      passThroughMiddleware(actions, context)
    } else {
      commit(together: actions.map { ($0, context) })
    }
  }

  /// Makes one commit for each action, in one locked section.
  fileprivate final func commit(together actions: [ActionInContext]) {
    guard let (action, context) = actions.first else { return }
    let others = actions.dropFirst()
    if others.isEmpty {
      commit(action, context)
      return
    }
    commit(
      action,
      context,
      followedBy: { held in
        // One of them may cancel the run that dispatches all.
        for (action, context) in others where context.source?.isCancelled(held) != true {
          self.enqueue(.commit(self.makeCommit(action, context, restoring: nil, held)), held)
        }
      }
    )
  }
}
