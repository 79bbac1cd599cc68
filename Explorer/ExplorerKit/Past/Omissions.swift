import SluiceTree
import SluiceWire

/// The commits whose actions a program left out when it reduced them again, as its own commits say.
///
/// Whoever asked for it, and whenever: another Explorer, too.
struct Omissions: Sendable, Hashable {
  private struct Step: Hashable, Sendable {
    let number: Int
    let commits: Set<Int>
  }

  /// The name of the type of actions that restore states.
  private static let type = "StateRestored"
  /// The maximum number of restored states to remember, and of the commits that all of them leave out.
  private static let maximalSteps = 1_000
  private static let maximalCommits = 100_000

  private var steps: [Step] = []
  /// The number of commits that all steps leave out.
  private var count = 0

  /// Whether a commit left out others.
  static func isReplay(_ commit: WireRecord.Commit) -> Bool {
    reason(of: commit)?.name == "replay"
  }

  private static func reason(of commit: WireRecord.Commit) -> (name: String, Tree.Object)? {
    guard commit.action.type == type,
      case .enumCase(let name, let details)? = commit.action.payload?["reason"]
    else { return nil }
    return (name, details)
  }

  /// What is left out of the current state.
  var commits: Set<Int> { steps.last?.commits ?? [] }

  mutating func take(_ commit: WireRecord.Commit) {
    guard let (reason, details) = Self.reason(of: commit) else { return }
    let commits: Set<Int>
    switch reason {
    case "replay":
      commits = Set(details["without"]?.numbers(atMost: Self.maximalCommits) ?? [])
    case "commit":
      guard let number = details["_0"]?.number else { return }
      commits = steps.last { $0.number <= number }?.commits ?? []
    case "state": commits = []
    default: return
    }
    steps.append(Step(number: commit.number, commits: commits))
    count += commits.count
    while steps.count > Self.maximalSteps || count > Self.maximalCommits {
      count -= steps.removeFirst().commits.count
    }
    assert(count >= 0 && !steps.isEmpty)
  }
}

extension Tree {
  fileprivate var number: Int? {
    if case .integer(let number) = self { Int(exactly: number) } else { nil }
  }

  fileprivate func numbers(atMost maximum: Int) -> [Int] {
    guard case .array(let elements) = self else { return [] }
    return elements.prefix(maximum).compactMap(\.number)
  }
}
