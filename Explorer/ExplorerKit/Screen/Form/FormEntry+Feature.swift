import Sluice

extension FormEntry {
  static let feature = Feature<FormEntry?, ScreenEnvironment>(id: "form").reducer(reducer)

  static let reducer = Reducer<FormEntry?>(
    id: "form",
    ReduceOn(OpenForm.self) { entry, action in entry = FormEntry(action.form) },
    ReduceOn(SelectField.self) { entry, action in entry?.select(action.index) },
    ReduceOn(EditField.self) { entry, action in
      guard let field = entry?.field, let current = entry?.current else { return }
      entry?.cursor = action.cursor
      // The cursor alone changes nothing.
      guard current.text != action.text else { return }
      entry?.form.set(action.text, at: field)
      entry?.mistake = nil
    },
    ReduceOn(ToggleNull.self) { entry, _ in
      guard let field = entry?.field, entry?.current != nil else { return }
      entry?.form.toggleNull(at: field)
      entry?.mistake = nil
    },
    ReduceOn(RefuseForm.self) { entry, action in
      entry?.mistake = action.mistake
      entry?.select(action.mistake.field)
    },
    ReduceOn(CloseForm.self) { entry, _ in entry = nil },
    ReduceOn(DispatchInProgram.self) { entry, _ in entry?.isSending = true },
    // What was filled in stays where the program refuses it, to be mended.
    ReduceOn(DispatchRefused.self) { entry, _ in entry?.isSending = false },
    ReduceOn(ProgramAnswered.self) { entry, _ in
      if entry?.isSending == true { entry = nil }
    }
  )
}
