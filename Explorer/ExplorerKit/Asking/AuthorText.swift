import ExplorerTerminal
import SluiceWire

/// Who made a value what it is, in two columns: the commit's number and the name of its action.
struct AuthorText: Hashable, Sendable {
  let number: String
  /// Harmless text.
  let action: String

  /// - Parameter heads: Commits by number, for their actions.
  init(_ author: History.Author, _ heads: [Int: WireRecord.Commit]) {
    switch author {
    case .commit(let number):
      let action = heads[number].map { VisibleText(ActionText.nameWithCase(of: $0.action)) }
      self.number = "\(number)"
      self.action = action?.description ?? ""
    case .beginning:
      number = "–"
      action = "at first"
    case .gap(let gap):
      number = "\(gap.numbers.lowerBound)–\(gap.numbers.upperBound)"
      action = "missing"
    }
  }
}
