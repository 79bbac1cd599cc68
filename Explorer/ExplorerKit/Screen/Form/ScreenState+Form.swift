import ExplorerTerminal

/// The form of an action.
extension ScreenState {
  mutating func handle(_ press: KeyPress, in entry: FormEntry) {
    switch FormBinding.command(of: press) {
    case .next: form?.selectNext(1)
    case .previous: form?.selectNext(-1)
    case .flip where entry.current?.kind == .truth: form?.flip()
    case .null: form?.toggleNull()
    case .json: writeJSON(of: entry)
    case .send: send(entry)
    case .leave: form = nil
    case .flip, nil: form?.edit { $0.edited(by: press) }
    }
  }

  mutating func handle(_ press: MousePress, in entry: FormEntry) {
    switch press.button {
    case .wheelUp: form?.selectNext(-1)
    case .wheelDown: form?.selectNext(1)
    case .left:
      let pane = DispatchPane(of: entry, size: size)
      let line = press.row - layout.body.rows.lowerBound + pane.top
      guard pane.lines.indices.contains(line), case .field(let index) = pane.lines[line].target
      else { return }
      form?.select(index)
    case .middle, .right: break
    }
  }

  /// Dispatches what was filled in, once, however often the key is pressed before the answer.
  private mutating func send(_ entry: FormEntry) {
    guard !entry.isSending else { return }
    do throws(DispatchForm.Mistake) {
      send(try entry.form.action())
    } catch {
      form?.refuse(error)
    }
  }

  /// Lets somebody write the action as JSON.
  private mutating func writeJSON(of entry: FormEntry) {
    do throws(DispatchForm.Mistake) {
      let text = entry.form.type + " " + (try entry.form.json())
      form = nil
      begin(Prompt(.action, text: text))
    } catch {
      form?.refuse(error)
    }
  }
}
