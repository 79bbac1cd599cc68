import ExplorerTerminal

/// What people do, from the top of what is shown to the bottom: the line in which they type, what covers the panes,
/// the panes.
extension ScreenState {
  /// The most that is typed ahead; what comes then has no effect, as on a keyboard whose buffer is full.
  static let mostTypedAhead = 1_024

  /// Takes in what somebody did, or holds it until the answer is there on which it depends.
  mutating func take(_ input: TerminalInput) {
    if case .mouse(let press) = input, press.isRelease || press.isDrag { return drag(press) }
    if case .key(let press) = input, let binding = KeyBinding.binding(of: press), binding.isAlways {
      return perform(binding)
    }
    if asked?.isDelayed == true || find?.isDelayed == true, prompt == nil, stopsAsking(input) {
      return
    }
    if typedAhead.count < Self.mostTypedAhead { typedAhead.append(input) }
    takeTypedAhead()
  }

  /// Gives up a question that takes long, with what was typed for its answer.
  ///
  /// - Returns: Whether the input has no other effect.
  private mutating func stopsAsking(_ input: TerminalInput) -> Bool {
    let isLeaving =
      input == .key(KeyPress(.escape)) || input == .key(KeyPress(.character("c"), .control))
    typedAhead = []
    notice = nil
    asked = nil
    find?.awaited = nil
    find?.isDelayed = false
    return isLeaving
  }

  /// Takes in what was typed ahead, as far as answers are there.
  mutating func takeTypedAhead() {
    while let input = typedAhead.first, !isAwaited(before: input) {
      typedAhead.removeFirst()
      inputs += 1
      handle(input)
      notePaneQuestion()
    }
  }

  /// Whether an input depends on an answer that is not there yet: of the pane, what acts on its lines.
  private func isAwaited(before input: TerminalInput) -> Bool {
    if prompt?.purpose == .find { return false }
    if asked != nil || find?.awaited != nil { return true }
    guard detail.isAwaited else { return false }
    // What is typed may be a command for the pane.
    if prompt != nil { return input == .key(KeyPress(.enter)) }
    guard overlay == nil else { return false }
    switch input {
    case .key(let press):
      guard let binding = KeyBinding.binding(of: press) else { return false }
      return detail.isFocused || binding.actsOnValue
    case .mouse(let press):
      return layout.pane(detail.tab)?.lines.contains(row: press.row, column: press.column) ?? false
    case .paste, .refusedPaste, .focus, .reply: return false
    }
  }

  private mutating func handle(_ input: TerminalInput) {
    switch input {
    case .key(let press): handle(press)
    case .mouse(let press): handle(press)
    case .paste(let text): paste(text)
    case .refusedPaste, .focus, .reply: break
    }
  }

  private mutating func handle(_ press: KeyPress) {
    notice = nil
    if let prompt { return handle(press, in: prompt) }
    if press == KeyPress(.character("c"), .control) {
      isEnding = true
      return
    }
    let counted = count
    count = nil
    let binding = KeyBinding.binding(of: press)
    if case .character(let digit) = press.key, digit.isASCII, let number = digit.wholeNumberValue {
      if case .programs = overlay { return chooseProgram(at: number - 1) }
      count = counted ?? KeyCount(from: detail)
      count?.append(digit)
      if count?.hasBegun == true { return }
    }
    if case .moving(let motion) = binding?.work { return move(motion, after: counted) }
    if let binding { perform(binding) }
  }

  private mutating func handle(_ press: MousePress) {
    guard prompt == nil else { return }
    (notice, count) = (nil, nil)
    switch press.button {
    case .left: click(press)
    case .wheelUp: turn(press, by: -Self.wheel)
    case .wheelDown: turn(press, by: Self.wheel)
    case .middle, .right: break
    }
  }

  /// The number of lines that the wheel moves by.
  private static var wheel: Int { 3 }

