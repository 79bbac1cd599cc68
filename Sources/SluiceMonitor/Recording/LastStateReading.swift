import SluiceTree
import SluiceWire

/// Rebuilds the last state of a stream of records: a pure state machine.
struct LastStateReading {
  /// The last state that is known entirely.
  private(set) var tree: Tree?
  private(set) var instances: Set<String> = []
  /// Whether commits since are missing, until the next whole state.
  private var isBehind = true

  mutating func take(_ envelope: WireEnvelope) throws(TreeApplyError) {
    if let instance = envelope.instance { instances.insert(instance) }
    switch envelope.record {
    case .state(let state):
      tree = state.state
      isBehind = false
    case .dropped:
      isBehind = true
    case .commit(let commit):
      if commit.changesAreUnknown || commit.omittedChanges > 0 { isBehind = true }
      if !isBehind { try tree?.apply(commit.changes) }
    case .hello, .effect, .diagnostic, .reads, .bye, .welcome, .dispatch, .restore, .pause, .resume,
      .snapshot, .question, .answer, .error, .problem, .disconnected, .live, .mark, .unknown:
      break
    }
  }
}
