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
  /// The request by which the action was sent, until it is answered.
  var sending: Int?

  var isSending: Bool { sending != nil }

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

  /// Lets keys act on the field some places further, around the end.
  mutating func selectNext(_ step: Int) {
    let count = form.fields.count
    if count > 0 { select((field + step + count) % count) }
  }

  /// Types in the field.
  ///
  /// - Parameter change: Returns `nil` if it leaves the line as it is.
  mutating func edit(_ change: (EditableLine) -> EditableLine?) {
    guard let old = line, let new = change(old) else { return }
    cursor = new.cursor
    // The cursor alone changes nothing.
    guard old.text != new.text else { return }
    form.set(new.text, at: field)
    mistake = nil
  }

  /// Where the field is true or false: makes it the other one.
  mutating func flip() {
    let text = current?.text == "true" ? "false" : "true"
    edit { _ in EditableLine(text: text, cursor: text.count) }
  }

  /// Makes the field null, or again what its text says.
  mutating func toggleNull() {
    guard current != nil else { return }
    form.toggleNull(at: field)
    mistake = nil
  }

  /// Shows what is wrong at its field.
  mutating func refuse(_ mistake: DispatchForm.Mistake) {
    self.mistake = mistake
    select(mistake.field)
  }
}
