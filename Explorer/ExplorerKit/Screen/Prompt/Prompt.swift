import SluiceWire

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
    /// A file to write it to as a page.
    case export
  }

  let purpose: Purpose
  var text = ""
  /// The number of characters in front of the cursor.
  var cursor = 0
  /// The candidate that the tab key chose last, and what was typed before; `nil` until then.
  var candidate: Int?
  var typed: EditableLine?
  /// How far back in what was typed before the text is; `nil` if it isn't.
  var recalled: Int?
  /// An action to dispatch another one like.
  var example: WireRecord.Action?
  /// What is wrong with the text, and under which of its characters.
  var mistake: Mistake?

  struct Mistake: Error, Hashable {
    let place: Range<Int>
    let reason: String
  }

  init(_ purpose: Purpose, text: String = "") {
    self.purpose = purpose
    self.text = text
    cursor = text.count
  }

  /// Lets somebody edit an action as JSON.
  init(editing action: WireRecord.Action) {
    let json = action.payload.map { String(decoding: JSONText.bytes(of: $0), as: UTF8.self) }
    self.init(.action, text: "\(action.type) \(json ?? "{}")")
    example = action
  }

  var line: EditableLine { EditableLine(text: text, cursor: cursor) }

  /// Types in the line.
  ///
  /// - Parameter change: Returns `nil` if it leaves the line as it is.
  mutating func edit(_ change: (EditableLine) -> EditableLine?) {
    guard let line = change(line) else { return }
    text = line.text
    cursor = line.cursor
    (candidate, typed, recalled) = (nil, nil, nil)
    mistake = nil
  }

  /// Puts a candidate in the place of what was typed.
  mutating func choose(_ chosen: PromptCandidates.Candidate, at index: Int) {
    typed = typed ?? line
    candidate = index
    text = chosen.text
    cursor = chosen.cursor
    mistake = nil
  }
}
