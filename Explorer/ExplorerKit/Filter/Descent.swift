import SluiceWire

/// What one commit led to, however many actions and effects lie between: found as it happens.
struct Descent: Hashable, Sendable {
  /// Commits of one program that are remembered; of more, the older half is forgotten.
  static let mostRemembered = 65_536

  let root: Int
  private var members: [String: Set<Int>] = [:]

  init(root: Int) {
    self.root = root
  }

  /// - Parameter instance: Numbers are those of one program's store.
  func contains(_ number: Int, _ instance: String) -> Bool {
    members[instance]?.contains(number) ?? false
  }

  /// Takes each commit in order.
  mutating func note(_ commit: WireRecord.Commit, _ instance: String) {
    guard let cause = commit.cause?.commit, cause == root || contains(cause, instance) else {
      return
    }
    members[instance, default: []].insert(commit.number)
    guard let known = members[instance], known.count > Self.mostRemembered else { return }
    let newer = known.sorted().suffix(Self.mostRemembered / 2)
    members[instance] = Set(newer)
  }
}
