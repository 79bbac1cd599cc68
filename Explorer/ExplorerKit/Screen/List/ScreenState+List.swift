import ExplorerTerminal
import SluiceWire

/// What people do to the list.
extension ScreenState {
  mutating func moveInList(_ motion: Motion) {
    guard let cursor = rows.cursor else { return }
    switch motion {
    case .last: follow()
    // Going down at the end follows what comes.
    case .lines(let step) where cursor + step >= rows.count && list.selected == nil: break
    case .pages(let step) where step > 0 && list.selected == nil: break
    case .line(let number): select(row: past.index(of: number))
    default:
      select(row: motion.place(from: cursor, of: rows.count, page: max(1, layout.listHeight - 1)))
    }
  }

  /// Selects the last commit, whichever that is.
  mutating func follow() {
    list.selected = nil
    list.top = nil
  }

  /// Selects the commit at a place of the list.
  mutating func select(row place: Int) {
    let rows = self.rows
    guard rows.count > 0 else { return }
    list.selected = past.rows[max(0, min(place, rows.count - 1))].number
    list.top = past.rows[rows.top].number
  }

  mutating func clickList(line: Int) {
    let rows = self.rows
    let row = rows.top + line
    guard row < rows.count else { return }
    if row == rows.cursor, !detail.isFocused { return show(.commit) }
    detail.isFocused = false
    select(row: row)
  }

  /// Selects a commit that may not be among the rows.
  mutating func go(to number: Int) {
    // A pause hides what came later.
    if watching.chosen?.isPaused == true, number > past.history.lastNumber ?? .max { endPause() }
    if past.isShown(number) {
      list.selected = number
      return
    }
    guard past.history.commit(number) != nil else {
      let last = past.history.lastNumber ?? 0
      let text =
        number < 1 || number > last
        ? "There is no commit \(number)." : "Commit \(number) is no longer held."
      return say(text, isProblem: true)
    }
    if past.filter != nil {
      apply(nil)
      say("The filter hid commit \(number), and is off.")
    }
    list.selected = number
  }

  // MARK: - Pausing

  mutating func togglePause() {
    guard let index = watching.chosenIndex else { return }
    if watching.programs[index].isPaused { endPause() } else { watching.programs[index].pause() }
  }

  mutating func endPause() {
    guard let index = watching.chosenIndex, watching.programs[index].isPaused else { return }
    watching.programs[index].goOn()
  }

  // MARK: - Marking

  mutating func toggleMark() {
    guard let selected else { return say(.noCommit) }
    if list.mark == selected {
      list.mark = nil
      if detail.isComparing { endComparing() }
      say("Commit \(selected) is no longer marked.")
    } else {
      list.mark = selected
      say("Commit \(selected) is marked: = compares another one with it.")
    }
  }

  /// Shows all that changed between the mark and the selected commit.
  mutating func compare() {
    guard let selected else { return say(.noCommit) }
    guard let mark = list.mark else {
      return say("Mark a commit with m first, then compare another one with it.")
    }
    guard mark != selected else { return say("This is the marked commit. Select another one.") }
    detail.compare()
  }

  // MARK: - Filtering

  /// Lets somebody type a filter, in a pane that of the line, or shows what one admits.
  mutating func filter(_ text: String?) {
    guard overlay == nil else { return }
    if text == nil, detail.isFocused { return filterByLine() }
    guard let text else { return begin(Prompt(.filter, text: watching.filter?.text ?? "")) }
    do throws(Prompt.Mistake) {
      try filter(typed: text)
    } catch {
      begin(Prompt(.filter, text: text))
      prompt?.mistake = error
    }
  }

  mutating func filter(typed text: String) throws(Prompt.Mistake) {
    if text.allSatisfy(\.isWhitespace) { return apply(nil) }
    do throws(FilterError) {
      _ = try Filter(parsing: text)
      note(text, typedFor: .filter)
      // What was shown while it was typed.
      let filter = Filter.preview(of: text, from: vocabulary)
      if filter?.text != watching.filter?.text { apply(filter) }
    } catch {
      throw Prompt.Mistake(place: error.place, reason: error.reason)
    }
  }

  mutating func apply(_ filter: Filter?) {
    watching.apply(filter)
    find = nil
  }

  /// Begins anew with another program.
  mutating func leaveProgram() {
    list.selected = nil
    list.top = nil
    list.mark = nil
    (asked, find) = (nil, nil)
    for index in watching.programs.indices { watching.programs[index].goOn() }
    detail.isComparing = false
    detail.begin()
  }
}

extension Notice {
  static let noCommit = Notice("There is no commit yet.")
}
