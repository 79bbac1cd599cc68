import SluiceTree
import SluiceWire

/// A value of the state that is shown over time.
struct Pin: Sendable, Hashable {
  /// A value, from a commit on.
  struct Value: Hashable, Sendable {
    let number: Int
    /// `nil` where there was none.
    let tree: Tree?
  }

  /// The maximum number of values to hold; the oldest go.
  private static let maximalValues = 1_024

  let path: StatePath
  private(set) var values: [Value] = []

  /// Creates a pin with the values that a history has.
  init(_ path: StatePath, in history: History) {
    self.path = path
    guard let numbers = history.numbers else { return }
    for change in history.changes(of: path, in: numbers) ?? [] {
      let number = change.author.number
      switch change.new {
      case .value(let tree): append(Value(number: number, tree: tree))
      case .missing: append(Value(number: number, tree: nil))
      case .partOf, .unknown: continue
      }
    }
    if values.isEmpty { note(history) }
  }

  /// Takes in what a record changed, which the history already has.
  mutating func take(_ record: WireRecord, _ history: History) {
    switch record {
    case .state: note(history)
    case .commit(let commit) where commit.changes.contains { isConcerned(by: $0.path) }:
      note(history)
    default: break
    }
  }

  mutating func removeAll() {
    values = []
  }

  private func isConcerned(by path: TreePath) -> Bool {
    for (step, own) in zip(path.steps, self.path.steps) {
      // Elements move, so that each change of a list may be one of the element.
      guard case .key(let key) = step, case .key(let name) = own else { return true }
      if key != name { return false }
    }
    return true
  }

  private mutating func note(_ history: History) {
    guard let number = history.lastNumber, let tree = history.lastState else { return }
    let resolution = tree.resolve(path.steps)
    append(Value(number: number, tree: resolution.isComplete ? resolution.tree : nil))
  }

  private mutating func append(_ value: Value) {
    guard values.isEmpty || values.last?.tree != value.tree else { return }
    values.append(value)
    if values.count > Self.maximalValues { values.removeFirst(Self.maximalValues / 4) }
  }
}
