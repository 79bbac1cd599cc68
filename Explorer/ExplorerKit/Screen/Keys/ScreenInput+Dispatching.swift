import ExplorerTerminal
import Sluice
import SluiceTree
import SluiceWire

/// Dispatching an action in the program: choosing its type, and filling in what it carries.
extension ScreenInput {
  // MARK: - The type

  /// Lets somebody choose one of the types that the program accepts.
  func chooseType(_ program: Program) -> [any Action] {
    program.acceptsActions ? [OpenPrompt(prompt: Prompt(.action))] : [acceptsNothing]
  }

  /// Lets somebody edit an action that was there before.
  func editAction(of commit: WireRecord.Commit?, _ program: Program) -> [any Action] {
    guard program.acceptsActions else { return [acceptsNothing] }
    guard let commit else { return [ShowNotice("There is no commit yet.")] }
    let type = commit.action.type
    guard program.hello.accepts.contains(type) else {
      let text = "The program does not accept \(type), but \(program.acceptedTypes)."
      return [ShowNotice(text, isProblem: true)]
    }
    return [OpenForm(form: DispatchForm(commit.action))]
  }

  private var acceptsNothing: ShowNotice {
    ShowNotice(
      "The program accepts no actions: ExplorerInterceptor { $0.acceptedActions = [AddTodo.self] }",
      isProblem: true
    )
  }

  /// Opens the form for the type that was typed; with JSON behind it, dispatches that.
  func dispatch(_ text: String) -> [any Action] {
    guard let program = state.program else { return [ClosePrompt()] }
    let start = text.prefix(while: \.isWhitespace).count
    let typed = text.dropFirst(start).prefix { !$0.isWhitespace }
    guard !typed.isEmpty else { return [ClosePrompt()] }
    let types = program.hello.accepts
    let matching = types.filter { $0.hasPrefix(typed) }
    guard
      let type = types.first(where: { $0 == typed }) ?? (matching.count == 1 ? matching[0] : nil)
    else {
      let reason =
        matching.isEmpty
        ? "the program accepts \(program.acceptedTypes)"
        : "it may be " + matching.joined(separator: ", ")
      let place = start..<start + typed.count
      return [RefusePrompt(mistake: .init(place: place, reason: reason))]
    }
    let json = text.dropFirst(start + typed.count).drop(while: \.isWhitespace)
    guard !json.isEmpty else {
      return [ClosePrompt(), OpenForm(form: DispatchForm(type: type, program.past.history))]
    }
    do throws(WireError) {
      let payload = try JSONText.tree(of: Array(json.utf8)[...])
      let action = WireRecord.Action(type: type, payload: payload)
      return [ClosePrompt(), DispatchInProgram(action: action, instance: program.hello.instance)]
    } catch {
      let place = text.count - json.count..<text.count
      return [RefusePrompt(mistake: .init(place: place, reason: "\(error)"))]
    }
  }

  // MARK: - The form

  func actions(for press: KeyPress, in entry: FormEntry) -> [any Action] {
    switch FormBinding.command(of: press) {
    case .next: return select(field: entry.field + 1, in: entry)
    case .previous: return select(field: entry.field - 1, in: entry)
    case .flip:
      guard let field = entry.current, field.kind == .truth else { break }
      let text = field.text == "true" ? "false" : "true"
      return [EditField(text: text, cursor: text.count)]
    case .null: return entry.current == nil ? [] : [ToggleNull()]
    case .json: return writeJSON(entry.form)
    case .send: return send(entry)
    case .leave: return [CloseForm()]
    case nil: break
    }
    guard let line = entry.line?.edited(by: press) else { return [] }
    return [EditField(text: line.text, cursor: line.cursor)]
  }

  func paste(_ text: String, in entry: FormEntry) -> [any Action] {
    guard let line = entry.line?.inserting(text) else { return [] }
    return [EditField(text: line.text, cursor: line.cursor)]
  }

  private func select(field index: Int, in entry: FormEntry) -> [any Action] {
    let count = entry.form.fields.count
    return count == 0 ? [] : [SelectField(index: (index + count) % count)]
  }

  private func send(_ entry: FormEntry) -> [any Action] {
    guard !entry.isSending else { return [] }
    guard let program = state.program else { return [CloseForm()] }
    do throws(DispatchForm.Mistake) {
      let action = try entry.form.action()
      return [DispatchInProgram(action: action, instance: program.hello.instance)]
    } catch {
      return [RefuseForm(mistake: error)]
    }
  }

  private func writeJSON(_ form: DispatchForm) -> [any Action] {
    do throws(DispatchForm.Mistake) {
      let text = form.type + " " + (try form.json())
      return [CloseForm(), OpenPrompt(prompt: Prompt(.action, text: text))]
    } catch {
      return [RefuseForm(mistake: error)]
    }
  }

  // MARK: - The mouse

  func actions(for press: MousePress, in entry: FormEntry) -> [any Action] {
    switch press.button {
    case .wheelUp: return select(field: entry.field - 1, in: entry)
    case .wheelDown: return select(field: entry.field + 1, in: entry)
    case .left:
      let pane = DispatchPane(of: entry, size: state.size)
      let line = press.row - layout.body.rows.lowerBound + pane.top
      guard pane.lines.indices.contains(line), case .field(let index) = pane.lines[line].target
      else { return [] }
      return [SelectField(index: index)]
    case .middle, .right: return []
    }
  }
}

extension Program {
  fileprivate var acceptsActions: Bool { !hello.accepts.isEmpty }

  /// The types of actions that it accepts, for people.
  fileprivate var acceptedTypes: String { hello.accepts.joined(separator: ", ") }
}
