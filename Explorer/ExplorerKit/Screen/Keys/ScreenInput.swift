import ExplorerTerminal
import Sluice
import SluiceWire

/// Turns what somebody does at the terminal into actions, as the views of a program do.
///
/// Looks at what is visible through the selectors, so that actions say what happened, and reducers
/// need to know nothing of lines and sizes.
struct ScreenInput {
  typealias ScreenStore = Store<ScreenState, ScreenEnvironment>

  let store: ScreenStore

  var state: ScreenState { store.state }
  var layout: ScreenLayout { store.selectCurrent(ScreenSelectors.layout) }
  var rows: ListWindow { store.selectCurrent(ScreenSelectors.rows) }
  var pane: PaneWindow { store.selectCurrent(ScreenSelectors.pane) }
  var isInDetail: Bool { store.selectCurrent(ScreenSelectors.detail).isFocused }
  /// The number of the selected commit.
  var selected: Int? { store.selectCurrent(ScreenSelectors.selected) }

  /// Dispatches what an input means.
  func take(_ input: TerminalInput) {
    for action in actions(for: input) { store.dispatch(action: action) }
  }

  func actions(for input: TerminalInput) -> [any Action] {
    switch input {
    case .key(let press): actions(for: press)
    case .mouse(let press): actions(for: press)
    case .paste(let text): paste(text)
    case .refusedPaste, .focus, .reply: []
    }
  }

  private func actions(for press: KeyPress) -> [any Action] {
    let hidden: [any Action] = store.notice == nil ? [] : [HideNotice()]
    if let prompt = store.selectCurrent(ScreenSelectors.prompt) {
      return hidden + edit(prompt, press)
    }
    if let entry = store.form { return hidden + actions(for: press, in: entry) }
    if press == KeyPress(.character("c"), .control) { return [Quit()] }
    if case .character(let digit) = press.key, let number = digit.wholeNumberValue, number > 0,
      case .programs = store.overlay
    {
      return chooseProgram(number - 1)
    }
    guard let command = KeyBinding.command(of: press) else { return hidden }
    return hidden + actions(of: command)
  }

  // MARK: - Prompts

  private func paste(_ text: String) -> [any Action] {
    if let prompt = store.selectCurrent(ScreenSelectors.prompt) {
      let line = prompt.line.inserting(text)
      return [EditPrompt(text: line.text, cursor: line.cursor)]
    }
    return store.form.map { paste(text, in: $0) } ?? []
  }

  private func edit(_ prompt: Prompt, _ press: KeyPress) -> [any Action] {
    switch prompt.edit(press) {
    case .text(let text, let cursor): return [EditPrompt(text: text, cursor: cursor)]
    case .cancelled: return [ClosePrompt()]
    case .nothing: return []
    case .candidate(let step):
      let state = self.state
      let candidates = PromptCandidates(for: prompt, state.program, of: state.watching.programs).all
      guard !candidates.isEmpty else { return [] }
      let next = prompt.candidate.map { $0 + step } ?? (step > 0 ? 0 : -1)
      let index = (next + candidates.count) % candidates.count
      let chosen = candidates[index]
      return [ChooseCandidate(index: index, text: chosen.text, cursor: chosen.cursor)]
    case .done:
      return finish(prompt)
    }
  }

  // MARK: - Commands

  func actions(of command: ScreenCommand) -> [any Action] {
    if let actions = actionsOfOverlay(command) { return actions }
    switch command {
    case .down: return move(by: 1)
    case .up: return move(by: -1)
    case .pageDown: return move(by: pageHeight)
    case .pageUp: return move(by: -pageHeight)
    case .first: return isInDetail ? moveInDetail(to: 0) : select(row: 0)
    case .last: return isInDetail ? moveInDetail(to: .max) : [SelectCommit(number: nil)]
    case .left: return left()
    case .right: return right()
    case .open: return open()
    case .back: return back()
    case .switchPane: return [FocusDetail(isFocused: !isInDetail)]
    case .action: return [ShowTab(tab: .action)]
    case .changes: return [ShowTab(tab: .changes)]
    case .state: return [ShowTab(tab: .state)]
    case .cause: return [ShowTab(tab: .cause)]
    case .effects: return [ShowTab(tab: .effects)]
    case .statistics: return [ShowTab(tab: .statistics)]
    case .find: return [OpenPrompt(prompt: Prompt(.find))]
    case .findNext: return find(store.searched, isForward: true)
    case .findPrevious: return find(store.searched, isForward: false)
    case .filter:
      return [OpenPrompt(prompt: Prompt(.filter, text: state.watching.filter?.text ?? ""))]
    case .pause: return pause()
    case .times:
      let isClock = state.list.times == .clock
      return [ShowTimes(style: isClock ? .sinceBefore : .clock)]
    case .nest: return [NestCommits(isNested: !state.list.isNested)]
    case .programs: return showPrograms()
    case .commands: return [OpenPrompt(prompt: Prompt(.command))]
    case .help: return [ShowOverlay(overlay: .help(top: 0))]
    case .quit: return [Quit()]
    case .mark, .compare, .why, .previousChange, .nextChange, .pin, .blame:
      return actionsAboutPast(command)
    case .travel, .travelBack, .skip, .dispatch, .edit, .copy, .save, .source:
      return actionsOutside(command)
    }
  }

  private var pageHeight: Int {
    let layout = self.layout
    let area = isInDetail ? layout.detail ?? layout.body : layout.list ?? layout.body
    return max(1, area.height - 1)
  }

