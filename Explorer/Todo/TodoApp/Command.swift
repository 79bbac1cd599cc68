import TodoList

/// A line that a person types.
enum Command: Equatable {
  case add(String)
  case toggle(Int)
  case remove(Int)
  case show(TodoFilter)
  case completeAll
  case fetch
  case undo
  case redo

  /// Says what is wrong with a line.
  struct Mistake: Error, Equatable {
    let message: String
  }

  init(_ line: String) throws(Mistake) {
    let words = line.split(separator: " ", maxSplits: 1).map(String.init)
    let rest = words.count > 1 ? words[1] : nil
    switch (words.first, rest) {
    case ("add", let title?): self = .add(title)
    case ("toggle", let number?): self = .toggle(try Self.number(number))
    case ("remove", let number?): self = .remove(try Self.number(number))
    case ("show", let name?):
      guard let filter = TodoFilter(rawValue: name) else {
        throw Mistake(message: "“\(name)” cannot be shown: try all, open or done.")
      }
      self = .show(filter)
    case ("complete", nil): self = .completeAll
    case ("fetch", nil): self = .fetch
    case ("undo", nil): self = .undo
    case ("redo", nil): self = .redo
    default:
      throw Mistake(
        message: """
          “\(line)” is not a command: try add TITLE, toggle N, remove N, show all, show open, \
          show done, complete, fetch, undo or redo.
          """
      )
    }
  }

  private static func number(_ text: String) throws(Mistake) -> Int {
    guard let number = Int(text), number > 0 else {
      throw Mistake(message: "“\(text)” is not a to-do: give its number in the list, from 1.")
    }
    return number
  }
}
