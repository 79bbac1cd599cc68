import SluiceTree
import SluiceWire

/// The last states of a program, by the number of the commit that made them.
///
/// Stores a whole state now and then, and the changes after it, from which it computes states.
/// Bounded in memory; removes the oldest states first.
struct RecentStates {
  /// A state, and the commits until the next one.
  private struct Stretch {
    let number: Int
    let tree: Tree
    var commits: [(number: Int, changes: [TreeChange])] = []
    var bytes: Int

    init(_ number: Int, _ tree: Tree) {
      self.number = number
      self.tree = tree
      bytes = tree.approximateByteCount
    }

    var lastNumber: Int { commits.last?.number ?? number }
  }

  /// The maximum number of commits after one whole state.
  private static let maximumStretch = 512

  private let limit: Int
  private var stretches: [Stretch] = []
  private var bytes = 0
  /// Whether the next commit follows the last stored one.
  private var isContinued = false

  /// - Parameter limit: Bytes, about.
  init(limit: Int = 32 << 20) {
    self.limit = limit
  }

  /// From the oldest to the newest; some in between may be missing.
  var range: ClosedRange<Int>? {
    guard let first = stretches.first, let last = stretches.last else { return nil }
    // A restarted program counts from 0 again.
    return first.number <= last.lastNumber ? first.number...last.lastNumber : nil
  }

  /// Adds a commit and the state after it.
  ///
  /// - Parameter tree: `nil` where the state is not known.
  mutating func take(_ commit: WireRecord.Commit, _ tree: Tree?) {
    guard let tree else {
      isContinued = false
      return
    }
    if isContinued, let last = stretches.indices.last,
      stretches[last].commits.count < Self.maximumStretch
    {
      let changes = commit.changes.map(\.withoutOld)
      let size = changes.reduce(64) { $0 + $1.approximateByteCount }
      stretches[last].commits.append((commit.number, changes))
      stretches[last].bytes += size
      bytes += size
      shrink()
    } else {
      take(commit.number, tree)
    }
  }

  /// Adds a whole state.
  mutating func take(_ number: Int, _ tree: Tree) {
    // An answer to a command, within a stretch.
    if isContinued, stretches.last?.lastNumber == number { return }
    if let last = stretches.last, number < last.lastNumber { removeAll() }
    let stretch = Stretch(number, tree)
    stretches.append(stretch)
    bytes += stretch.bytes
    isContinued = true
    shrink()
  }

  /// Marks that commits are missing after the last one.
  mutating func interrupt() {
    isContinued = false
  }

  /// Returns the state after a commit; `nil` if it is not stored.
  func state(after number: Int) -> Tree? {
    guard let stretch = stretches.last(where: { $0.number <= number }) else { return nil }
    if stretch.number == number { return stretch.tree }
    guard let place = stretch.commits.firstIndex(where: { $0.number == number }) else { return nil }
    return try? stretch.tree.applying(stretch.commits[...place].lazy.flatMap(\.changes))
  }

  private mutating func removeAll() {
    stretches = []
    bytes = 0
    isContinued = false
  }

  private mutating func shrink() {
    while bytes > limit, !stretches.isEmpty {
      bytes -= stretches.removeFirst().bytes
      if stretches.isEmpty { isContinued = false }
    }
  }
}

extension TreeChange {
  fileprivate var approximateByteCount: Int {
    let path =
      MemoryLayout<TreeChange>.stride + path.steps.count * MemoryLayout<TreePath.Step>.stride
    switch self {
    case .set(_, _, let new), .add(_, let new, _): return path + new.approximateByteCount
    case .remove, .move: return path
    }
  }
}
