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

  struct Mistake: Hashable, Sendable {
    let place: Range<Int>
    let reason: String
  }

  init(_ purpose: Purpose, text: String = "") {
    self.purpose = purpose
    self.text = text
    cursor = text.count
  }
}
