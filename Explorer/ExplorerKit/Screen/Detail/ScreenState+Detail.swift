import SluiceTree

/// What people do in the pane.
extension ScreenState {
  private var detailHeight: Int {
    let layout = self.layout
    return (layout.detail ?? layout.body).height
  }

  mutating func moveInDetail(_ motion: Motion) {
    let pane = self.pane
    guard let cursor = pane.cursor else { return }
    let page = max(1, detailHeight - 1)
    move(to: motion.place(from: cursor, of: pane.lines.count, page: page), in: pane)
  }

  private mutating func move(to cursor: Int, in pane: PaneWindow) {
    detail.cursor = cursor
    detail.target = pane.lines[cursor].target
    detail.top = pane.top(for: cursor, height: detailHeight)
  }

  mutating func clickDetail(line: Int) {
    let pane = self.pane
    let place = pane.top + line
    guard place < pane.lines.count else {
      detail.isFocused = true
      return
    }
    if detail.isFocused, place == pane.cursor { return openLine() }
    detail.isFocused = true
    move(to: place, in: pane)
  }

  /// Does what Enter does on a line.
  mutating func openLine() {
    switch pane.target {
    case .fold(let fold, let isOpen): detail.set(fold, isOpen: !isOpen)
    case .commit(let number), .run(_, commit: let number?): go(to: number)
    case .source: openSource()
    case .path, .run, .field, nil: break
    }
  }

  /// Moves to the next line of the pane with a text.
  mutating func findInPane(_ search: PaneSearch, isForward: Bool) {
    let pane = self.pane
    guard let cursor = pane.cursor,
      let place = search.next(after: cursor, in: pane.lines, isBackward: !isForward)
    else { return say(.missing(search.text)) }
    if isForward ? place <= cursor : place >= cursor { say(.wrapped(isForward: isForward)) }
    move(to: place, in: pane)
  }

  mutating func togglePin() {
    guard let index = watching.chosenIndex else { return say(.noCommit) }
    guard let path = valuePath else { return say(.needsValue) }
    watching.programs[index].past.togglePin(path)
  }

  /// The value that keys act on: that under the cursor, else the first pin.
  private var valuePath: StatePath? { pane.target?.path ?? past.pins.first?.path }

  /// Asks about the value that keys act on, and the selected commit.
  mutating func askAboutValue(_ question: (StatePath, Int) -> Asked.Question) {
    guard let selected else { return say(.noCommit) }
    guard let path = valuePath else { return say(.needsValue) }
    ask(question(path, selected))
  }
}

extension Detail {
  /// Shows a tab.
  mutating func show(_ tab: Tab) {
    guard self.tab != tab || isComparing else { return }
    self.tab = tab
    isComparing = false
    begin()
  }

  mutating func compare() {
    isComparing = true
    tab = .changes
    begin()
  }

  mutating func toggleBlame() {
    isBlaming = tab == .state ? !isBlaming : true
    show(.state)
  }

  mutating func set(_ fold: StateFold, isOpen: Bool) {
    folding.set(fold, isOpen: isOpen)
    // The same line is now the other way.
    if case .fold(fold, _) = target { target = .fold(fold, isOpen: isOpen) }
  }

  /// Shows all parts of the state in which a value is, with the cursor on it.
  mutating func reveal(_ folds: [StateFold], _ path: StatePath) {
    for fold in folds { folding.set(fold, isOpen: true) }
    target = .path(path)
  }

  /// Puts the cursor at the first line.
  mutating func begin() {
    cursor = 0
    target = nil
    top = 0
  }
}

extension Notice {
  static let needsValue = Notice(
    "Move the cursor to a value in State or Changes first: 3, Tab, j."
  )

  /// Says that a search went on at the other end.
  static func wrapped(isForward: Bool) -> Notice {
    Notice(isForward ? "Searched on from the beginning." : "Searched on from the end.")
  }
}
