import ExplorerTerminal

/// What people do, from the top of what is shown to the bottom: the line in which they type, the form, what
/// covers the panes, the panes.
extension ScreenState {
  /// Takes in what somebody did, or holds it until the answer is there on which it depends.
  mutating func take(_ input: TerminalInput) {
    typedAhead.append(input)
    takeTypedAhead()
  }

  /// Takes in what was typed ahead, as far as answers are there.
  mutating func takeTypedAhead() {
    while let input = typedAhead.first, !isAwaited(before: input) {
      typedAhead.removeFirst()
      handle(input)
      notePaneQuestion()
    }
  }

  /// Whether an input depends on an answer that is not there yet.
  ///
  /// Nobody waits for one that takes long; and the list can be moved through whatever the pane shows.
  private func isAwaited(before input: TerminalInput) -> Bool {
    if let asked { return !asked.isDelayed }
    guard detail.isAwaited else { return false }
    guard prompt == nil, form == nil, overlay == nil, !detail.isFocused,
      case .key(let press) = input
    else { return true }
    return KeyBinding.binding(of: press)?.isMoving != true
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
    let binding = KeyBinding.binding(of: press)
    if let binding, binding.isAlways { return perform(binding) }
    hideNotice()
    if let prompt { return handle(press, in: prompt) }
    if let form { return handle(press, in: form) }
    if press == KeyPress(.character("c"), .control) {
      isEnding = true
      return
    }
    if case .character(let digit) = press.key, let number = digit.wholeNumberValue, number > 0,
      case .programs = overlay
    {
      return chooseProgram(number - 1)
    }
    if let binding { perform(binding) }
  }

  /// Hides the last message, and gives up the question about which it may be.
  private mutating func hideNotice() {
    notice = nil
    asked = nil
  }

  private mutating func handle(_ press: MousePress) {
    guard !press.isRelease, prompt == nil else { return }
    if let form { return handle(press, in: form) }
    hideNotice()
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
    if let overlay { return click(press, on: overlay) }
    if let list = layout.list, list.contains(row: press.row, column: press.column) {
      clickList(line: press.row - list.rows.lowerBound)
    } else if let tabs = layout.tabs, tabs.contains(row: press.row, column: press.column) {
      let names = TabNames(detail, width: tabs.width)
      if let tab = names.tab(at: press.column - tabs.columns.lowerBound) { detail.show(tab) }
    } else if let area = layout.detail, area.contains(row: press.row, column: press.column) {
      clickDetail(line: press.row - area.rows.lowerBound)
    }
  }

  private mutating func turn(_ press: MousePress, by step: Int) {
    if let overlay { return move(.lines(step.signum()), in: overlay) }
    if let area = layout.detail, area.contains(row: press.row, column: press.column) {
      moveInDetail(.lines(step))
    } else {
      moveInList(.lines(step))
    }
  }

  private mutating func paste(_ text: String) {
    if prompt != nil {
      prompt?.edit { $0.inserting(text) }
    } else {
      form?.edit { $0.inserting(text) }
    }
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
    if case .programs(let cursor) = overlay { return chooseProgram(cursor) }
    guard overlay == nil else { return }
    if detail.isFocused { openLine() } else { detail.isFocused = true }
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
    if case .programs(let cursor) = overlay { return chooseProgram(cursor) }
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
    } else if detail.isFocused {
      detail.isFocused = false
    } else if detail.isComparing {
      detail.show(detail.tab)
    } else if watching.filter != nil {
      apply(nil)
    }
  }

  mutating func quit() {
    if overlay == nil { isEnding = true } else { overlay = nil }
  }
}
