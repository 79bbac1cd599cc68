import SluiceWire

/// Collects the commits that a commit led to, directly and indirectly, in their order.
struct Descent: Hashable, Sendable {
  /// The maximum number of commits retained for a program; beyond it, the older half is released.
  static let maximalRemembered = 65_536

  let root: Int
  private var members: [String: Set<Int>] = [:]

  init(root: Int) {
    self.root = root
  }

  /// Returns whether the commit led to another.
  ///
  /// - Parameter instance: The program's instance, since each numbers its own commits.
  func contains(_ number: Int, _ instance: String) -> Bool {
    members[instance]?.contains(number) ?? false
  }

  /// Adds a commit; call it with each one, in order.
  mutating func note(_ commit: WireRecord.Commit, _ instance: String) {
    guard let cause = commit.cause?.commit, cause == root || contains(cause, instance) else {
      return
    }
    members[instance, default: []].insert(commit.number)
    guard let known = members[instance], known.count > Self.maximalRemembered else { return }
    let newer = known.sorted().suffix(Self.maximalRemembered / 2)
    members[instance] = Set(newer)
  }
}
