/// Something that the log says: a single line where there is room, otherwise several with a hanging
/// indent.
struct LogEntry {
  /// What stands in the column of numbers.
  enum Place {
    case number(Int)
    /// A sign, which is part of the body, below the numbers' last digits.
    case sign
    /// Nothing; the body begins beside the actions.
    case text
    /// Nothing, and no time or program either: the entry belongs to the one above.
    case below
  }

  /// Something about the body that stands behind it.
  struct Remark {
    /// The less, the sooner there is room for it; 0 for what is said in any case.
    let rank: Int
    let text: String
    /// A shorter form, for where there is no room for the text.
    var short: String?
  }

  let place: Place
  let body: StyledText
  var remarks: [Remark] = []
  /// Whether it is never cut: what the Explorer itself has to say.
  var isWhole = false

  init(_ place: Place, _ body: StyledText, _ remarks: [Remark] = [], isWhole: Bool = false) {
    self.place = place
    self.body = body
    self.remarks = remarks
    self.isWhole = isWhole
  }
}
