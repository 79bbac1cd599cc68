import ExplorerTerminal
import Sluice

/// The mouse: a click selects, a click on what is selected opens, and the wheel moves.
extension ScreenInput {
  /// The number of lines that the wheel moves by.
  private static let wheel = 3

  func actions(for press: MousePress) -> [any Action] {
    guard !press.isRelease, store.selectCurrent(ScreenSelectors.prompt) == nil else { return [] }
    if let entry = store.form { return actions(for: press, in: entry) }
    let hidden: [any Action] = store.notice == nil ? [] : [HideNotice()]
    switch press.button {
    case .left: return hidden + click(press)
    case .wheelUp: return hidden + turn(press, by: -Self.wheel)
    case .wheelDown: return hidden + turn(press, by: Self.wheel)
    case .middle, .right: return []
    }
  }

  private func click(_ press: MousePress) -> [any Action] {
    let layout = self.layout
    guard store.overlay == nil else { return clickOverlay(press, layout) }
    if let list = layout.list, list.contains(row: press.row, column: press.column) {
      let row = rows.top + press.row - list.rows.lowerBound
      guard row < rows.count else { return [] }
      let focus: [any Action] = isInDetail ? [FocusDetail(isFocused: false)] : []
      if row == rows.cursor, focus.isEmpty { return actions(of: .open) }
      return focus + select(row: row)
    }
    if let tabs = layout.tabs, tabs.contains(row: press.row, column: press.column) {
      let names = TabNames(store.selectCurrent(ScreenSelectors.detail), width: tabs.width)
      let tab = names.tab(at: press.column - tabs.columns.lowerBound)
      return tab.map { [ShowTab(tab: $0)] } ?? []
    }
    if let detail = layout.detail, detail.contains(row: press.row, column: press.column) {
      let line = pane.top + press.row - detail.rows.lowerBound
      guard line < pane.lines.count else { return [FocusDetail(isFocused: true)] }
      if isInDetail, line == pane.cursor { return actions(of: .open) }
      let focus: [any Action] = isInDetail ? [] : [FocusDetail(isFocused: true)]
      return focus + moveInDetail(to: line)
    }
    return []
  }

  private func clickOverlay(_ press: MousePress, _ layout: ScreenLayout) -> [any Action] {
    guard let overlay = store.overlay, case .programs = overlay else {
      return [ShowOverlay(overlay: nil)]
    }
    let area = layout.body
    guard area.contains(row: press.row, column: press.column) else { return [] }
    let count = ProgramLines.headings + state.watching.programs.count
    let top = OverlayWindow(overlay, count: count, height: area.height).top
    return chooseProgram(top + press.row - area.rows.lowerBound - ProgramLines.headings)
  }

  private func turn(_ press: MousePress, by step: Int) -> [any Action] {
    let layout = self.layout
    guard store.overlay == nil else { return actions(of: step > 0 ? .down : .up) }
    if let detail = layout.detail, detail.contains(row: press.row, column: press.column) {
      guard let cursor = pane.cursor else { return [] }
      return moveInDetail(to: cursor + step)
    }
    guard let cursor = rows.cursor else { return [] }
    return select(row: cursor + step)
  }
}
