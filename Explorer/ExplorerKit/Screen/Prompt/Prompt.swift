/// A line in which somebody types.
struct Prompt: Sendable, Hashable {
  enum Purpose: Hashable, Sendable {
    case find
    case filter
    /// A command of the screen, by its name.
    case command
    /// The type of an action to dispatch; with its payload as JSON behind it, the whole of it.
    case action
    /// A file to save what is filtered in.
    case save
  }

  let purpose: Purpose
  var text = ""
  /// The number of characters in front of the cursor.
  var cursor = 0
  /// The candidate that the tab key chose last, and what was typed before; `nil` until then.
  var candidate: Int?
  var typed: Typed?
  /// What is wrong with the text, and under which of its characters.
  var mistake: Mistake?

  /// A text, and the number of characters in front of the cursor.
  struct Typed: Hashable, Sendable {
    let text: String
    let cursor: Int
  }

  struct Mistake: Error, Hashable {
    let place: Range<Int>
    let reason: String
  }

  init(_ purpose: Purpose, text: String = "") {
    self.purpose = purpose
    self.text = text
    cursor = text.count
  }
  var line: EditableLine { EditableLine(text: text, cursor: cursor) }

  /// Types in the line.
  ///
  /// - Parameter change: Returns `nil` if it leaves the line as it is.
  mutating func edit(_ change: (EditableLine) -> EditableLine?) {
    guard let line = change(line) else { return }
    text = line.text
    cursor = line.cursor
    candidate = nil
    typed = nil
    mistake = nil
  }

  /// Puts a candidate in the place of what was typed.
  mutating func choose(_ chosen: PromptCandidates.Candidate, at index: Int) {
    typed = typed ?? Typed(text: text, cursor: cursor)
    candidate = index
    text = chosen.text
    cursor = chosen.cursor
    mistake = nil
  }
}