  // MARK: - Moving

  private func move(by step: Int) -> [any Action] {
    if isInDetail {
      guard let cursor = pane.cursor else { return [] }
      return moveInDetail(to: cursor + step)
    }
    guard let cursor = rows.cursor else { return [] }
    return select(row: cursor + step)
  }

  func moveInDetail(to place: Int) -> [any Action] {
    let pane = self.pane
    guard !pane.lines.isEmpty else { return [] }
    let cursor = max(0, min(place, pane.lines.count - 1))
    let layout = self.layout
    let height = (layout.detail ?? layout.body).height
    return [
      MoveInDetail(
        cursor: cursor,
        target: pane.lines[cursor].target,
        top: pane.top(for: cursor, height: height)
      )
    ]
  }

  func select(row place: Int) -> [any Action] {
    let rows = self.rows
    guard rows.count > 0 else { return [] }
    let past = state.past
    let row = max(0, min(place, rows.count - 1))
    // Going down at the end follows what comes.
    if place >= rows.count, state.list.selected == nil { return [] }
    let layout = self.layout
    let height = max(1, (layout.list ?? layout.body).height)
    let top = max(0, min(max(min(rows.top, row), row - height + 1), rows.count - height))
    return [SelectCommit(number: past.row(at: row).number, top: past.row(at: top).number)]
  }

  private func left() -> [any Action] {
    guard isInDetail else { return [] }
    if case .fold(let fold, isOpen: true) = pane.target { return [Fold(fold: fold, isOpen: false)] }
    return [FocusDetail(isFocused: false)]
  }

  private func right() -> [any Action] {
    guard isInDetail else { return [FocusDetail(isFocused: true)] }
    if case .fold(let fold, isOpen: false) = pane.target { return [Fold(fold: fold, isOpen: true)] }
    return []
  }

  private func open() -> [any Action] {
    guard isInDetail else { return [FocusDetail(isFocused: true)] }
    switch pane.target {
    case .fold(let fold, let isOpen): return [Fold(fold: fold, isOpen: !isOpen)]
    case .commit(let number), .run(_, commit: let number?): return go(to: number)
    case .source: return actionsOutside(.source)
    case .path, .run, .field, nil: return []
    }
  }

  /// Selects a commit that may not be among the rows.
  func go(to number: Int) -> [any Action] {
    let state = self.state
    let past = state.past
    let index = past.index(of: number)
    // A pause hides what came later.
    let isHidden = state.list.pausedAfter.map { $0 < number } ?? false
    let resumed: [any Action] = isHidden ? [PauseList(after: nil)] : []
    if index < past.rows.count, past.rows[index].number == number {
      return resumed + [SelectCommit(number: number)]
    }
    guard past.history.commit(number) != nil else {
      return [ShowNotice("Commit \(number) is no longer held.", isProblem: true)]
    }
    guard past.filter != nil else { return resumed + [SelectCommit(number: number)] }
    return resumed + [
      ApplyFilter(filter: nil), SelectCommit(number: number),
      ShowNotice("The filter hid commit \(number), and is off."),
    ]
  }

  private func back() -> [any Action] {
    if isInDetail { return [FocusDetail(isFocused: false)] }
    let state = self.state
    if state.detail.isComparing { return [ShowTab(tab: state.detail.tab)] }
    if state.watching.filter != nil { return [ApplyFilter(filter: nil)] }
    return []
  }

  private func pause() -> [any Action] {
    let state = self.state
    if state.list.pausedAfter != nil { return [PauseList(after: nil)] }
    return [PauseList(after: state.past.lastRow ?? 0)]
  }
}

extension ScreenInput {
  /// Returns what a command does to what covers the panes; `nil` if nothing does.
  private func actionsOfOverlay(_ command: ScreenCommand) -> [any Action]? {
    guard let overlay = store.overlay else { return nil }
    let height = max(1, layout.body.height - 1)
    let step: Int? =
      switch command {
      case .down: 1
      case .up: -1
      case .pageDown: height
      case .pageUp: -height
      case .first: -100_000
      case .last: 100_000
      default: nil
      }
    switch (command, overlay) {
    case (.quit, _), (.back, _), (.help, .help), (.programs, .programs), (.left, _):
      return [ShowOverlay(overlay: nil)]
    case (_, .help):
      guard let step else { return [] }
      let lines = KeyBinding.helpLines(width: layout.body.width - 2).count
      // A larger screen may show more than when the help was scrolled.
      let top = OverlayWindow(overlay, count: lines, height: layout.body.height).top
      let next = max(0, min(top + step, lines - layout.body.height))
      return [ShowOverlay(overlay: .help(top: next))]
    case (.open, .programs(let cursor)), (.right, .programs(let cursor)):
      return chooseProgram(cursor)
    case (_, .programs(let cursor)):
      guard let step else { return [] }
      let next = max(0, min(cursor + step, state.watching.programs.count - 1))
      return [ShowOverlay(overlay: .programs(cursor: next))]
    }
  }

  private func showPrograms() -> [any Action] {
    let watching = state.watching
    guard !watching.programs.isEmpty else { return [ShowNotice("No program is connected yet.")] }
    return [ShowOverlay(overlay: .programs(cursor: watching.chosenIndex ?? 0))]
  }

  func chooseProgram(_ index: Int) -> [any Action] {
    let programs = state.watching.programs
    guard programs.indices.contains(index) else { return [] }
    return [ChooseProgram(instance: programs[index].hello.instance), ShowOverlay(overlay: nil)]
  }
}
