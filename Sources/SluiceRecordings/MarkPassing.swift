package import SluiceWire

/// Finds the records of a recording that say again what came before, since they belong to a mark.
package struct MarkPassing: Sendable {
  /// The stores that said hello: others begin with the mark of a bounded recording's older file.
  private var known: Set<String> = []
  /// The stores whose `hello` is still to come.
  private var stores: [WireRecord.Mark.Store] = []
  /// The store whose state comes next.
  private var next: WireRecord.Mark.Store?

  package init() {}

  /// Takes in the next record of the recording.
  ///
  /// - Returns: Whether it is a mark, or belongs to one.
  package mutating func takes(_ envelope: WireEnvelope) -> Bool {
    let store = next
    next = nil
    switch envelope.record {
    case .mark(let mark):
      stores = mark.stores.filter { known.contains($0.instance) }
      return true
    case .hello(let hello):
      if let place = stores.firstIndex(where: { $0.instance == hello.instance }) {
        next = stores[place]
        // A line in front may be damaged.
        stores.removeSubrange(...place)
        return true
      }
      known.insert(hello.instance)
    case .state(let state):
      if let store, store.number == state.number,
        envelope.instance == nil || envelope.instance == store.instance
      {
        return true
      }
    case .commit, .effect, .diagnostic, .reads, .dropped, .bye, .welcome, .dispatch, .restore,
      .pause, .resume, .snapshot, .question, .answer, .error, .problem, .disconnected, .live,
      .unknown:
      break
    }
    stores = []
    return false
  }
}
