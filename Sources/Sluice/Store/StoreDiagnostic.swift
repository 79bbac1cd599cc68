/// A problem in the use of a store, reported once.
public enum StoreDiagnostic: Sendable, CustomStringConvertible {
  /// A chain of causes is 10,000 actions long: action → effect, subscriber or interceptor → action
  /// and so on. Carries the types of one round.
  case actionLoop([any Action.Type])
  /// `count` commits await delivery: a subscriber, an interceptor or a synchronous effect is slower
  /// than the dispatchers.
  case longQueue(count: Int)
  /// A dispatcher waited for its turn for the maximum time, then enqueued its commit: the named
  /// observer takes longer than its dispatchers.
  case longWait(for: String)
  /// `count` actions were dropped before `run` requested the next one: it was late, and only the
  /// newest 1,000 are kept. Reported once for each run.
  case lostActions(run: EffectRunID, count: Int)
  /// Lazy effects that were not read before their ``Effects`` were registered, by property name:
  /// they are not registered.
  case unreadEffects([String], of: String)
  /// An action was for an element missing from its collection.
  case missingElement(id: String, of: String, action: String)
  /// A projector returned unequal results for equal inputs; see ``Store/checksProjectors``.
  case unstableProjector(name: String, position: String, difference: String)

  /// The problem and how to fix it.
  public var description: String {
    switch self {
    case .actionLoop(let types):
      let round = types.map { "\($0)" }.joined(separator: " → ")
      return """
        Actions set each other off without end: \(round) → … (\(CauseChain.limit) steps so far). \
        The store goes on. To fix, let the effect or subscriber that dispatches \
        \(types.first.map { "\($0)" } ?? "the action") do so only when there is something to do.
        """
    case .longQueue(let count):
      return """
        \(count) commits wait for their delivery, and more memory is used for each. To fix, make \
        the slowest subscriber, interceptor or synchronous effect faster, or move its work to a \
        task.
        """
    case .longWait(let observer):
      return """
        A dispatch waited for its turn as long as it may while another thread notified \(observer), \
        and went on before it was delivered. To fix, make \(observer) faster, or move its work to a \
        task.
        """
    case .lostActions(let run, let count):
      return """
        Run \(run.number) of \(run.effect) asked for its next action when \(count) actions since its \
        beginning were no longer there: the newest \(ActionLog.limit) are kept. To fix, ask earlier, \
        or let a stream of actions (`Effect.nonDispatching`) do the work, which keeps all.
        """
    case .unreadEffects(let names, let effects):
      return """
        \(effects) has lazy effects that nobody has read: \(names.joined(separator: ", ")). They were \
        not registered, because a lazy property is not there before it is read. To fix, declare them \
        with `let`, or read them before you register, or list them in `enabledEffects`.
        """
    case .missingElement(let id, let element, let action):
      return """
        No \(element) has the id \(id), and \(action) was for it: nothing was changed. To fix, cancel \
        what is under way for an element when it is removed, or expect that an answer comes too \
        late.
        """
    case .unstableProjector(let name, let position, let difference):
      return """
        The projector of \(name) at \(position) gave unequal results for equal inputs \
        (\(difference)): its subscribers are told of changes where nothing changed. To fix, let it \
        use nothing but its inputs. Dates, random numbers and new objects belong into the state, \
        brought by an action.
        """
    }
  }
}
