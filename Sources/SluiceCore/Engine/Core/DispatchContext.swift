/// A commit that led to an action, and the chain that it is part of.
@usableFromInline
package struct Cause: Sendable {
  /// The number of the commit; 0 for none of the action's store.
  package var number = 0
  package var chain = CauseChain()

  package init(number: Int = 0, chain: CauseChain = CauseChain()) {
    self.number = number
    self.chain = chain
  }

  /// Whether nothing led to the action, and nobody tracks it.
  var isNone: Bool { number == 0 && chain.depth == 0 && chain.tracked == nil }

  /// The cause of what observers dispatch after the delivery: whoever waits for what an action leads to
  /// doesn't wait for that.
  package var untracked: Cause {
    var cause = self
    cause.chain.tracked = nil
    return cause
  }

  /// Replaces the chain by a longer one that led here as well; what is tracked remains.
  mutating func follow(_ other: CauseChain) {
    let tracked = chain.tracked
    chain = other
    chain.tracked = tracked
  }

  func isSame(as other: Cause?) -> Bool {
    number == other?.number && chain.depth == other?.chain.depth
  }
}

/// A dispatcher on behalf of the core: a synchronous effect, an attempt of a run, or middleware.
@usableFromInline
package protocol DispatchSource: AnyObject, Sendable {
  /// Whether its actions must be dropped; evaluated at the commit.
  func isCancelled(_ held: borrowing Held) -> Bool

  /// Whether its actions are part of what is under way, which a store that is being closed lets end.
  func isUnderWay(_ held: borrowing Held) -> Bool

  /// The cause of the dispatch; `nil` for the commit that the calling thread delivers, if any.
  func cause(_ held: borrowing Held) -> Cause?

  /// Records the number of the action's commit.
  func note(commit number: Int, _ held: borrowing Held)

  /// The run that dispatches, or the synchronous effect.
  var effectID: EffectRunID? { get }

  /// The run that dispatches; `nil` if none does, or middleware in answer to it.
  var run: AnyObject? { get }

  /// The type of the action that a middleware holds while it dispatches.
  var precededAction: (any Action.Type)? { get }

  /// Names it in diagnostics.
  var name: String? { get }

  /// What the action takes along; `nil` for what the calling task has.
  var carried: Carried? { get }
}

extension DispatchSource {
  package func isUnderWay(_ held: borrowing Held) -> Bool { false }
  package func note(commit number: Int, _ held: borrowing Held) {}
  package var run: AnyObject? { nil }
  package var precededAction: (any Action.Type)? { nil }
  package var carried: Carried? { nil }
  package var name: String? { effectID?.name }
}

/// A dispatcher that acts for another one, if there is one.
protocol ActingSource: DispatchSource {
  var source: (any DispatchSource)? { get }
}

extension ActingSource {
  func isCancelled(_ held: borrowing Held) -> Bool { source?.isCancelled(held) == true }
  func isUnderWay(_ held: borrowing Held) -> Bool { source?.isUnderWay(held) == true }
  func note(commit number: Int, _ held: borrowing Held) { source?.note(commit: number, held) }
  var effectID: EffectRunID? { source?.effectID }
  var run: AnyObject? { source?.run }
  var precededAction: (any Action.Type)? { source?.precededAction }
  var name: String? { source?.name }
  var carried: Carried? { source?.carried }
}

/// The origin of an action, before it is committed.
@usableFromInline
@frozen
package struct DispatchContext: ~Copyable, Sendable {
  @usableFromInline let site: ActionOrigin.Site
  @usableFromInline let note: String?
  /// The effect or middleware that dispatches the action, if one does.
  @usableFromInline let source: (any DispatchSource)?
  /// The number of the external command that led to the action; 0 for none.
  @usableFromInline let command: Int

  @inlinable
  package init(
    site: ActionOrigin.Site,
    note: String? = nil,
    source: (any DispatchSource)? = nil,
    command: Int = 0
  ) {
    self.site = site
    self.note = note
    self.source = source
    self.command = command
  }

  /// Returns a copy for another dispatch.
  func copy(source: (any DispatchSource)? = nil) -> DispatchContext {
    DispatchContext(site: site, note: note, source: source ?? self.source, command: command)
  }

  /// The origin of the action.
  ///
  /// - Parameter cause: The number of the commit that led to it; 0 for none.
  borrowing func origin(after cause: Int, carrying carried: Carried?) -> ActionOrigin {
    let effect = source?.effectID
    return ActionOrigin(
      site: site,
      note: note,
      cause: cause == 0 && effect == nil ? nil : .init(commit: cause, effect: effect),
      precededAction: source?.precededAction,
      carrying: carried
    )
  }
}

/// An action on its way to its commit, and where it comes from.
///
/// On the stack of the thread that dispatches, and never copied: that would copy the action, whose
/// size isn't known.
@usableFromInline
@frozen
package struct DispatchedAction: ~Copyable {
  @usableFromInline let action: any Action
  @usableFromInline let type: any Action.Type
  @usableFromInline let context: DispatchContext

  @inlinable
  package init<A: Action>(_ action: A, _ context: consuming DispatchContext) {
    self.action = action
    type = Swift.type(of: action)
    self.context = context
  }
}
