import SluiceTree
import SluiceWire

/// What made each leaf of a state so, beside the lines of a tree.
struct StateBlame: Hashable, Sendable {
  let blame: History.Blame
  /// The commits by number, for their actions' names.
  let heads: [Int: WireRecord.Commit]

  /// - Returns: `nil` if no state is known.
  init?(_ history: History, at number: Int) {
    var heads: [Int: WireRecord.Commit] = [:]
    guard let blame = history.blame(at: number, { heads[$0.number] = $0 }) else { return nil }
    self.blame = blame
    self.heads = heads
  }
}
