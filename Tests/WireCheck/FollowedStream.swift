import SluiceTree
import SluiceWire

/// A program's stream as the page *The wire* describes it, and the first violation of each rule.
struct FollowedStream {
  private(set) var faults: [ProgramRule: String] = [:]
  /// The state after ``number``; `nil` while it is unknown.
  private(set) var tree: Tree?
  /// The number of the last commit.
  private(set) var number: Int?
  private(set) var hasState = false
  private(set) var commitCount = 0
  private(set) var changeCount = 0
  /// Microseconds since 1970.
  let now: Int64

  /// Follows a record after `hello`.
  mutating func take(_ record: WireRecord) {
    switch record {
    case .state(let state): take(state)
    case .commit(let commit): take(commit)
    case .dropped(let dropped): take(dropped)
    case .effect(let effect): checkTime(effect.time, of: "effect")
    case .diagnostic(let diagnostic): checkTime(diagnostic.time, of: "diagnostic")
    case .reads, .error, .bye, .unknown: break
    case .hello: fail(.roles, "A second hello came.")
    case .welcome, .dispatch, .restore, .pause, .resume, .snapshot, .live, .question,
      .answer, .problem, .disconnected, .mark:
      fail(.roles, "It sent \(record.type).")
    }
  }

  /// Treats the state as unknown, since what is sent may be cut from now on.
  mutating func forgetState() { tree = nil }

  private mutating func take(_ state: WireRecord.State) {
    if let number, state.number != number, hasState {
      let kind = state.number < number ? ProgramRule.order : .gaps
      fail(kind, "The state after commit \(state.number) came after commit \(number).")
    } else if let tree, tree != state.state {
      let difference = Tree.changes(from: tree, to: state.state).first
      let text = difference.map { $0.line(limit: 200) } ?? "the order of keys"
      let place = "after commit \(state.number)"
      fail(.states, "By the changes, the state \(place) differs from the one sent: \(text)")
    }
    hasState = true
    tree = state.state
    number = state.number
  }

  private mutating func take(_ commit: WireRecord.Commit) {
    commitCount += 1
    changeCount += commit.changes.count
    checkTime(commit.time, of: "commit \(commit.number)")
    let before = commit.number - commit.count
    if commit.count < 1 {
      fail(.order, "Commit \(commit.number) stands for \(commit.count).")
    } else if let number, commit.number <= number || before < number {
      fail(.order, "Commit \(commit.number), with count \(commit.count), came after \(number).")
    } else if let number, before > number, hasState {
      fail(.gaps, "Commit \(commit.number), with count \(commit.count), came after \(number).")
      tree = nil
    }
    number = commit.number
    guard hasState else {
      if !commit.changesAreUnknown { fail(.backlog, "Commit \(commit.number) does not say so.") }
      return
    }
    if commit.changesAreUnknown || commit.omittedChanges > 0 {
      tree = nil
    } else if let tree {
      self.tree = apply(commit, to: tree)
    }
  }

  private mutating func apply(_ commit: WireRecord.Commit, to tree: Tree) -> Tree? {
    var tree = tree
    for (index, change) in commit.changes.enumerated() {
      let place = "In commit \(commit.number), change \(index + 1)"
      if let old = change.old, let current = tree[change.path], current != old {
        fail(.changes, "\(place): the old value is not the one at \(change.path).")
      }
      do throws(TreeApplyError) {
        try tree.apply([change])
      } catch {
        fail(.changes, "\(place): \(error)")
        return nil
      }
    }
    return tree
  }

  private mutating func take(_ dropped: WireRecord.Dropped) {
    let text = "A dropped from \(dropped.from) to \(dropped.to)"
    if dropped.to < dropped.from || dropped.count > dropped.to - dropped.from + 1 {
      fail(.gaps, "\(text) has the count \(dropped.count).")
    } else if let number, dropped.from != number + 1 {
      fail(.gaps, "\(text) came after commit \(number).")
    }
    number = dropped.to
    tree = nil
  }

  /// Ten years, in microseconds: a time in another unit is further away.
  private static let plausible: Int64 = 10 * 365 * 86_400 * 1_000_000

  private mutating func checkTime(_ time: Int64, of record: String) {
    let (distance, overflow) = now.subtractingReportingOverflow(time)
    if overflow || distance.magnitude > Self.plausible.magnitude {
      fail(.times, "The time of \(record) is \(time), where now is \(now).")
    }
  }

  private mutating func fail(_ rule: ProgramRule, _ fault: String) {
    if faults[rule] == nil { faults[rule] = fault }
  }
}
