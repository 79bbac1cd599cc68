import SluiceTree
import SluiceWire

/// What made each leaf of a state so, beside the lines of a tree.
struct StateBlame: Hashable, Sendable {
  let blame: History.Blame
  /// The commits by number, for their actions.
  let heads: [Int: WireRecord.Commit]

  /// - Returns: `nil` if no state is known.
  init?(_ history: History, at number: Int) {
    guard let blame = history.blame(at: number) else { return nil }
    self.blame = blame
    heads = history.heads(of: blame)
  }
}
