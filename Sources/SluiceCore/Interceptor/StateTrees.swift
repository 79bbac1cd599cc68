import SluiceLocks
package import SluiceTree

/// Makes trees of states that follow one another, of which it encodes only what changed.
package final class StateTrees: Sendable {
  /// An encoder that isn't in use; code of the program's must not run in a lock.
  private let idle = Mutex<Encoder?>(nil)

  // `@unchecked`: used by the thread that took it.
  private struct Encoder: @unchecked Sendable {
    let memo: EncodingMemo
    let encoder: TreeEncoder

    init() {
      memo = .ofStates()
      encoder = TreeEncoder(memo: memo)
    }

    func shown(_ value: Any) -> (tree: Tree, failures: [EncodingFailure]) {
      if let value = value as? any Encodable { return encoder.show(value) }
      return (Tree(reflecting: value), [])
    }
  }

  package init() {}

  /// Returns the tree of a state.
  package func tree(of state: Any) -> Tree {
    using { $0.shown(state).tree }
  }

  /// Returns the changes between two states, the parts of the new one that could not be encoded, and
  /// the types found to depend on more than their values.
  package func changes(
    from old: Any,
    to new: Any
  ) -> (changes: [TreeChange], failures: [EncodingFailure], impureTypes: [String]) {
    using { encoder in
      let old = encoder.shown(old).tree
      let new = encoder.shown(new)
      let changes = Tree.changes(from: old, to: new.tree)
      return (changes, new.failures, encoder.memo.takeImpureTypes())
    }
  }

  private func using<Result>(_ body: (Encoder) -> Result) -> Result {
    let taken = idle.withLock { $0.take() }
    let encoder = taken ?? Encoder()
    defer { idle.withLock { $0 = encoder } }
    return body(encoder)
  }
}
