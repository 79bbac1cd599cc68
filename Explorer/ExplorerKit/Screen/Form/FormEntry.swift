import ExplorerTerminal

/// The form of an action to dispatch, while somebody fills it in.
struct FormEntry: Sendable, Hashable {
  var form: DispatchForm
  /// The index of the field that keys act on; 0 where there is none.
  private(set) var field = 0
  /// The number of characters of its text in front of the cursor.
  var cursor = 0
  /// What is wrong with one of the fields.
  var mistake: DispatchForm.Mistake?
  /// Whether the action was sent, and not answered yet.
  var isSending = false

  init(_ form: DispatchForm) {
    self.form = form
    select(0)
  }

  /// The field that keys act on; `nil` if the action carries nothing.
  var current: DispatchForm.Field? {
    form.fields.indices.contains(field) ? form.fields[field] : nil
  }

  /// Its text; `nil` if the action carries nothing.
  var line: EditableLine? {
    current.map { EditableLine(text: $0.text, cursor: min(cursor, $0.text.count)) }
  }

  /// Lets keys act on a field, at the end of its text.
  mutating func select(_ index: Int) {
    guard form.fields.indices.contains(index) else { return }
    field = index
    cursor = form.fields[index].text.count
  }
}
