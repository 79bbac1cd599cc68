/// The selectors and observers that ran for one commit, how often, and how long.
///
/// What delivering the commit ran, and what other threads read until the next commit: those reads
/// follow in a further value with the same number, shortly after. Runs of one source line, such as
/// those of a ``SelectorFamily``, are one entry.
public struct CommitReads: Sendable {
  /// Whose runs an entry counts.
  public enum Kind: String, Sendable, CaseIterable {
    /// A selector, each time its projector ran.
    case selector
    /// A closure that subscribed to a ``Selection``, each time its value was looked at.
    case subscriber
    /// An iteration over a ``Selection``.
    case iteration
    /// An ``ObservedSelection``.
    case observation
    /// The condition or the key of a ``Feedback``.
    case feedback
  }

  /// The runs of one selector or observer.
  public struct Read: Sendable {
    /// Whose runs these are.
    public let kind: Kind
    /// The selector's name, or else its key path or type; of an observer, that of what it observes.
    public let name: String
    /// The source position of the selector or the observer, such as `"Shop/Rows.swift:12"`, if
    /// known.
    public let position: String?
    /// The number of runs.
    public internal(set) var runs = 0
    /// The runs that led to another value, which an observer then received.
    ///
    /// Of ``Comparison/always``, each value counts as another one.
    public internal(set) var changes = 0
    /// The runs to which only a new state led, whatever changed in it; see ``readsWholeState``.
    public internal(set) var forcedRuns = 0
    /// The time that all runs took together.
    ///
    /// That of an observer includes what it did with the values that it received, and not the runs
    /// of selectors.
    public internal(set) var time = Duration.zero
    /// Whether it is a selector that projects the whole state, and so runs for each new one.
    public let readsWholeState: Bool
  }

  /// The number of the commit; 0 before the first.
  public let commit: Int
  /// The entries, in the order of their first runs.
  public let reads: [Read]
  /// The number of runs that have no entry, because others have a thousand.
  public let omittedRuns: Int
}
