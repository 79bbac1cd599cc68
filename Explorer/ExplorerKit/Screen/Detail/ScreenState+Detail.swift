import SluiceTree
import SluiceWire

/// Where the cursors of the list and of the panes are.
struct ShownPlace: Sendable, Hashable {
  let list: CommitList
  let detail: Detail
}

/// What people do in the pane.
extension ScreenState {
  var place: ShownPlace { ShownPlace(list: list, detail: detail) }

  /// Goes back to where somebody was, among the lines that are known by now.
  mutating func goBack(to place: ShownPlace) {
    (list.selected, list.top) = (place.list.selected, place.list.top)
    let past = place.detail
    (detail.tab, detail.isFocused, detail.folding) = (past.tab, past.isFocused, past.folding)
    for tab in Detail.Tab.allCases { detail[tab].goBack(to: past[tab]) }
  }

  private var detailHeight: Int { layout.pane(detail.tab)?.lines.height ?? 1 }

  mutating func moveInDetail(_ motion: Motion) {
    let pane = self.pane
    guard let cursor = pane.cursor else { return }
    let page = max(1, detailHeight - pane.axis.count - 1)
    moveInDetail(to: motion.place(from: cursor, of: pane.lines.count, page: page))
  }

  /// Puts the cursor on a line.
  mutating func moveInDetail(to cursor: Int) {
    let pane = self.pane
    detail.cursor = cursor
    detail.target = pane.lines[cursor].target
    detail.top = pane.top
  }

  /// Shows a pane, and gives it the keys.
  mutating func show(_ tab: Detail.Tab) {
    detail.isFocused = true
    detail.tab = tab
    if tab == .commit, detail.isComparing { endComparing() }
  }

  mutating func clickDetail(_ tab: Detail.Tab, line: Int, column: Int) {
    let wasHere = detail.isFocused && detail.tab == tab
    detail.isFocused = true
    detail.tab = tab
    let pane = self.pane
    let place = pane.top + line
    guard place < pane.lines.count, line < detailHeight - pane.axis.count else { return }
    let isAgain = wasHere && place == pane.cursor
    moveInDetail(to: place)
    // What folds does so where its sign is clicked, or the line again.
    let text = pane.lines[place].text
    let sign = text.firstIndex { "▸▾".contains($0) }.map { text[..<$0].columns }
    if case .fold = pane.lines[place].target, let sign, (sign - 1...sign + 1).contains(column - 2) {
      return openLine()
    }
    if isAgain { openLine() }
  }

  /// Does what Enter does on a line.
  mutating func openLine() {
    switch pane.target {
    case .fold(let fold, let isOpen): detail.set(fold, isOpen: !isOpen)
    case .commit(let number), .run(_, commit: let number?): go(to: number)
    case .source: openSource()
    case .path, .filter: filterByLine()
    case .run, nil: break
    }
  }

  /// Shows only what changes the value, or is of the kind, that the line is about.
  mutating func filterByLine() {
    guard let text = pane.target?.filter(in: past.history) else {
      return say("This line has nothing to filter by.")
    }
    filter(text)
  }

  mutating func togglePin() {
    guard let index = watching.chosenIndex else { return say(.noCommit) }
    guard let path = pane.target?.path else { return say(.needsValue) }
    watching.programs[index].past.togglePin(path)
  }

  /// Asks about the value under the cursor of the pane, and the selected commit.
  mutating func askAboutValue(_ question: (StatePath, Int) -> Asked.Question) {
    guard let selected else { return say(.noCommit) }
    guard let path = pane.target?.path else { return say(.needsValue) }
    ask(question(path, selected))
  }

  /// Goes to what made the value under the cursor so, or from the list to what led to the commit.
  mutating func askWhy() {
    if detail.isFocused { return askAboutValue { .why($0, at: $1) } }
    guard let cause = selected.flatMap(past.history.commit)?.cause else {
      return say("Nothing led to this commit: 2 and w ask about a value.")
    }
    go(to: cause.commit)
  }

  mutating func toggleBlame() {
    detail.isBlaming = detail.tab == .state && detail.isFocused ? !detail.isBlaming : true
    show(.state)
  }

  mutating func endComparing() {
    detail.isComparing = false
    detail[.commit].begin()
  }
}

extension Detail {
  mutating func compare() {
    isComparing = true
    tab = .commit
    self[tab].begin()
  }

  mutating func set(_ fold: StateFold, isOpen: Bool) {
    folding.set(fold, isOpen: isOpen)
    // The same line is now the other way.
    if case .fold(fold, _) = self.target { self.target = .fold(fold, isOpen: isOpen) }
  }

  /// Shows all parts of the state in which a value is, with the cursor on it.
  mutating func reveal(_ folds: [StateFold], _ path: StatePath) {
    for fold in folds { folding.set(fold, isOpen: true) }
    self.target = .path(path)
  }

  /// Puts the cursor of each pane at the first line.
  mutating func begin() {
    for tab in Tab.allCases { self[tab].begin() }
  }
}

extension Detail.View {
  /// Puts the cursor at the first line.
  mutating func begin() { goBack(to: Detail.View()) }

  /// Puts the cursor where it was.
  mutating func goBack(to past: Self) {
    (cursor, target, top) = (past.cursor, past.target, past.top)
  }
}

extension Notice {
  static let needsValue = Notice("Move the cursor to a value first: 2 shows the state.")

  /// Says that a search went on at the other end.
  static func wrapped(isForward: Bool) -> Notice {
    Notice(isForward ? "Searched on from the beginning." : "Searched on from the end.")
  }
}