  private mutating func click(_ press: MousePress) {
    let layout = self.layout
    let (row, column) = (press.row, press.column)
    if layout.footer.contains(row: row, column: column) {
      if let binding = KeyLine(self).binding(at: column) { perform(binding) }
      return
    }
    if let overlay { return click(press, on: overlay) }
    dividers.held = layout.dividers.first { $1.contains(row: row, column: column) }?.key
    if let list = layout.list, list.contains(row: row, column: column) {
      return clickList(line: row - list.rows.lowerBound)
    }
    for pane in layout.panes {
      if pane.title.contains(row: row, column: column) {
        show(ScreenTitle.tab(at: column, of: pane, layout, detail) ?? detail.tab)
      } else if pane.lines.contains(row: row, column: column) {
        let (line, place) = (
          row - pane.lines.rows.lowerBound, column - pane.lines.columns.lowerBound
        )
        clickDetail(pane.tab, line: line, column: place)
      }
    }
  }

  /// Moves the divider that the mouse holds, or lets go of it.
  private mutating func drag(_ press: MousePress) {
    if press.isRelease { dividers.held = nil }
    let layout = self.layout
    if dividers.held == .belowList {
      let top = layout.body.rows.lowerBound + (layout.running == nil ? 0 : 1)
      dividers.drag(to: press.row - top, of: layout.body.height)
    } else {
      dividers.drag(to: press.column, of: size.columns)
    }
    notePaneQuestion()
  }

  private mutating func turn(_ press: MousePress, by step: Int) {
    if let overlay { return move(.lines(step.signum()), in: overlay) }
    let (row, column) = (press.row, press.column)
    guard let pane = layout.panes.first(where: { $0.lines.contains(row: row, column: column) })
    else { return moveInList(.lines(step)) }
    detail.tab = pane.tab
    moveInDetail(.lines(step))
  }

  private mutating func paste(_ text: String) {
    if prompt != nil { edit { $0.inserting(text) } }
  }
}

/// Commands for whatever has the keys.
extension ScreenState {
  mutating func move(_ motion: Motion) {
    if let overlay {
      move(motion, in: overlay)
    } else if detail.isFocused {
      moveInDetail(motion)
    } else {
      moveInList(motion)
    }
  }

  mutating func open() {
    if case .programs(let cursor) = overlay { return choose(cursor) }
    guard overlay == nil else { return }
    if detail.isFocused { openLine() } else { show(.commit) }
  }

  mutating func goLeft() {
    guard overlay == nil else {
      overlay = nil
      return
    }
    guard detail.isFocused else { return }
    if case .fold(let fold, isOpen: true) = pane.target {
      detail.set(fold, isOpen: false)
    } else {
      detail.isFocused = false
    }
  }

  mutating func goRight() {
    if case .programs(let cursor) = overlay { return choose(cursor) }
    guard overlay == nil else { return }
    guard detail.isFocused else {
      detail.isFocused = true
      return
    }
    if case .fold(let fold, isOpen: false) = pane.target { detail.set(fold, isOpen: true) }
  }

  mutating func goBack() {
    if overlay != nil {
      overlay = nil
      if find?.place == .overlay { find = nil }
    } else if find != nil {
      find = nil
    } else if detail.isFocused {
      detail.isFocused = false
    } else if detail.isComparing {
      endComparing()
    } else if watching.filter != nil {
      apply(nil)
    }
  }

  /// Gives the keys to the next part: the list, and each pane that is visible.
  mutating func goToNextPane() {
    let tabs = layout.panes.count > 1 ? layout.panes.map(\.tab) : [detail.tab]
    let place = detail.isFocused ? (tabs.firstIndex(of: detail.tab) ?? 0) + 1 : 0
    let next = (place + 1) % (tabs.count + 1)
    detail.isFocused = next > 0
    if next > 0 { detail.tab = tabs[next - 1] }
  }

  mutating func quit() {
    if overlay == nil { isEnding = true } else { overlay = nil }
  }
}
