import ExplorerTerminal
import SluiceWire

/// What led to a commit, and below it all that the commit led to, as a tree.
enum CausePane {
  /// The most commits of the chain that are shown; the first ones of a longer one are counted.
  private static let longestChain = 200

  /// Returns the lines, none wider than `width` columns; none if nothing led to it and it led to nothing.
  ///
  /// `▶` stands in front of the commit itself.
  static func lines(of descent: History.Descent, width: Int) -> [PaneLine] {
    guard let root = descent.chain.first,
      descent.chain.count > 1 || !descent.descendants.isEmpty || !descent.runs.isEmpty
    else { return [] }
    var tree = CauseTree(descent, width: width)
    tree.appendChain(descent.chain.prefix(longestChain))
    if descent.chain.count > longestChain {
      let count = NumberText.count(descent.chain.count - longestChain, "earlier commit")
      tree.lines.insert(PaneLine(StyledText("… \(count)", .dim)), at: 0)
    }
    tree.appendDescendants(of: root.number, guides: "  ")
    if descent.isCut { tree.lines.append(PaneLine(StyledText("… and more", .dim))) }
    return tree.lines
  }
}

private struct CauseTree {
  private enum Child {
    case run(History.Run)
    case commit(WireRecord.Commit)
  }

  private let width: Int
  private let children: [Int: [WireRecord.Commit]]
  private let runs: [Int: [History.Run]]
  var lines: [PaneLine] = []

  init(_ descent: History.Descent, width: Int) {
    self.width = width
    children = Dictionary(grouping: descent.descendants) { $0.cause?.commit ?? 0 }
    runs = Dictionary(grouping: descent.runs) { $0.commit ?? 0 }
  }

  // MARK: - What led to it

  /// Appends a chain, whose first commit is the root, from its beginning.
  mutating func appendChain(_ chain: ArraySlice<History.Link>) {
    let links = Array(chain.reversed())
    for (link, next) in zip(links, links.dropFirst()) {
      append("  ", link)
      append(phrase(next), "    ", target: next.run.map { .run($0.run, commit: $0.commit) })
    }
    if let root = links.last { append("▶ ", root) }
  }

  /// Returns what dispatched a commit of the chain.
  private func phrase(_ link: History.Link) -> StyledText {
    if let run = link.run { return StyledText("↓ ", .dim) + RunText.styled(run) }
    guard let name = link.commit?.cause?.runName else { return StyledText("↓", .dim) }
    return StyledText("↓ ", .dim) + StyledText(VisibleText(name).description, .effect)
  }

  // MARK: - What it led to

  mutating func appendDescendants(of number: Int, guides: String) {
    let commits = children[number] ?? []
    let runs = runs[number] ?? []
    let numbers = Set(runs.map(\.run))
    let others = commits.filter { commit in
      commit.cause?.run.map { !numbers.contains($0) } ?? true
    }
    append(runs.map { .run($0) } + others.map { .commit($0) }, of: commits, guides)
  }

  /// - Parameter commits: Those among which the ones that the runs dispatched are.
  private mutating func append(_ list: [Child], of commits: [WireRecord.Commit], _ guides: String) {
    // Deeper ones stay where the others are, or there would be no room for them.
    let isDeep = guides.columns > width / 3
    for (place, child) in list.enumerated() {
      let isLast = place == list.count - 1
      let branch = guides + (isLast ? "└ " : "├ ")
      let inner = isDeep ? guides : guides + (isLast ? "  " : "│ ")
      switch child {
      case .run(let run):
        append(RunText.styled(run), branch, target: .run(run.run, commit: run.commit))
        let dispatched = commits.filter { $0.cause?.run == run.run }
        append(dispatched.map { .commit($0) }, of: [], inner)
      case .commit(let commit):
        append(text(commit), branch, target: .commit(commit.number))
        appendDescendants(of: commit.number, guides: inner)
      }
    }
  }

  // MARK: - Lines

  private mutating func append(_ prefix: String, _ link: History.Link) {
    let missing = StyledText("\(link.number) (not held)", .dim)
    append(link.commit.map(text) ?? missing, prefix, target: .commit(link.number))
  }

  private mutating func append(_ text: StyledText, _ prefix: String, target: PaneTarget?) {
    let line = StyledText(prefix, .dim) + text
    lines.append(PaneLine(line.cut(to: width), target: target))
  }

  /// Returns number, action and place of a commit.
  private func text(_ commit: WireRecord.Commit) -> StyledText {
    let text = StyledText("\(commit.number) ")
    let action = ActionText.styled(commit.action, limit: 10 * width)
    var place = StyledText()
    if let origin = commit.origin {
      place = StyledText("  " + VisibleText(origin.place).description, .dim)
    }
    let room = width - width / 3 - text.columns - 2
    // The place is left out rather than the action cut.
    if action.columns + place.columns > room { place = StyledText() }
    return text + action + place
  }
}
