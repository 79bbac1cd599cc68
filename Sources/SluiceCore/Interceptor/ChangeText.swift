import SluiceTree

/// A description of an action and its changes, with one line for the action and one per change.
struct ChangeText: CustomStringConvertible {
  let description: String

  init(_ action: any Action, number: Int? = nil, _ changes: [TreeChange]) {
    let title = ActionDescription(action).line()
    let lines = [number.map { "#\($0) \(title)" } ?? title] + changes.map { "  \($0)" }
    description = lines.joined(separator: "\n")
  }
}
